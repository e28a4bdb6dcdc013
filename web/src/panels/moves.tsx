// The moves of the game with their branches. Owns: how the tree is written down.

import type { ComponentChildren } from 'preact';
import { memo } from 'preact/compat';
import { useEffect, useRef } from 'preact/hooks';
import type { Kind } from '../engine/parse';
import { moveLabel, scoreLabel } from '../game/notation';
import { deleteBranch, live } from '../game/play';
import { current, revision, root, touch, visit, world } from '../game/session';
import { type Node, promote } from '../game/tree';
import { seatClass } from '../pieces/defs';
import { dialog } from './dialog';

const symbolOf = (token: string): string => {
  const fen = token.length === 1;
  const symbols = world.value?.symbols ?? new Set<string>();
  if (fen) return token.toUpperCase();
  const rest = token.slice(1);
  return symbols.has(rest) ? rest : rest.slice(0, -1);
};
/** The first kind of pawn in the game's table needs no symbol; any other does. */
const isPawn = (token: string): boolean => {
  const kinds = world.value?.kinds ?? new Map<string, Kind>();
  return [...kinds.values()].find((kind) => kind.pawn)?.symbol === symbolOf(token);
};

export const labelOf = (node: Node): string => moveLabel(node.text, node.move, isPawn, symbolOf);

interface MoveProps {
  label: string;
  mover: string;
  score: string;
  shown: boolean;
  node: Node;
}

const Move = memo(
  ({ label, mover, score, shown, node }: MoveProps) => {
    const players = world.value?.variant.players ?? '';
    const seat = players.indexOf(mover);
    return (
      <button
        type="button"
        class={`move ${seatClass(players, seat)} column-${seat % columns()}${shown ? ' shown' : ''}`}
        aria-current={shown ? 'true' : undefined}
        data-move={node.text}
        data-ply={node.ply}
        title={score ? `${label}  ${score}` : label}
        onClick={() => visit(node)}
      >
        <i class="owner" />
        {label}
      </button>
    );
  },
  (a, b) => a.label === b.label && a.shown === b.shown && a.mover === b.mover && a.node === b.node,
);

/** Moves of the main line stand in columns by mover; four of them would not fit beside each other. */
const columns = (): number => (world.value?.variant.players.length === 3 ? 3 : 2);

/** The round a move was made in, told where it changes. */
const roundOf = (node: Node): number => node.parent?.state?.round ?? 0;

function view(node: Node): ComponentChildren {
  return (
    <Move
      key={node.id}
      node={node}
      label={labelOf(node)}
      mover={node.mover}
      score={node.verdict ? scoreLabel(node.verdict.score) : ''}
      shown={node === current.value}
    />
  );
}

/** Who began the round that the position after a node belongs to. */
function firstMover(node: Node): string {
  let at = node;
  while (at.parent && at.parent.state?.round === node.state?.round) at = at.parent;
  return at.state?.turn ?? '';
}

/** The moves after a node along first children; branches follow the move they are instead of. */
function writeLine(from: Node, first: Node | undefined, depth: number): ComponentChildren[] {
  const found: ComponentChildren[] = [];
  let before = from;
  let named = false;
  for (let at = first; at; at = at.children[0]) {
    const round = roundOf(at);
    if (!named || round !== roundOf(before)) {
      const begins = depth === 0 || at !== first || at.mover === firstMover(from);
      const number = (
        <span key={`round${at.id}`} class="round">
          {round}
          {begins ? '.' : '…'}
        </span>
      );
      if (depth === 0) found.push(number, view(at));
      // In a branch the number stays with the move it belongs to.
      else
        found.push(
          <span key={`numbered${at.id}`} class="numbered">
            {number}
            {view(at)}
          </span>,
        );
      named = true;
    } else {
      found.push(view(at));
    }
    const others = at === first && depth > 0 ? [] : before.children.filter((child) => child !== at);
    for (const other of others) {
      found.push(
        <div key={`branch${other.id}`} class="branch">
          {writeLine(before, other, depth + 1)}
        </div>,
      );
      named = false;
    }
    before = at;
  }
  return found;
}

/** Scrolls to the move shown, unless it can be seen. */
function reveal(box: HTMLElement): void {
  const shown = box.querySelector<HTMLElement>('.shown');
  const top = shown?.offsetTop ?? 0;
  if (!shown) box.scrollTop = 0;
  else if (top < box.scrollTop || top + 30 > box.scrollTop + box.clientHeight) {
    box.scrollTop = top - box.clientHeight / 2;
  }
}

export function Moves() {
  revision.value;
  const list = useRef<HTMLElement>(null);
  const node = current.value;
  const start = root();
  useEffect(() => {
    if (list.current) reveal(list.current);
  }, [node]);
  // Analysis and graph take room from the list.
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    const observer = new ResizeObserver(() => reveal(box));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  const branch = branchStart(node);
  return (
    <section class={`moves columns-${columns()}`} aria-label="Moves" data-testid="moves" ref={list}>
      {start.children.length === 0 && !live.value ? (
        <>
          <p class="hint">
            Move pieces of whoever is to move: click or drag, or press ? for the keys. Or play
            against the engine.
          </p>
          <button
            type="button"
            class="primary invite"
            data-testid="invite"
            onClick={() => {
              dialog.value = 'new';
            }}
          >
            New game
          </button>
        </>
      ) : (
        writeLine(start, start.children[0], 0)
      )}
      {branch ? (
        <div class="branch-tools">
          <button
            type="button"
            onClick={() => {
              promote(node);
              touch();
            }}
          >
            Make main line
          </button>
          <button type="button" onClick={() => deleteBranch(branch)}>
            Delete branch
          </button>
        </div>
      ) : null}
    </section>
  );
}

/** The first move of the branch that a node is on; none on the main line. */
function branchStart(node: Node): Node | null {
  for (let at = node; at.parent; at = at.parent) if (at.parent.children[0] !== at) return at;
  return null;
}
