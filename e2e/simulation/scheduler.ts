import { errors } from '@fulfilment/contracts';
import { Random } from '@fulfilment/kernel';
import { type Actor, drained, VirtualTime } from './virtual-time.ts';

/** The failure of a call: before it has its effect, after it, or while the engine still has it in hand, so that the effect comes later. */
export type Fault = 'before' | 'after' | 'during';

/** The act of the scheduler at one step. Where nothing else is decided, the oldest pending call is completed, else time goes on. */
export type Decision =
  /** Completes the pending call at a place of the list, or fails it. */
  | { readonly type: 'complete'; readonly place: number; readonly fault?: Fault }
  | { readonly type: 'time' }
  /** Disturbs the system: kills a process, moves partitions. */
  | { readonly type: 'disturb'; readonly place: number };

/** Decisions that differ from the usual one, by the number of their step. */
export type Decisions = ReadonlyMap<number, Decision>;

/** Probabilities of a schedule. */
export interface Odds {
  readonly fault: number;
  readonly disturb: number;
  readonly time: number;
  /** That another than the oldest call is completed. */
  readonly shuffle: number;
}

interface Pending {
  readonly actor: Actor;
  readonly name: string;
  readonly sinceMs: number;
  readonly mayFail: boolean;
  /** Runs in the name of its actor. */
  readonly run: (fault: Fault | undefined) => void;
  /** The effect alone: it may still come when its caller is gone. */
  readonly effect: (() => unknown) | undefined;
}

/** Milliseconds after which no call stays pending: an engine has answered by then, or the connection has failed. */
const MAX_PENDING_MS = 5_000;
/** More steps are a system that never rests. */
const MAX_STEPS = 20_000;

/** Owner of what is left of calls whose process is gone. */
const ENGINES: Actor = { name: 'engines' };

/** It decides the steps of a schedule: chance from a seed, or decisions that were noted. */
export type Chooser =
  | { readonly type: 'seed'; readonly seed: number; readonly odds: Odds }
  | { readonly type: 'noted'; readonly decisions: Decisions };

/**
 * Completes pending calls one at a time. All that is not deterministic in the services goes through calls, posts and timers of this
 * scheduler, and nothing else decides their order.
 */
export class Scheduler {
  readonly time: VirtualTime;
  readonly trace: string[] = [];
  /** The decisions that were taken and are not the usual one. */
  readonly noted = new Map<number, Decision>();
  /** False: from now on nothing fails, nothing is disturbed, and calls are completed in their order. */
  isFaulty = false;
  /** The one in whose name code runs now. */
  current: Actor = ENGINES;
  readonly disturbances: { readonly says: string; readonly run: () => void }[] = [];
  readonly #chooser: Chooser;
  readonly #random: Random;
  readonly #pending: Pending[] = [];
  #steps = 0;

  constructor(chooser: Chooser) {
    this.#chooser = chooser;
    this.#random = new Random(chooser.type === 'seed' ? chooser.seed : 0);
    this.time = new VirtualTime(
      () => this.current,
      () => 0.5,
    );
  }

