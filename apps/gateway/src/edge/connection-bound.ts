import type { Socket } from 'node:net';
import { errors } from '@fulfilment/contracts';
import type { AppError } from '@fulfilment/kernel';

/**
 * `answered`: it is over the bound and gets a response that says so. `reset`: so many others of its client are being told that this one is
 * not.
 */
export type Admission = 'admitted' | 'answered' | 'reset';

export interface ConnectionBoundOptions {
  /** Open connections of one client at most; 0 for no bound. */
  readonly most: number;
  /** The client of a connection: an IPv4 address, or the /64 of an IPv6 one; undefined for a trusted proxy, which has many. */
  readonly clientOf: (socket: Socket) => string | undefined;
  readonly onRefused?: () => void;
}

/** Refused connections of a client that are open at once until the response is read. */
const MOST_ANSWERED = 32;

interface Counts {
  admitted: number;
  answered: number;
}

/** Bounds the open connections of each client, so that none takes the sockets and the memory of all others with idle ones. */
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
    const { most, clientOf, onRefused } = this.#options;
    const client = most === 0 ? undefined : clientOf(socket);
    const counts =
      client === undefined ? { admitted: 0, answered: 0 } : (this.#counts.get(client) ?? { admitted: 0, answered: 0 });
    if (client !== undefined && counts.admitted >= most) {
      onRefused?.();
      if (counts.answered >= MOST_ANSWERED) return 'reset';
      counts.answered += 1;
      socket.once('close', () => (counts.answered -= 1));
      return 'answered';
    }
    if (client !== undefined) this.#counts.set(client, counts);
    counts.admitted += 1;
    this.#open += 1;
    socket.once('close', () => {
      counts.admitted -= 1;
      this.#open -= 1;
      if (client !== undefined && counts.admitted === 0) this.#counts.delete(client);
    });
    return 'admitted';
  }

  /** The refusal of a connection. */
  refusal(): AppError {
    return errors.rateLimited(
      `This address may have ${this.#options.most} connections open at once. Keep them and send requests one after the other.`,
      { facts: { limit: 'connections', retry_after: 1 }, headers: { 'retry-after': '1' } },
    );
  }
}
