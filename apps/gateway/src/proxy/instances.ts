import type { RequestClass } from '@fulfilment/contracts';
import { type Kept, type Progress, Rounds, type RoundsOptions, type Stoppable, unwatched } from '@fulfilment/kernel';
import { Connections } from './silence.ts';

/** Milliseconds for which an instance that could not be reached is avoided while others can be. */
const DOWN_MS = 1_000;
const CONNECT_MS = 1_000;
/** Milliseconds that an idle connection is kept; shorter than services keep theirs, so that the gateway is the side that closes. */
const IDLE_MS = 4_000;
/**
 * Milliseconds after which a connection is replaced by another, once its request has ended. One address may stand for many processes, as a
 * Service of Kubernetes does, which shares out connections: without it a process that joins under load gets none.
 */
const CONNECTION_MS = 15_000;
/** Of an instance that is well and has nothing to do one check in so many is made: each wakes two idle processes. */
const CHECKED_AT_REST = 4;
/** One check without an answer is no sign of death on a busy machine. */
const SILENT_CHECKS = 2;

/** The part of an instance's requests in flight that may be of a class. */
const MOST_OF = { read: 1, write: 3 / 4, step: 1 / 2, stream: 1 / 8, tail: 1 / 8 } as const satisfies Record<
  RequestClass,
  number
>;
/** The part that may be of all classes but reads together: the rest is reserved for reads. */
const MOST_BUT_READS = 3 / 4;

export interface Instance {
  readonly connections: Connections;
  /** Requests under way, in all and by class. */
  inFlight: number;
  readonly inFlightOf: Record<RequestClass, number>;
  /** Of each request under way that another instance may answer as well: ends the wait for this one. */
  readonly leave: Set<() => void>;
  /** True where a request was begun since the last check, or is under way. */
  isUsed: boolean;
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

const CHECK_TIMES: CheckTimes = { everyMs: 500, answerMs: 1_000 };

export interface InstancesOptions {
  readonly origins: readonly string[];
  /** Requests under way at one instance. */
  readonly maxInFlight: number;
  /** Milliseconds without a byte of the response. */
  readonly answerMs: number;
  /** Shorter ones for tests. */
  readonly checkTimes?: CheckTimes;
  /** Milliseconds that a connection is used at most; shorter for tests. */
  readonly connectionMs?: number;
  /** Has checks begun again that stand still; unwatched by default. */
  readonly progress?: Progress;
}

/** All instances of one service, with their health checks and the requests under way at each. */
export class Instances implements Stoppable {
  readonly #all: readonly Instance[];
  readonly #maxInFlight: number;
  readonly #checks: ReadonlyMap<Instance, Kept<Rounds>>;
  readonly #checkEveryMs: number;
  #turn = 0;

