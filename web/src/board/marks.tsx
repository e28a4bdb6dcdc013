// Marks on cells: last move, checks, the selected cell, reaches, targets by kind.

import { current, placement, state } from '../game/session';
import { exploredCell, mode, reached } from '../game/tools';
import type { Layout, PlacedCell } from './layout';
import { type Target, cursor, preview, selected, sight, targets } from './select';

function Cover({ cell, kind }: { cell: PlacedCell | undefined; kind: string }) {
  return cell ? <polygon class={`mark ${kind}`} points={cell.points} /> : null;
}

/** Marks under the pieces. */
export function Marks({ layout, focused }: { layout: Layout; focused: boolean }) {
  const at = (name: string) => layout.byName.get(name);
  const move = mode.value === 'play' ? current.value.move : null;
  const marks = [];
  for (const [from, to] of move?.path ?? []) {
    marks.push(<Cover key={`from${from}`} cell={at(from)} kind="last from" />);
    marks.push(<Cover key={`to${to}`} cell={at(to)} kind="last to" />);
  }
  for (const cell of move?.takes ?? []) {
    marks.push(<Cover key={`took${cell}`} cell={at(cell)} kind="took" />);
  }
  if (mode.value === 'play') {
    for (const cell of state.value?.checks ?? []) {
      marks.push(<Cover key={`check${cell}`} cell={at(cell)} kind="check" />);
    }
    if (selected.value) {
      marks.push(<Cover key="selected" cell={at(selected.value)} kind="selected" />);
    }
  }
  if (mode.value === 'reach') {
    if (exploredCell.value) {
      marks.push(<Cover key="explored" cell={at(exploredCell.value)} kind="selected" />);
    }
    for (const cell of reached.value ?? []) {
      marks.push(<Cover key={`reach${cell}`} cell={at(cell)} kind="reach" />);
    }
  }
  return (
    <g class="marks" aria-hidden="true">
      {marks}
      {focused && cursor.value ? <Cover cell={at(cursor.value)} kind="cursor" /> : null}
    </g>
  );
}

/** A sign for what a move to the cell would be, told by shape as well as by colour. */
function Sign({ target, cell }: { target: Target; cell: PlacedCell }) {
  const { kind, captures } = target;
  const place = `translate(${cell.x} ${cell.y})`;
  return (
    <g class={`target ${kind}`} transform={place} data-target={cell.name} data-kind={kind}>
      {captures || kind === 'en-passant' ? <circle class="ring" r="0.42" /> : null}
      {kind === 'quiet' ? <circle class="dot" r="0.15" /> : null}
      {kind === 'promotion' ? (
        <path
          class="dot"
          d="M0-.26L.07-.08.26-.08.11.04.17.22 0 .11-.17.22-.11.04-.26-.08-.07-.08z"
        />
      ) : null}
      {kind === 'charge' ? (
        <path class="stroke" d="M-.2-.18L0 0-.2 .18M.02-.18L.22 0 .02 .18" />
      ) : null}
      {kind === 'enlightened' ? <path class="stroke" d="M0-.24L.24 0 0 .24-.24 0z" /> : null}
      {kind === 'castle' ? (
        <path class="stroke" d="M-.22 .06H.22M.08-.08L.22 .06M-.08 .2L-.22 .06" />
      ) : null}
      {kind === 'en-passant' ? <circle class="dot" r="0.11" /> : null}
    </g>
  );
}

/** Marks over the pieces. */
export function Targets({ layout }: { layout: Layout }) {
  const at = (name: string) => layout.byName.get(name);
  const seen = mode.value === 'play' && selected.value === null ? sight.value : null;
  const shown = preview.value;
  return (
    <g class="targets" aria-hidden="true">
      {mode.value === 'play'
        ? targets.value.map((target) => {
            const cell = at(target.cell);
            return cell ? <Sign key={target.cell} target={target} cell={cell} /> : null;
          })
        : null}
      {seen?.goes.map((name) => {
        const cell = at(name);
        return cell ? <circle key={name} class="sight" cx={cell.x} cy={cell.y} r="0.12" /> : null;
      })}
      {seen?.takes.map((name) => {
        const cell = at(name);
        const owner = placement.value.get(name);
        return cell && owner ? (
          <circle key={name} class="sight takes" cx={cell.x} cy={cell.y} r="0.43" />
        ) : null;
      })}
      {shown?.takes.map((name) => (
        <Cover key={`take${name}`} cell={at(name)} kind="check" />
      ))}
    </g>
  );
}
