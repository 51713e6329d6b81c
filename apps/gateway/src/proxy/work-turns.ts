/** Seconds of its rate that a client may have in flight, and for which a turn lasts without an answer at the least. */
const SECONDS_IN_FLIGHT = 0.2;
/** A turn lasts no longer, whatever the request costs: its bucket holds the client to its rate. */
const LONGEST_SECONDS = 1;
/** Tokens in flight beyond which nothing begins, at the least. */
const LEAST_IN_FLIGHT = 2;

/** A request that a client sends. */
export interface Work {
  /** Id of the key or session. */
  readonly client: string;
  /** Tokens that it costs, as far as they are known before it begins. */
  readonly tokens: number;
  /** Tokens a second that the client may spend. */
  readonly rate: number;
  /** Aborted where the client has gone. */
  readonly gone: AbortSignal;
}

/** Ends a turn; repeated, it changes nothing. */
export type EndTurn = () => void;

interface Begun {
  readonly tokens: number;
  /** Milliseconds of the clock at which it counts no more, done or not. */
  readonly untilMs: number;
}

/** The work of one client at this gateway. */
interface Line {
  readonly client: string;
  /** Of the limit that the last request had. */
  most: number;
  readonly begun: Set<Begun>;
  /** Begins each request that waits, in the order in which they came. */
  readonly waiting: Set<() => void>;
  tokensInFlight: number;
  /** Of the turn that is over next, where another request waits for it. */
  timer?: NodeJS.Timeout | undefined;
}

/**
 * Lets the requests of one client begin in turns. A burst of them is paid by tokens that were saved; begun at once, it takes the
 * processors from all other clients for as long as it lasts, and is done no sooner. A turn is over with its answer, or once its tokens
 * are refilled, after a second at the latest: a request that waits, as for stock, holds no other up for long, and no client gets less than
 * its rate.
 */
export class WorkTurns {
  readonly #lines = new Map<string, Line>();
  readonly #leaving: AbortSignal;
  readonly #nowMs: () => number;

  /** @param leaving aborted when the gateway begins to drain: from then on nothing waits. */
  constructor(leaving: AbortSignal, nowMs: () => number = () => performance.now()) {
    this.#leaving = leaving;
    this.#nowMs = nowMs;
    leaving.addEventListener('abort', () => this.#lines.forEach((line) => this.#goOn(line)), { once: true });
  }

  /** Waits for the turn of a request. @returns what ends it; `gone` where the client has gone before. */
  begin({ client, tokens, rate, gone }: Work): EndTurn | Promise<EndTurn | 'gone'> {
    if (gone.aborted) return Promise.resolve('gone');
    const line = this.#lines.get(client) ?? { client, most: 0, begun: new Set(), waiting: new Set(), tokensInFlight: 0 };
    line.most = Math.max(LEAST_IN_FLIGHT, rate * SECONDS_IN_FLIGHT);
    this.#lines.set(client, line);
    const start = (): EndTurn => {
      const lastsMs = Math.min(LONGEST_SECONDS, Math.max(SECONDS_IN_FLIGHT, tokens / rate)) * 1_000;
      const begun = { tokens, untilMs: this.#nowMs() + lastsMs };
      line.begun.add(begun);
      line.tokensInFlight += tokens;
      return () => {
        end(line, begun);
        this.#goOn(line);
      };
    };
    if (line.waiting.size === 0 && this.#hasRoom(line)) return start();
    const { promise, resolve } = Promise.withResolvers<EndTurn | 'gone'>();
    const leave = (): void => {
      line.waiting.delete(beginIt);
      resolve('gone');
      this.#goOn(line);
    };
    const beginIt = (): void => {
      gone.removeEventListener('abort', leave);
      resolve(start());
    };
    gone.addEventListener('abort', leave, { once: true });
    line.waiting.add(beginIt);
    this.#goOn(line);
    return promise;
  }

  /** Whatever the next request costs: one for which there has to be room would have a client get less than its rate. */
  #hasRoom({ tokensInFlight, most }: Line): boolean {
    return tokensInFlight < most || this.#leaving.aborted;
  }

  /** Begins what has room now. */
  #goOn(line: Line): void {
    const nowMs = this.#nowMs();
    for (const begun of line.begun) if (begun.untilMs <= nowMs) end(line, begun);
    for (const beginIt of line.waiting) {
      if (!this.#hasRoom(line)) break;
      line.waiting.delete(beginIt);
      beginIt();
    }
    clearTimeout(line.timer);
    line.timer = undefined;
    if (line.waiting.size > 0) {
      const nextMs = Math.min(...Array.from(line.begun, ({ untilMs }) => untilMs));
      line.timer = setTimeout(() => this.#goOn(line), Math.ceil(nextMs - nowMs));
    } else if (line.begun.size === 0 && this.#lines.get(line.client) === line) this.#lines.delete(line.client);
  }
}

function end(line: Line, begun: Begun): void {
  if (line.begun.delete(begun)) line.tokensInFlight -= begun.tokens;
}
