import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AppError } from '@fulfilment/kernel';
import { dropWhatFollows } from './read-in-pieces.ts';

/** Requests of a connection that wait for the one under way. Clients that pipeline at all send a few at once. */
const MOST_WAITING = 8;

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Why it will never be complete. */
  fault?: AppError;
}

/** Begins a request, and has it refused where it is known to be broken. */
type Serve = (request: IncomingMessage, response: ServerResponse, fault: AppError | undefined) => void;

/**
 * Serves the requests of each connection one after the other. Node begins all that a piece of the stream holds at once: 64 KiB are 1 600
 * requests, and all other clients wait for them. The answer to a request is handed to the operating system before
 * the next one begins, so a client that reads nothing holds one answer.
 */
export class RequestTurns {
  readonly #serve: Serve;
  readonly #onDropped: (socket: Duplex) => void;
  /** Of each connection that has a request under way, those that wait; `isClosing` where no other is taken. */
  readonly #lines = new WeakMap<Duplex, { readonly waiting: Waiting[]; isClosing: boolean }>();

  /** @param onDropped called for each request beyond the bound. */
  constructor(serve: Serve, onDropped: (socket: Duplex) => void) {
    this.#serve = serve;
    this.#onDropped = onDropped;
  }

  /** Serves a request in its turn. Beyond the bound those that wait are answered, and then the connection is closed. */
  take(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const line = this.#lines.get(socket);
    if (!line) {
      this.#lines.set(socket, { waiting: [], isClosing: false });
      this.#begin({ request, response });
    } else if (line.waiting.length < MOST_WAITING && !line.isClosing) line.waiting.push({ request, response });
    else {
      // A request that is parsed costs an error with its stack when the connection closes: only what its piece holds still is.
      dropWhatFollows(socket);
      socket.pause();
      this.#onDropped(socket);
      this.closeAfterWaiting(socket);
    }
  }

  /** The last request of a connection that waits is its last. @returns false where none waits. */
  closeAfterWaiting(socket: Duplex, fault?: AppError): boolean {
    const line = this.#lines.get(socket);
    const last = line?.waiting.at(-1);
    if (!line || !last) return false;
    line.isClosing = true;
    if (!last.response.headersSent) last.response.setHeader('Connection', 'close');
    if (fault && !last.request.complete) last.fault = fault;
    return true;
  }

  #begin({ request, response, fault }: Waiting): void {
    response.once('close', () => this.#next(request.socket));
    this.#serve(request, response, fault);
  }

  #next(socket: Duplex): void {
    const next = this.#lines.get(socket)?.waiting.shift();
    // Its client has left, or was told that this was the last answer.
    if (next && !socket.destroyed && !socket.writableEnded) this.#begin(next);
    else this.#lines.delete(socket);
  }
}
