export interface RowMeterOptions {
  readonly rowsPerToken: number;
  /** Bytes for which a token is charged where that is more; by default they are not counted. */
  readonly bytesPerToken?: number | undefined;
  /** Records that were looked at, for which a token is charged where that is more; by default they are not counted. */
  readonly lookedPerToken?: number | undefined;
  /** Takes tokens, into debt if need be. @returns milliseconds until no bucket is in debt. */
  readonly charge: (tokens: number) => Promise<number>;
  readonly pause: (ms: number) => Promise<void>;
}

/** Tokens that are charged before some of their rows pass: more for each round trip to Redis, and the pace is less even. */
const TOKENS_AT_ONCE = 10;
/** Milliseconds that a part waits at most, so that no connection on the way takes the stream for dead. */
const MOST_PAUSE_MS = 10_000;
const LINE_FEED = 0x0a;

/**
 * Charges a stream for its rows or its bytes, whichever cost more, as they pass, and holds them back while a bucket is in debt. A row is a
 * line. The first token, for which the request was admitted, pays for the first of them.
 */
export class RowMeter {
  readonly #options: RowMeterOptions & { readonly bytesPerToken: number };
  #rows = 0;
  #bytes = 0;
  #tokens = 1;

  constructor({ bytesPerToken = Number.POSITIVE_INFINITY, ...options }: RowMeterOptions) {
    this.#options = { ...options, bytesPerToken };
  }

  /** Rows and bytes that have passed. */
  get passed(): { readonly rows: number; readonly bytes: number } {
    return { rows: this.#rows, bytes: this.#bytes };
  }

  /** Counts a chunk. @returns undefined where it is paid for; else its parts, each of which is yielded once it is. */
  pass(chunk: Buffer): AsyncGenerator<Buffer> | undefined {
    let rows = this.#rows;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) rows += 1;
    const bytes = this.#bytes + chunk.length;
    if (this.#tokensOf(rows, bytes) > this.#tokens) return this.#paidParts(chunk);
    this.#rows = rows;
    this.#bytes = bytes;
    return undefined;
  }

  /** Charges at the end for records that were looked at, where they cost more than what has passed. It never throws. */
  async look(records: number): Promise<void> {
    const { lookedPerToken = Number.POSITIVE_INFINITY, charge } = this.#options;
    const due = Math.ceil(records / lookedPerToken) - this.#tokens;
    // A number that is none is nothing to charge for.
    if (!(due > 0)) return;
    this.#tokens += due;
    // The answer is whole without it.
    await charge(due).catch(() => undefined);
  }

  #tokensOf(rows: number, bytes: number): number {
    const { rowsPerToken, bytesPerToken } = this.#options;
    return Math.max(Math.ceil(rows / rowsPerToken), Math.ceil(bytes / bytesPerToken));
  }

  async *#paidParts(chunk: Buffer): AsyncGenerator<Buffer> {
    const { rowsPerToken, bytesPerToken, charge, pause } = this.#options;
    for (const { part, rows } of partsOf(chunk, { rows: rowsPerToken * TOKENS_AT_ONCE, bytes: bytesPerToken * TOKENS_AT_ONCE })) {
      this.#rows += rows;
      this.#bytes += part.length;
      const due = this.#tokensOf(this.#rows, this.#bytes) - this.#tokens;
      if (due > 0) {
        this.#tokens += due;
        const debtMs = await charge(due);
        if (debtMs > 0) await pause(Math.min(debtMs, MOST_PAUSE_MS));
      }
      yield part;
    }
  }
}

interface Part {
  readonly part: Buffer;
  readonly rows: number;
}

/** Parts of a chunk, of at most so many line feeds and bytes each. */
function* partsOf(chunk: Buffer, most: { readonly rows: number; readonly bytes: number }): Generator<Part> {
  for (let begin = 0; begin < chunk.length;) {
    let rows = 0;
    let end = Math.min(chunk.length, begin + most.bytes);
    for (let at = chunk.indexOf(LINE_FEED, begin); at >= 0 && at < end; at = chunk.indexOf(LINE_FEED, at + 1)) {
      rows += 1;
      if (rows === most.rows) end = at + 1;
    }
    yield { part: chunk.subarray(begin, end), rows };
    begin = end;
  }
}
