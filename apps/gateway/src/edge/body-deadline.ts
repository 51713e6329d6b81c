import type { IncomingMessage } from 'node:http';

/** How long a body may take to come. */
export interface BodyDeadline {
  /** Gives it more time: so many milliseconds from now. */
  extend(ms: number): void;
}

/**
 * Calls `onLate` if the request is not whole in time. Node has one such limit for a whole server; ours depends on the
 * operation, which is known after the header.
 */
export function startBodyDeadline(request: IncomingMessage, ms: number, onLate: () => void): BodyDeadline {
  const expire = (): void => {
    if (!request.complete && !request.destroyed) onLate();
  };
  let timer = setTimeout(expire, ms);
  const end = (): void => clearTimeout(timer);
  request.once('end', end).once('close', end);
  return {
    extend: (more) => {
      clearTimeout(timer);
      timer = setTimeout(expire, more);
    },
  };
}
