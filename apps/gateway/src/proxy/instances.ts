import { READINESS_PATH } from '@fulfilment/contracts';
import { delay, type Stoppable } from '@fulfilment/kernel';
import { Pool } from 'undici';

/** Milliseconds for which an instance that could not be reached is avoided while others can be. */
const DOWN_MS = 1_000;
const CONNECT_MS = 1_000;
/** Milliseconds that an idle connection is kept; shorter than services keep theirs, so that the gateway is the side that closes. */
const IDLE_MS = 4_000;
/** One check without an answer is no sign of death on a busy machine. */
const SILENT_CHECKS = 2;

export interface Instance {
  readonly pool: Pool;
  inFlight: number;
  /** As `performance.now()` has it. */
  downUntilMs: number;
  /** False while it drains, or does not answer its checks. */
  isHealthy: boolean;
}

/** Milliseconds. */
export interface CheckTimes {
  readonly everyMs: number;
  readonly answerMs: number;
}

export interface InstancesOptions {
  readonly origins: readonly string[];
  /** Requests under way at one instance. */
  readonly maxInFlight: number;
  /** Milliseconds without a byte of the response. */
  readonly answerMs: number;
  /** Shorter ones for tests. */
  readonly checkTimes?: CheckTimes;
}

/** All instances of one service, with their health checks. */
export class Instances implements Stoppable {
  readonly #all: readonly Instance[];
  readonly #maxInFlight: number;
  readonly #stopping = new AbortController();
  readonly #checks: readonly Promise<void>[];
  #turn = 0;

  constructor({ origins, maxInFlight, answerMs, checkTimes = { everyMs: 500, answerMs: 1_000 } }: InstancesOptions) {
    const options = {
      pipelining: 1,
      connect: { timeout: CONNECT_MS },
      keepAliveTimeout: IDLE_MS,
      // A service states its own time, which would count instead.
      keepAliveMaxTimeout: IDLE_MS,
      headersTimeout: answerMs,
      bodyTimeout: answerMs,
    };
    this.#maxInFlight = maxInFlight;
    this.#all = origins.map((origin) => ({ pool: new Pool(origin, options), inFlight: 0, downUntilMs: 0, isHealthy: true }));
    this.#checks = this.#all.map((instance) => keepChecking(instance, checkTimes, this.#stopping.signal));
  }

  /** The healthy instance with the fewest requests, in turn among equals; else any with capacity; undefined if none has. */
  pick(): Instance | undefined {
    this.#turn = (this.#turn + 1) % this.#all.length;
    const nowMs = performance.now();
    // Of those that seem down one may be back.
    return this.#idlest((instance) => isUp(instance, nowMs)) ?? this.#idlest(() => true);
  }

  /** Records that an instance could not be reached. */
  markDown(instance: Instance): void {
    instance.downUntilMs = performance.now() + DOWN_MS;
  }

  healthyCount(): number {
    const nowMs = performance.now();
    return this.#all.filter((instance) => isUp(instance, nowMs)).length;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#checks);
    await Promise.all(this.#all.map(({ pool }) => pool.destroy()));
  }

  #idlest(isCandidate: (instance: Instance) => boolean): Instance | undefined {
    let best: Instance | undefined;
    for (let step = 0; step < this.#all.length; step += 1) {
      const each = this.#all[(this.#turn + step) % this.#all.length];
      if (each && each.inFlight < (best?.inFlight ?? this.#maxInFlight) && isCandidate(each)) best = each;
    }
    return best;
  }
}

function isUp({ downUntilMs, isHealthy }: Instance, nowMs: number): boolean {
  return isHealthy && downUntilMs <= nowMs;
}

/** Checks an instance until the signal: one that drains says so before it stops listening, a frozen one says nothing. */
async function keepChecking(instance: Instance, { everyMs, answerMs }: CheckTimes, signal: AbortSignal): Promise<void> {
  let silentChecks = 0;
  while (!signal.aborted) {
    await delay(everyMs, signal);
    if (signal.aborted) return;
    const health = await check(instance, AbortSignal.any([signal, AbortSignal.timeout(answerMs)]));
    silentChecks = health === 'silent' ? silentChecks + 1 : 0;
    instance.isHealthy = health !== 'draining' && silentChecks < SILENT_CHECKS;
    if (health === 'healthy') instance.downUntilMs = 0;
  }
}

async function check({ pool }: Instance, signal: AbortSignal): Promise<'healthy' | 'draining' | 'silent'> {
  try {
    const { statusCode, body } = await pool.request({ method: 'GET', path: READINESS_PATH, signal });
    await body.dump();
    return statusCode === 503 ? 'draining' : 'healthy';
  } catch {
    return 'silent';
  }
}
