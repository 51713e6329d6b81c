import type { Socket } from 'node:net';
import { errors } from '@fulfilment/contracts';
import type { AppError } from '@fulfilment/kernel';
import type { Peer } from '../authentication/client-address.ts';

/**
 * `answered`: it is over the bound and gets a response that says so. `reset`: so many others of its peer are being told that this one is
 * not.
 */
export type Admission = 'admitted' | 'answered' | 'reset';

export interface ConnectionBoundOptions {
  /** Open connections of one client at most; 0 for no bound. */
  readonly most: number;
  /** Open connections of one trusted proxy at most; 0 for no bound. */
  readonly mostOfProxy: number;
  readonly peerOf: (socket: Socket) => Peer;
  readonly onRefused?: () => void;
}

/** Refused connections of a peer that are open at once until the response is read. */
const MOST_ANSWERED = 32;

interface Counts {
  admitted: number;
  answered: number;
}

/**
 * Bounds the open connections of each client and of each trusted proxy, so that none takes the sockets and the memory of all others with
 * idle ones.
 */
export class ConnectionBound {
  readonly #options: ConnectionBoundOptions;
  readonly #counts = new Map<string, Counts>();
  #open = 0;

  constructor(options: ConnectionBoundOptions) {
    this.#options = options;
  }

  /** Open connections that were admitted, those of proxies too. */
  get open(): number {
    return this.#open;
  }

  /** Decides on a new connection, and counts it until it closes. */
  admit(socket: Socket): Admission {
    const { name, isProxy } = this.#options.peerOf(socket);
    const most = this.#mostOf(isProxy);
    const counts = this.#counts.get(name) ?? { admitted: 0, answered: 0 };
    if (most > 0 && counts.admitted >= most) {
      this.#options.onRefused?.();
      if (counts.answered >= MOST_ANSWERED) return 'reset';
      counts.answered += 1;
      socket.once('close', () => (counts.answered -= 1));
      return 'answered';
    }
    this.#counts.set(name, counts);
    counts.admitted += 1;
    this.#open += 1;
    socket.once('close', () => {
      counts.admitted -= 1;
      this.#open -= 1;
      if (counts.admitted === 0) this.#counts.delete(name);
    });
    return 'admitted';
  }

  /** The refusal of a connection. */
  refusal(socket: Socket): AppError {
    const most = this.#mostOf(this.#options.peerOf(socket).isProxy);
    return errors.rateLimited(
      `This address may have ${most} connections open at once. Keep them and send requests one after the other.`,
      { facts: { limit: 'connections', retry_after: 1 }, headers: { 'retry-after': '1' } },
    );
  }

  #mostOf(isProxy: boolean): number {
    return isProxy ? this.#options.mostOfProxy : this.#options.most;
  }
}
