#!/usr/bin/env bash
# Tests of the cluster runner on this machine, with Ray in a virtual environment of its own. Needs
# python3 with venv and pip, and the release build.
set -euo pipefail
cd "$(dirname "$0")/../.."

target=${CARGO_TARGET_DIR:-target}
program=$target/release/simurgh
venv=$target/cluster-venv
wanted=tuning/cluster/requirements.txt

if [ ! -x "$program" ]; then
    cargo build --release --locked --quiet
fi

# The copy of the list of requirements says that everything in it is installed.
if ! cmp -s "$wanted" "$venv/installed.txt"; then
    python3 -m venv --clear "$venv"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r "$wanted"
    cp "$wanted" "$venv/installed.txt"
fi

SIMURGH=$(realpath "$program") exec "$venv/bin/python" -B tuning/cluster/test_run.py "$@"
