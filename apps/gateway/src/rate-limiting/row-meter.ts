export interface RowMeterOptions {
  readonly rowsPerToken: number;
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
 * Charges a stream for its rows as they pass, and holds them back while a bucket is in debt. A row is a line. The first token, for
 * which the request was admitted, pays for the first rows.
 */
export class RowMeter {
  readonly #options: RowMeterOptions;
  #rows = 0;
  #tokens = 1;

  constructor(options: RowMeterOptions) {
    this.#options = options;
  }

  /** Counts a chunk. @returns undefined where it is paid for; else its parts, each of which is yielded once it is. */
  pass(chunk: Buffer): AsyncGenerator<Buffer> | undefined {
    let rows = this.#rows;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) rows += 1;
    if (rows > this.#tokens * this.#options.rowsPerToken) return this.#paidParts(chunk);
    this.#rows = rows;
    return undefined;
  }

  async *#paidParts(chunk: Buffer): AsyncGenerator<Buffer> {
    const { rowsPerToken, charge, pause } = this.#options;
    for (const { part, rows } of partsOf(chunk, rowsPerToken * TOKENS_AT_ONCE)) {
      this.#rows += rows;
      const due = Math.ceil(this.#rows / rowsPerToken) - this.#tokens;
      if (due > 0) {
        this.#tokens += due;
        const debtMs = await charge(due);
        if (debtMs > 0) await pause(Math.min(debtMs, MOST_PAUSE_MS));
      }
      yield part;
    }
  }
}

/** Parts of a chunk, of at most `mostRows` line feeds each. */
function* partsOf(chunk: Buffer, mostRows: number): Generator<{ readonly part: Buffer; readonly rows: number }> {
  let begin = 0;
  let rows = 0;
  for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) {
    rows += 1;
    if (rows < mostRows) continue;
    yield { part: chunk.subarray(begin, at + 1), rows };
    begin = at + 1;
    rows = 0;
  }
  if (begin < chunk.length) yield { part: chunk.subarray(begin), rows };
}
