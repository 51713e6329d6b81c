import { delay } from '@fulfilment/kernel';
import type { RelayOptions } from '@fulfilment/messaging';
import type { Scheduler } from './scheduler.ts';
import type { Actor } from './virtual-time.ts';

/** The times of `ShardLeases`. */
const LEASE_MS = 4_000;
const RENEW_MS = 1_500;
const SOLE_MS = 2_500;
const SUSPENDED_MS = 60_000;

interface Member {
  readonly instance: string;
  untilMs: number;
  isReplaced: boolean;
}

/** Departures from how leases work, for planted bugs. */
export interface LeaseBugs {
  /** A holder takes itself for the only member for ever. */
  readonly hasNoEpoch?: boolean;
  /** A lease that has run out stays with its holder, though that is gone. */
  readonly neverEnds?: boolean;
}

/** The lease and the members of one outbox with one shard, as `ShardLeases` keeps them in MongoDB, by one clock. */
export class MemoryLeases {
  readonly #scheduler: Scheduler;
  readonly #bugs: LeaseBugs;
  readonly #members = new Map<Actor, Member>();
  #owner: Actor | undefined;
  #untilMs = 0;

  constructor(scheduler: Scheduler, bugs: LeaseBugs) {
    this.#scheduler = scheduler;
    this.#bugs = bugs;
  }

  /** Has a process take part. @returns what its relays ask, and when it may write. */
  join(actor: Actor, instance: string): { readonly leases: RelayOptions['leases']; readonly joined: Promise<void> } {
    const joined = Promise.withResolvers<void>();
    const own = { isHeld: false, heldUntilMs: 0, soleUntilMs: 0, soleSince: 0 };
    const listeners: (() => void)[] = [];

    const renew = async (): Promise<{ readonly amongOthers: boolean }> => {
      const startedAtMs = performance.now();
      const { isHeld, alive, others } = await this.#scheduler.call(actor, 'renew lease', () => this.#renew(actor, instance));
      const gained = isHeld && !own.isHeld;
      const isSole = isHeld && others === 0;
      const becameSole = isSole && performance.now() >= own.soleUntilMs;
      own.isHeld = isHeld;
      own.heldUntilMs = startedAtMs + LEASE_MS;
      if (becameSole) own.soleSince += 1;
      own.soleUntilMs = isSole ? startedAtMs + SOLE_MS : 0;
      if (gained || becameSole) for (const listener of listeners) listener();
      return { amongOthers: alive > 1 };
    };

    const keepRenewing = async (): Promise<void> => {
      let isFirst = true;
      for (;;) {
        try {
          const { amongOthers } = await renew();
          if (isFirst) setTimeout(joined.resolve, amongOthers ? SOLE_MS : 0);
          isFirst = false;
        } catch {
          // It is tried again.
        }
        // wait: a lease is renewed at its pace.
        await delay(RENEW_MS);
      }
    };

    this.#takeOver(instance);
    void keepRenewing();
    const isHeldNow = (): boolean => own.isHeld && performance.now() < own.heldUntilMs;
    const leases = {
      held: () => (isHeldNow() ? [0] : []),
      soleSince: () => {
        if (this.#bugs.hasNoEpoch === true) return isHeldNow() ? 1 : undefined;
        return performance.now() < own.soleUntilMs ? own.soleSince : undefined;
      },
      onChange: (listener: () => void) => void listeners.push(listener),
    };
    return { leases, joined: joined.promise };
  }

  /** Ends the membership and the lease of an earlier process of the instance; it may only be suspended all the same. */
  #takeOver(instance: string): void {
    const nowMs = performance.now();
    for (const [actor, member] of this.#members) {
      if (member.instance !== instance) continue;
      member.isReplaced = true;
      member.untilMs = Math.min(member.untilMs, nowMs);
      if (this.#owner === actor) this.#untilMs = nowMs;
    }
  }

  #renew(actor: Actor, instance: string): { readonly isHeld: boolean; readonly alive: number; readonly others: number } {
    const nowMs = performance.now();
    const member = this.#members.get(actor) ?? { instance, untilMs: 0, isReplaced: false };
    this.#members.set(actor, member);
    if (!member.isReplaced) member.untilMs = nowMs + LEASE_MS;
    const isFree = this.#owner === undefined || (this.#bugs.neverEnds !== true && this.#untilMs <= nowMs);
    if (isFree && !member.isReplaced) this.#owner = actor;
    const isHeld = this.#owner === actor && !member.isReplaced;
    if (isHeld) this.#untilMs = nowMs + LEASE_MS;
    const members = [...this.#members.values()];
    const alive = members.filter(({ untilMs }) => untilMs > nowMs).length;
    const others = [...this.#members].filter(([each, { untilMs }]) => each !== actor && untilMs > nowMs - SUSPENDED_MS).length;
    return { isHeld, alive, others };
  }
}
