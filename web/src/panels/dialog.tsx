// A modal window. Owns: opening, closing, Escape and clicks beside it.

import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

export type DialogName = 'new' | 'share' | 'settings' | 'help' | 'pieces' | 'shelf' | 'question';
export const dialog = signal<DialogName | null>(null);

export function Dialog(props: {
  name: DialogName;
  title: string;
  wide?: boolean;
  children: ComponentChildren;
}) {
  const element = useRef<HTMLDialogElement>(null);
  // At once, so that keys go to the window as soon as it is there.
  useLayoutEffect(() => {
    const shown = element.current;
    shown?.showModal();
    // Only a window that is closed gives the focus back to where it was.
    return () => shown?.close();
  }, []);
  const pressedBeside = useRef(false);
  const close = () => element.current?.close();
  return (
    <dialog
      ref={element}
      class={props.wide ? 'wide' : ''}
      data-testid={`dialog-${props.name}`}
      aria-label={props.title}
      onClose={() => {
        if (dialog.value === props.name) dialog.value = null;
      }}
      onPointerDown={(event) => {
        pressedBeside.current = event.target === element.current;
      }}
      onClick={(event) => {
        // What was pressed in the window may be let go beside it: a text that is marked.
        if (event.target === element.current && pressedBeside.current) close();
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <header>
        <h2>{props.title}</h2>
        <button type="button" class="plain" aria-label="Close" onClick={close}>
          ✕
        </button>
      </header>
      <div class="dialog-body">{props.children}</div>
    </dialog>
  );
}
