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
    element.current?.showModal();
  }, []);
  const close = () => {
    dialog.value = null;
  };
  return (
    <dialog
      ref={element}
      class={props.wide ? 'wide' : ''}
      data-testid={`dialog-${props.name}`}
      aria-label={props.title}
      onClose={close}
      onClick={(event) => {
        if (event.target === element.current) close();
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
