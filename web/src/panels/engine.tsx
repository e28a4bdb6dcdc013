// The analysis: switch, lines, scores.

import {
  analysing,
  lineCount,
  lines,
  linesOf,
  pointed,
  setAnalysing,
  setLineCount,
} from '../game/analysis';
import { scoreLabel, splitMove } from '../game/notation';
import { humanToMove, isOver, live, stopPlaying } from '../game/play';
import { complain, current, describeTree, play, seatOf, show, state, world } from '../game/session';
import { type Node, childBy } from '../game/tree';
import { endGameFirst } from './question';

const short = (nodes: number): string =>
  nodes >= 1e6
    ? `${(nodes / 1e6).toFixed(1)} M`
    : nodes >= 1e3
      ? `${Math.round(nodes / 1e3)} k`
      : `${nodes}`;

/** Plays a line up to one of its moves; what is no move of the game being played is a branch. */
function follow(pv: string[], upTo: number): void {
  const from = current.value;
  if (live.value && humanToMove.value && upTo === 0 && pv[0]) void play(pv[0]);
  else endGameFirst(() => void branch(from, pv, upTo).catch(complain));
}

async function branch(from: Node, pv: string[], upTo: number): Promise<void> {
  if (live.value) stopPlaying();
  let node = from;
  for (const text of pv.slice(0, upTo + 1)) node = childBy(node, text);
  await describeTree(from);
  await show(node, upTo === 0);
}

function Pv({ pv }: { pv: string[] }) {
  const at = world.value;
  if (!at) return null;
  return (
    <span class="pv">
      {pv.slice(0, 14).map((text, i) => {
        const leaps = splitMove(text, at.cells);
        const [, promoted] = text.split('=');
        const label =
          leaps.map(([a, b]) => `${a}–${b}`).join(',') + (promoted ? `=${promoted}` : '');
        return (
          <button key={`${i}${text}`} type="button" data-move={text} onClick={() => follow(pv, i)}>
            {text === '0000' ? 'pass' : label || text}
          </button>
        );
      })}
    </span>
  );
}

/** Why there is nothing to be seen. */
function waiting(): string {
  if (!analysing.value) return '';
  if (isOver.value) return 'the game is over';
  return live.value && !humanToMove.value ? 'waits for your turn' : 'thinking…';
}

export function EnginePanel() {
  const on = analysing.value;
  const shown = on && linesOf.value === current.value ? lines.value : [];
  const best = shown[0];
  const mover = world.value?.variant.names[seatOf(state.value?.turn ?? '')] ?? '';
  return (
    <section class="engine" aria-label="Analysis" data-testid="engine">
      <div class="engine-head">
        <label class="switch">
          <input
            type="checkbox"
            role="switch"
            checked={on}
            aria-checked={on}
            data-testid="engine-switch"
            onChange={(event) => setAnalysing(event.currentTarget.checked)}
          />
          <span class="track" />
          <span>Analysis</span>
        </label>
        {best ? (
          <span class="score main" data-testid="score" title={`From the side of ${mover}`}>
            {scoreLabel(best.score)}
          </span>
        ) : null}
        <span class="stats">
          {best ? (
            <>
              <span>depth {best.depth}</span>
              <span>{short(best.nps)}/s</span>
            </>
          ) : (
            waiting()
          )}
        </span>
        <label class="lines-count">
          <span class="visually-hidden">Lines</span>
          <select
            value={lineCount.value}
            title="How many lines to find"
            data-testid="multipv"
            onChange={(event) => setLineCount(Number(event.currentTarget.value))}
          >
            {[1, 2, 3, 4, 5].map((n) => (
              <option key={n} value={n}>
                {n}
              </option>
            ))}
          </select>
        </label>
      </div>
      {on ? (
        <ol class="pv-lines" data-testid="lines">
          {Array.from({ length: lineCount.value }, (_, i) => {
            const line = shown[i];
            return (
              <li
                key={i}
                data-line={i + 1}
                class={pointed.value === i ? 'pointed' : ''}
                onPointerEnter={() => {
                  pointed.value = i;
                }}
                onPointerLeave={() => {
                  pointed.value = null;
                }}
              >
                {line ? (
                  <>
                    <span class={`score rank-${i}`}>{scoreLabel(line.score)}</span>
                    <Pv pv={line.pv} />
                  </>
                ) : null}
              </li>
            );
          })}
        </ol>
      ) : null}
    </section>
  );
}
