import type { Claim, QueueStore, Rested } from '../use-cases/ports.ts';

/** A worker's hold on one endpoint's queue. */
export interface Lease {
  readonly claim: Claim;
  /** Whether no other worker can have the queue now. */
  held(): boolean;
  /** Notes that the store has prolonged it, or that another worker has it. */
  prolonged(untilMs: number): void;
  lost(): void;
  /** Puts the queue to rest until `dueAt`. @returns false if it was woken meanwhile: look again. */
  rest(dueAt: Date | null): Promise<boolean>;
  /** Forgets the queue. @returns false if it was woken meanwhile: look again. */
  forget(): Promise<boolean>;
  /** Gives the queue back unfinished, due again in `afterMs` milliseconds. */
  giveBack(afterMs: number): Promise<void>;
}

/** @param untilMs when the lease ends if it is not prolonged, by `performance.now`. */
export function makeLease(queues: QueueStore, first: Claim, untilMs: number): Lease {
  let claim = first;
  let heldUntilMs = untilMs;

  const settle = (rested: Rested): boolean => {
    if (rested.type === 'woken') claim = { ...claim, wakes: rested.wakes };
    return rested.type !== 'woken';
  };
  return {
    get claim() {
      return claim;
    },
    held: () => performance.now() < heldUntilMs,
    prolonged: (newUntilMs) => {
      heldUntilMs = newUntilMs;
    },
    lost: () => {
      heldUntilMs = Number.NEGATIVE_INFINITY;
    },
    rest: async (dueAt) => settle(await queues.rest(claim, dueAt)),
    forget: async () => settle(await queues.forget(claim)),
    giveBack: (afterMs) => queues.giveBack(claim, afterMs),
  };
}
