import type { ServerResponse } from 'node:http';

/** Bytes that complete answers may hold while their clients do not take them, all together. */
const MAX_UNREAD_BYTES = 67_108_864;

/**
 * Bounds the memory of complete answers that wait for their clients: beyond the bound, the connections that have waited longest are
 * reset. An answer under way holds less than 256 KiB, because its service waits for the client.
 */
export class UnreadAnswers {
  /** The bytes of each answer, the oldest first. */
  readonly #unread = new Map<ServerResponse, number>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes = MAX_UNREAD_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes that wait, as of the end of each answer. */
  get bytes(): number {
    return this.#bytes;
  }

  watch(response: ServerResponse): void {
    response.once('prefinish', () => {
      this.#note(response, unreadBytesOf(response));
      if (this.#bytes > this.#maxBytes) this.#resetOldest();
    });
    response.once('close', () => this.#note(response, 0));
  }

  #note(response: ServerResponse, bytes: number): void {
    this.#bytes += bytes - (this.#unread.get(response) ?? 0);
    if (bytes > 0) this.#unread.set(response, bytes);
    else this.#unread.delete(response);
  }

  #resetOldest(): void {
    for (const response of this.#unread.keys()) this.#note(response, unreadBytesOf(response));
    for (const response of this.#unread.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#note(response, 0);
      response.socket?.resetAndDestroy();
    }
  }
}

function unreadBytesOf({ socket }: ServerResponse): number {
  return socket?.writableLength ?? 0;
}