  constructor({
    origins,
    maxInFlight,
    answerMs,
    checkTimes = CHECK_TIMES,
    connectionMs = CONNECTION_MS,
    progress = unwatched,
  }: InstancesOptions) {
    const options = {
      pipelining: 1,
      connect: { timeout: CONNECT_MS },
      keepAliveTimeout: IDLE_MS,
      // A service states its own time, which would count instead.
      keepAliveMaxTimeout: IDLE_MS,
      clientTtl: connectionMs,
      headersTimeout: answerMs,
      bodyTimeout: answerMs,
    };
    this.#maxInFlight = maxInFlight;
    this.#all = origins.map((origin) => ({
      connections: new Connections(origin, options, checkTimes.answerMs),
      inFlight: 0,
      inFlightOf: { read: 0, write: 0, step: 0, stream: 0, tail: 0 },
      leave: new Set(),
      isUsed: false,
      downUntilMs: 0,
      isHealthy: true,
    }));
    const { everyMs } = checkTimes;
    this.#checkEveryMs = everyMs;
    const checksOf = (instance: Instance, place: number): Kept<Rounds> => {
      const round = makeRound(instance, checkTimes, () => this.#leave(instance));
      const rounds = { round, onError: () => undefined, pauseMs: everyMs, firstMs: everyMs };
      return progress.keep({ name: `checks of ${origins[place]}`, engines: [], make: (mark) => new Rounds(rounds, mark) });
    };
    this.#checks = new Map(this.#all.map((instance, place) => [instance, checksOf(instance, place)]));
  }

  /**
   * Starts a request of the class at the healthy instance with the fewest requests, in turn among equals; else at any that has room
   * for the class. {@link finish} ends it. @returns undefined if none has room.
   */
  start(requestClass: RequestClass): Instance | undefined {
    this.#turn = (this.#turn + 1) % this.#all.length;
    const nowMs = performance.now();
    const hasRoom = (instance: Instance): boolean => this.#hasRoom(instance, requestClass);
    // Of those that seem down one may be back.
    const instance = this.#idlest((each) => isUp(each, nowMs) && hasRoom(each)) ?? this.#idlest(hasRoom);
    if (!instance) return undefined;
    instance.inFlight += 1;
    if (!instance.isUsed)
      this.#checks
        .get(instance)
        ?.current()
        .dueBy(performance.now() + this.#checkEveryMs);
    instance.isUsed = true;
    instance.inFlightOf[requestClass] += 1;
    return instance;
  }

  finish(instance: Instance, requestClass: RequestClass): void {
    instance.inFlight -= 1;
    instance.inFlightOf[requestClass] -= 1;
  }

  /** Requests of the class that the healthy instances take at once; of one instance where none is healthy. */
  capacityOf(requestClass: RequestClass): number {
    return mostOf(requestClass, this.#maxInFlight) * Math.max(1, this.healthyCount());
  }

  /** Requests under way, by class. */
  inFlight(): Readonly<Record<RequestClass, number>> {
    const sum = (requestClass: RequestClass) => this.#all.reduce((total, each) => total + each.inFlightOf[requestClass], 0);
    return { read: sum('read'), write: sum('write'), step: sum('step'), stream: sum('stream'), tail: sum('tail') };
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
    await Promise.all(this.#checks.values().map((checks) => checks.stop()));
    await Promise.all(this.#all.map(({ connections }) => connections.stop()));
  }

  /** Of an instance that hangs, what another one can answer does not wait for it. */
  #leave({ leave }: Instance): void {
    if (this.healthyCount() > 0) for (const each of leave) each();
  }

  #idlest(isCandidate: (instance: Instance) => boolean): Instance | undefined {
    let best: Instance | undefined;
    for (let step = 0; step < this.#all.length; step += 1) {
      const each = this.#all[(this.#turn + step) % this.#all.length];
      if (each && each.inFlight < (best?.inFlight ?? this.#maxInFlight) && isCandidate(each)) best = each;
    }
    return best;
  }

  #hasRoom({ inFlight, inFlightOf }: Instance, requestClass: RequestClass): boolean {
    if (inFlightOf[requestClass] >= mostOf(requestClass, this.#maxInFlight)) return false;
    return requestClass === 'read' || inFlight - inFlightOf.read < atLeastOne(this.#maxInFlight * MOST_BUT_READS);
  }
}

function mostOf(requestClass: RequestClass, maxInFlight: number): number {
  return atLeastOne(maxInFlight * MOST_OF[requestClass]);
}

function atLeastOne(requests: number): number {
  return Math.max(1, Math.floor(requests));
}

function isUp({ downUntilMs, isHealthy }: Instance, nowMs: number): boolean {
  return isHealthy && downUntilMs <= nowMs;
}

/** Rounds that check an instance: one that drains says so before it stops listening, a frozen one says nothing. */
function makeRound(instance: Instance, { everyMs }: CheckTimes, onSilence: () => void): RoundsOptions['round'] {
  let silentChecks = 0;
  return async (_, signal) => {
    instance.isUsed = instance.inFlight > 0;
    const health = await instance.connections.check(signal);
    silentChecks = health === 'silent' ? silentChecks + 1 : 0;
    instance.isHealthy = health !== 'draining' && silentChecks < SILENT_CHECKS;
    if (health === 'healthy') instance.downUntilMs = 0;
    if (silentChecks >= SILENT_CHECKS) onSilence();
    const isAtRest = !instance.isUsed && silentChecks === 0 && isUp(instance, performance.now());
    return isAtRest ? everyMs * CHECKED_AT_REST : everyMs;
  };
}
