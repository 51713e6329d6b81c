import { setImmediate } from 'node:timers/promises';
import { PROCESSING_HEADER, PROCESSING_MS, READINESS_PATH } from '@fulfilment/contracts';
import { delay } from '@fulfilment/kernel';
import { Client, type Dispatcher, Pool } from 'undici';

/** A request that waits for its answer. */
export interface Wait {
  /** When something came on its connection, or it was sent, as `performance.now()` has it. */
  heardAtMs: number;
  /** When a new connection was first answered while nothing came on this one; of an earlier silence where it is before `heardAtMs`. */
  answeredApartAtMs?: number;
  /** Ends the wait: no answer will come. */
  readonly breakOff: () => void;
}

/** Milliseconds without a byte for a request, after which its connection is looked at. */
const SILENCE_MS = 2 * PROCESSING_MS;
/**
 * Milliseconds that the silence goes on from the first answer over a new connection to the last. A process that stood still reads what
 * had come when it goes on, answers new connections at once, and sends its first `102 Processing` a second later.
 */
const CONFIRMED_MS = 1.5 * PROCESSING_MS;
/** Milliseconds for which a process behind an address that sends no `102 Processing` has silence mean nothing there: it is of an old release. */
const OLD_RELEASE_MS = 60_000;

export type Health = 'healthy' | 'draining' | 'silent';

/** Of a check. */
interface Answer {
  readonly health: Health;
  /** It says that it sends `102 Processing`. */
  readonly tells: boolean;
}

const NO_ANSWER: Answer = { health: 'silent', tells: false };

/**
 * The connections to one address, and the checks of what is behind it.
 *
 * On a connection that is half-open no byte arrives again, and neither end is told. A process that works sends something each second,
 * so one that answers over new connections for longer than that, while nothing comes on an old one, cannot be heard there.
 */
export class Connections {
  readonly #origin: string;
  readonly #options: Pool.Options;
  readonly #checkMs: number;
  readonly #waits = new Set<Wait>();
  #pool: Pool;
  #didNotTellAtMs = -Infinity;

  /** @param checkMs milliseconds for the answer of a check. */
  constructor(origin: string, options: Pool.Options, checkMs: number) {
    this.#origin = origin;
    this.#options = options;
    this.#checkMs = checkMs;
    this.#pool = new Pool(origin, options);
  }

  /** Milliseconds without a response, unless an operation allows more. */
  get answerMs(): number {
    return this.#options.headersTimeout ?? 0;
  }

  get pool(): Pool {
    return this.#pool;
  }

  /** From now on silence breaks it off. @returns what ends that. */
  watch(wait: Wait): () => void {
    this.#waits.add(wait);
    return () => this.#waits.delete(wait);
  }

  /**
   * Asks the process how it is, over a connection of the pool, and over one of its own where that brings nothing, or requests have waited
   * in silence. Where the latter alone is answered, connections that bring nothing are left, with the requests on them.
   */
  async check(signal: AbortSignal): Promise<Health> {
    const within = AbortSignal.any([signal, AbortSignal.timeout(this.#checkMs)]);
    const pooled = this.#ask(this.#pool, within);
    const answered = new AbortController();
    // wait: a process that is well answers sooner.
    const soon = await Promise.race([pooled, delay(this.#checkMs / 2, AbortSignal.any([within, answered.signal]))]);
    answered.abort();
    if (soon && soon.health !== 'silent' && this.#silent().length === 0) return soon.health;
    const apart = new Client(this.#origin, this.#options);
    const [old, fresh] = await Promise.all([pooled, this.#ask(apart, within)]);
    await apart.destroy();
    if (fresh.health === 'silent') return old.health;
    // What came with the answer is read before silence is judged.
    await setImmediate();
    this.#leave(old, fresh);
    return fresh.health;
  }

  async stop(): Promise<void> {
    await this.#pool.destroy();
  }

  #leave(old: Answer, { tells }: Answer): void {
    const silent = tells && performance.now() - this.#didNotTellAtMs > OLD_RELEASE_MS ? this.#confirmed() : [];
    if (silent.length === 0 && old.health !== 'silent') return;
    const left = this.#pool;
    this.#pool = new Pool(this.#origin, this.#options);
    // Its requests that are answered end with their response.
    void left.close();
    for (const { breakOff } of silent) breakOff();
  }

  #silent(): Wait[] {
    const sinceMs = performance.now() - SILENCE_MS;
    return [...this.#waits].filter(({ heardAtMs }) => heardAtMs < sinceMs);
  }

  /** Of the silent ones those that a second answer over a new connection, later by more than a sign needs, finds silent still. */
  #confirmed(): Wait[] {
    const nowMs = performance.now();
    return this.#silent().filter((wait) => {
      if (wait.answeredApartAtMs === undefined || wait.answeredApartAtMs < wait.heardAtMs) wait.answeredApartAtMs = nowMs;
      return nowMs - wait.answeredApartAtMs >= CONFIRMED_MS;
    });
  }

  async #ask(dispatcher: Dispatcher, signal: AbortSignal): Promise<Answer> {
    try {
      const { statusCode, headers, body } = await dispatcher.request({ method: 'GET', path: READINESS_PATH, signal });
      await body.dump();
      const tells = headers[PROCESSING_HEADER] !== undefined;
      if (!tells) this.#didNotTellAtMs = performance.now();
      return { health: statusCode === 503 ? 'draining' : 'healthy', tells };
    } catch {
      return NO_ANSWER;
    }
  }
}