  /** A call to an engine: pending until the scheduler completes or fails it. @throws AppError `upstream_unavailable` */
  call<Result>(actor: Actor, name: string, effect: () => Result | Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const run = (fault: Fault | undefined): void => {
        if (fault === 'before') return reject(errors.upstreamUnavailable(`${name} failed before its effect`));
        if (fault === 'during') {
          this.#leave(`${name} of ${actor.name}, which has given up`, effect);
          return reject(errors.upstreamUnavailable(`${name} failed, and has its effect later`));
        }
        const done = new Promise<Result>((settle) => settle(effect()));
        const failed = (): void => reject(errors.upstreamUnavailable(`${name} failed after its effect`));
        void done.then(fault === 'after' ? failed : resolve, reject);
      };
      this.#pending.push({ actor, name, sinceMs: this.time.nowMs, mayFail: true, run, effect });
    });
  }

  /** Runs something in the name of an actor, at a step of its own. @param onLost called instead where it is lost; absent where it cannot be. */
  post(actor: Actor, name: string, run: () => void, onLost?: () => void): void {
    const deliver = (fault: Fault | undefined): void => (fault === undefined || !onLost ? run() : onLost());
    this.#pending.push({ actor, name, sinceMs: this.time.nowMs, mayFail: onLost !== undefined, run: deliver, effect: undefined });
  }

  /** Runs something now in the name of an actor. */
  as<Result>(actor: Actor, run: () => Result): Result {
    const before = this.current;
    this.current = actor;
    try {
      return run();
    } finally {
      this.current = before;
    }
  }

  /** Ends all that runs in the name of an actor. Every other of its calls may still have its effect. */
  kill(actor: Actor): void {
    this.time.forget(actor);
    const own = this.#pending.filter((each) => each.actor === actor);
    for (const each of own) this.#pending.splice(this.#pending.indexOf(each), 1);
    for (const [place, { name, effect }] of own.entries())
      if (effect && place % 2 === 0) this.#leave(`${name} of ${actor.name}, which is gone`, effect);
  }

  /** Leaves an effect to the engine; no caller is left to hear of it. */
  #leave(name: string, effect: () => unknown): void {
    const run = (): void => void new Promise((resolve) => resolve(effect())).catch(() => undefined);
    this.#pending.push({ actor: ENGINES, name, sinceMs: this.time.nowMs, mayFail: false, run, effect: undefined });
  }

  /** @throws Error where the system never rests. */
  async runUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      if (this.#steps >= MAX_STEPS) throw new Error(`The schedule does not end within ${MAX_STEPS} steps`);
      this.#apply(this.#decide());
      this.#steps += 1;
      await drained();
    }
  }

  #decide(): Decision {
    const usual: Decision = this.#pending.length > 0 ? { type: 'complete', place: 0 } : { type: 'time' };
    const decision = this.#allowed(this.isFaulty ? this.#chosen(usual) : usual, usual);
    if (decision !== usual) this.noted.set(this.#steps, decision);
    return decision;
  }

  #chosen(usual: Decision): Decision {
    if (this.#chooser.type === 'noted') return this.#chooser.decisions.get(this.#steps) ?? usual;
    const { fault, disturb, time, shuffle } = this.#chooser.odds;
    const random = this.#random;
    if (random.chance(disturb)) return { type: 'disturb', place: random.below(this.disturbances.length) };
    if (random.chance(time)) return { type: 'time' };
    const place = random.chance(shuffle) ? random.below(this.#pending.length) : 0;
    if (random.chance(fault)) return { type: 'complete', place, fault: random.of(['before', 'after', 'during'] as const) };
    return place === 0 ? usual : { type: 'complete', place };
  }

  /** The decision, or the usual one where it cannot be taken here. */
  #allowed(decision: Decision, usual: Decision): Decision {
    switch (decision.type) {
      case 'complete': {
        const pending = this.#pending[decision.place];
        if (!pending) return usual;
        if (decision.fault === undefined || pending.mayFail) return decision;
        return decision.place === 0 ? usual : { type: 'complete', place: decision.place };
      }
      case 'time': {
        const { nextMs } = this.time;
        const oldest = this.#pending.reduce((least, { sinceMs }) => Math.min(least, sinceMs), Number.POSITIVE_INFINITY);
        return nextMs !== undefined && nextMs <= oldest + MAX_PENDING_MS ? decision : usual;
      }
      default:
        return this.disturbances[decision.place] ? decision : usual;
    }
  }

  #apply(decision: Decision): void {
    switch (decision.type) {
      case 'complete': {
        const [pending] = this.#pending.splice(decision.place, 1);
        if (!pending) throw new Error('Nothing is pending at this place');
        const { actor, name, run } = pending;
        this.#say(`${actor.name}: ${name}${decision.fault === undefined ? '' : ` fails ${decision.fault} its effect`}`);
        this.current = actor;
        return run(decision.fault);
      }
      case 'time': {
        const timer = this.time.advance();
        if (!timer) throw new Error('Nothing is pending, and no timer runs');
        this.#say(`${timer.owner.name}: timer`);
        this.current = timer.owner;
        return timer.fire();
      }
      default: {
        const disturbance = this.disturbances[decision.place];
        this.#say(disturbance?.says ?? 'nothing');
        this.current = ENGINES;
        disturbance?.run();
      }
    }
  }

  #say(what: string): void {
    this.trace.push(`${this.#steps} ${this.time.elapsedMs} ms ${what}`);
  }
}
