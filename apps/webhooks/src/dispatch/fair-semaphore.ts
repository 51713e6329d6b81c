/** Room for one attempt in this process. `release` must follow; each call takes effect once. */
export interface Slot {
  release(): void;
  /** The attempt takes long: it goes on in the slow lane, and another may start in its place. */
  markSlow(): void;
  /** The receiver has answered and the attempt is being recorded: another may start, unless too many are being recorded. */
  yieldWhileRecording(): void;
}

export type LaneName = 'quick' | 'slow';

/** The number of slots of each kind. */
export interface SemaphoreLimits extends Readonly<Record<LaneName, number>> {
  /** Attempts that are answered and not recorded, in addition to those that hold a slot. */
  readonly unrecorded: number;
  /** Attempts in the slow lane up to which quick ones are preempted early, for others that wait. */
  readonly preempted: number;
}

/** The most attempts of a process: those that answer within a second, slower ones, and those that are answered and not recorded. */
export const MAX_IN_FLIGHT: SemaphoreLimits = { quick: 256, slow: 512, unrecorded: 2_048, preempted: 4_096 };

/**
 * A semaphore over the attempts of this process, fair between tenants: when a lane is full, tenants take turns, and attempts of
 * one tenant start in the order in which they asked. A tenant with a thousand deliveries waiting delays another's by one turn.
 *
 * Quick and slow attempts have lanes of their own, and an attempt that proves slow is preempted from the quick lane: receivers
 * that hang, however many they are, hold up those that answer only for as long as it takes to notice.
 */
export class FairSemaphore {
  readonly #limits: SemaphoreLimits;
  readonly #lanes: Readonly<Record<LaneName, FairLane>>;
  #unrecorded = 0;

  /** @param limits the slow lane may exceed its limit for a while, by attempts that started as quick. */
  constructor(limits: SemaphoreLimits) {
    this.#limits = limits;
    this.#lanes = { quick: new FairLane(limits.quick), slow: new FairLane(limits.slow) };
  }

  /** Waits for a slot in a lane. */
  async acquire(tenant: string, lane: LaneName): Promise<Slot> {
    await this.#lanes[lane].acquire(tenant);
    return this.#slotIn(lane);
  }

  /** True while quick attempts wait, and there is room for slow ones that are preempted. */
  isContended(): boolean {
    return this.#lanes.quick.isContended && this.#lanes.slow.inUse < this.#limits.preempted;
  }

  inUse(): number {
    return this.#lanes.quick.inUse + this.#lanes.slow.inUse;
  }

  #slotIn(first: LaneName): Slot {
    let lane: LaneName | undefined = first;
    let isAnswered = false;
    return {
      release: () => {
        if (lane) this.#lanes[lane].release();
        if (isAnswered) this.#unrecorded -= 1;
        lane = undefined;
        isAnswered = false;
      },
      yieldWhileRecording: () => {
        if (!lane || this.#unrecorded >= this.#limits.unrecorded) return;
        this.#lanes[lane].release();
        lane = undefined;
        isAnswered = true;
        this.#unrecorded += 1;
      },
      markSlow: () => {
        if (lane !== 'quick') return;
        lane = 'slow';
        this.#lanes.slow.preempt();
        this.#lanes.quick.release();
      },
    };
  }
}

/** A semaphore whose keys take turns. */
export class FairLane {
  readonly #limit: number;
  // A Map keeps the order in which keys were added: the first tenant is the next to be served.
  readonly #waiting = new Map<string, (() => void)[]>();
  #inUse = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get inUse(): number {
    return this.#inUse;
  }

  get isContended(): boolean {
    return this.#waiting.size > 0;
  }

  async acquire(tenant: string): Promise<void> {
    if (this.#inUse < this.#limit) {
      this.#inUse += 1;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const grants = this.#waiting.get(tenant);
    if (grants) grants.push(resolve);
    else this.#waiting.set(tenant, [resolve]);
    await promise;
  }

  /** Takes one more slot, although the lane may be full. */
  preempt(): void {
    this.#inUse += 1;
  }

  release(): void {
    const next = this.#waiting.entries().next().value;
    if (!next || this.#inUse > this.#limit) {
      this.#inUse -= 1;
      return;
    }
    const [tenant, grants] = next;
    const grant = grants.shift();
    this.#waiting.delete(tenant);
    if (grants.length > 0) this.#waiting.set(tenant, grants);
    grant?.();
  }
}
