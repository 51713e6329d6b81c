import type { ReactNode } from 'react';
import { Store, useStore } from '../api/store.ts';
import { strings } from '../strings.ts';
import { Button } from './button.tsx';

interface Toast {
  readonly id: number;
  readonly text: string;
}

const toasts = new Store<readonly Toast[]>([]);
let lastId = 0;

/** Long enough to read a sentence; whatever matters later stays in the page as well. */
const SHOWN_MS = 8_000;

/** Says in a corner, and to screen readers, that something was done. */
export function toast(text: string): void {
  lastId += 1;
  const id = lastId;
  toasts.set([...toasts.get(), { id, text }]);
  setTimeout(() => dismiss(id), SHOWN_MS);
}

function dismiss(id: number): void {
  toasts.set(toasts.get().filter((each) => each.id !== id));
}

/** The region that shows toasts; once, at the root. */
export function Toasts(): ReactNode {
  const shown = useStore(toasts);
  return (
    <section className="toasts" role="status" aria-label={strings.shell.notifications}>
      {shown.map(({ id, text }) => (
        <p key={id} className="toast">
          {text}
          <Button kind="quiet" size="small" label={strings.form.close} onPress={() => dismiss(id)}>
            <span aria-hidden="true">✕</span>
          </Button>
        </p>
      ))}
    </section>
  );
}
