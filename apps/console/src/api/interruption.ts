import { Store } from './store.ts';

/** A dialog that a request waits for: the session ended, or the operation asks for recent authentication. */
export interface Interruption {
  readonly reason: 'session-ended' | 'confirm';
  readonly finish: (isDone: boolean) => void;
}

/** The open dialog; undefined without one. */
export const interruption = new Store<Interruption | undefined>(undefined);

let open: { readonly reason: Interruption['reason']; readonly outcome: Promise<boolean> } | undefined;

/** Asks the member; concurrent requests with the same reason share one dialog. @returns true if the request is to be repeated. */
export async function interrupt(reason: Interruption['reason']): Promise<boolean> {
  if (open?.reason === reason) return await open.outcome;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  open = { reason, outcome: promise };
  interruption.set({ reason, finish: resolve });
  try {
    return await promise;
  } finally {
    open = undefined;
    interruption.set(undefined);
  }
}
