import type { Claim, QueueStore, Rest, Rested } from './dispatch-ports.ts';

/** A worker's hold on one endpoint's queue. */
export interface Lease {
  readonly claim: Claim;
  /** Whether no other worker can have the queue now. */
  held(): boolean;
  /** Notes that the store has prolonged it, or that another worker has it. */
  prolonged(untilMs: number): void;
  lost(): void;
  /** Tells whoever drains the queue that something came to it. */
  ring(): void;
  /** Forgets that it rang: what came by now is about to be looked at. */
  hush(): void;
  /** Resolves once it rings, or has since the last hush. */
  rung(): Promise<void>;
  /** Puts the queue to rest. @returns false if it was woken meanwhile: look again. */
  rest(rest: Rest): Promise<boolean>;
  /** Forgets the queue. @returns false if it was woken meanwhile: look again. */
  forget(): Promise<boolean>;
  /** Gives the queue back unfinished, due again in `afterMs` milliseconds. */
  giveBack(afterMs: number): Promise<void>;
}

/** @param untilMs when the lease ends if it is not prolonged, by `performance.now`. */
export function makeLease(queues: QueueStore, first: Claim, untilMs: number): Lease {
  let claim = first;
  let heldUntilMs = untilMs;
  let bell = Promise.withResolvers<void>();

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
    ring: () => bell.resolve(),
    hush: () => {
      bell = Promise.withResolvers<void>();
    },
    rung: () => bell.promise,
    rest: async (rest) => settle(await queues.rest(claim, rest)),
    forget: async () => settle(await queues.forget(claim)),
    giveBack: (afterMs) => queues.giveBack(claim, afterMs),
  };
}
