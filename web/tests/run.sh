#!/usr/bin/env bash
# The board in a real browser: target/release/simurgh serves it, Chromium shows it. Pictures of what
# it looked like are left in target/board-screenshots/. Arguments are names of test files.
set -euo pipefail
cd "$(dirname "$0")/.."

export SIMURGH="${SIMURGH:-$(cd .. && pwd)/target/release/simurgh}"
if [ ! -x "$SIMURGH" ]; then
    echo "no program at $SIMURGH: cargo build --release" >&2
    exit 2
fi
[ -d node_modules/playwright-core ] || npm ci --no-audit --no-fund

if [ -z "${CHROMIUM:-}" ]; then
    if ! command -v chromium >/dev/null && command -v apt-get >/dev/null; then
        apt-get update -qq && apt-get install -qq -y chromium
    fi
    CHROMIUM="$(command -v chromium || command -v chromium-browser || command -v google-chrome)"
    export CHROMIUM
fi

rm -rf ../target/board-screenshots
mkdir -p ../target/board-screenshots
# One file at a time: every page has an engine that wants the machine.
files=("$@")
[ ${#files[@]} -gt 0 ] || files=(tests/*.test.mjs)
failed=0
for file in "${files[@]}"; do
    node --test "$file" || failed=1
done
exit $failed
