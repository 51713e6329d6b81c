import type { IncomingMessage } from 'node:http';

/** Bodies of one account that may arrive at once: each has a connection, of some KiB. */
const MOST_ARRIVING = 256;
/** Bytes of bodies whose requests are not answered yet: of all accounts, and of one. */
const MOST_BYTES = 67_108_864;
const MOST_BYTES_OF_ACCOUNT = MOST_BYTES / 4;

/** Why a body was not received. */
type Fault =
  /** The client has left. */
  | { readonly type: 'broken-off' }
  | { readonly type: 'too-large' }
  /** The account has `most` bodies arriving, or bytes of them here. */
  | { readonly type: 'beyond-share'; readonly most: number; readonly of: 'requests' | 'bytes' }
  /** All accounts together have as many bytes here as there is room for. */
  | { readonly type: 'no-room' };

/** A body that is here whole. */
export interface ArrivedBody {
  readonly type: 'arrived';
  readonly body: Buffer;
  /** Ends the count of its bytes, once its request is answered. */
  readonly release: () => void;
}

interface Counts {
  arriving: number;
  bytes: number;
}

/**
 * Receives the bodies of requests before these take a place at a service: one that never comes holds a connection and a few bytes, and no
 * work of others. Bounded for each account and in total.
 */
export class ArrivingBodies {
  readonly #ofAccount = new Map<string, Counts>();
  #bytes = 0;

  /** Receives a body whole, of so many bytes at most. */
  async receive(request: IncomingMessage, accountId: string, maxBytes: number): Promise<ArrivedBody | Fault> {
    const counts = this.#ofAccount.get(accountId) ?? { arriving: 0, bytes: 0 };
    if (counts.arriving >= MOST_ARRIVING) return { type: 'beyond-share', most: MOST_ARRIVING, of: 'requests' };
    this.#ofAccount.set(accountId, counts);
    counts.arriving += 1;
    let bytes = 0;
    let body: Buffer = NOTHING;
    const keep = (piece: Buffer): Fault | undefined => {
      const fault = bytes + piece.length > maxBytes ? { type: 'too-large' as const } : this.#faultOf(counts, piece.length);
      if (fault) return fault;
      body = bytes === 0 ? piece : appended(body, bytes, piece);
      bytes += piece.length;
      this.#add(counts, piece.length);
      return undefined;
    };
    const release = (): void => {
      this.#add(counts, -bytes);
      if (counts.arriving === 0 && counts.bytes === 0) this.#ofAccount.delete(accountId);
    };
    const fault = await readPieces(request, keep);
    counts.arriving -= 1;
    if (!fault) return { type: 'arrived', body: body.subarray(0, bytes), release };
    release();
    return fault;
  }

  #faultOf(counts: Counts, more: number): Fault | undefined {
    if (counts.bytes + more > MOST_BYTES_OF_ACCOUNT) return { type: 'beyond-share', most: MOST_BYTES_OF_ACCOUNT, of: 'bytes' };
    return this.#bytes + more > MOST_BYTES ? { type: 'no-room' } : undefined;
  }

  #add(counts: Counts, bytes: number): void {
    counts.bytes += bytes;
    this.#bytes += bytes;
  }
}

const NOTHING = Buffer.alloc(0);

/** The first bytes of a buffer with a piece behind them, in place where it fits: pieces of a byte each would cost a hundred. */
function appended(buffer: Buffer, bytes: number, piece: Buffer): Buffer {
  const fits = bytes + piece.length <= buffer.length;
  const grown = fits ? buffer : Buffer.allocUnsafe(Math.max(2 * buffer.length, bytes + piece.length));
  if (!fits) buffer.copy(grown, 0, 0, bytes);
  piece.copy(grown, bytes);
  return grown;
}

/** Reads a request to its end. @param keep refuses a piece by a fault, after which nothing more is kept. @returns the fault. */
function readPieces(request: IncomingMessage, keep: (piece: Buffer) => Fault | undefined): Promise<Fault | undefined> {
  const { promise, resolve } = Promise.withResolvers<Fault | undefined>();
  const settle = (fault?: Fault): void => {
    request.off('data', onData).off('end', settle).off('close', onClose);
    resolve(fault);
  };
  const onClose = (): void => settle({ type: 'broken-off' });
  const onData = (piece: Buffer): void => {
    const fault = keep(piece);
    if (fault) settle(fault);
  };
  if (request.destroyed) onClose();
  else request.on('data', onData).once('end', settle).once('close', onClose);
  return promise;
}
