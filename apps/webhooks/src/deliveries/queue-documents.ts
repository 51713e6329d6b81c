import { HELD_FOR_GOOD } from './domain/endpoint-rest.ts';

const OWNER = { $ifNull: ['$owner', null] };
const HELD_UNTIL = { $ifNull: ['$held_until', null] };
const DUE_AT = { $ifNull: ['$due_at', null] };
/** Two of the bounds are null where there is none, and $min and $max leave null out. */
const DUE_SOON = { $min: [DUE_AT, { $max: [HELD_UNTIL, '$$NOW'] }] };

const woken = (tenant: string) => ({
  tenant,
  owner: OWNER,
  epoch: { $ifNull: ['$epoch', 0] },
  wakes: { $add: [{ $ifNull: ['$wakes', 0] }, 1] },
});

/**
 * The update that makes a queue due now, or makes the queue. A queue that a worker has stays with it: it finds the count of
 * wakes changed when it wants to rest, and looks again. One that is held is due at the end of that, if it has one.
 */
export const wakeOf = (tenant: string) => [
  {
    $set: {
      ...woken(tenant),
      held_until: HELD_UNTIL,
      due_at: {
        $cond: [{ $or: [{ $ne: [OWNER, null] }, { $gte: [HELD_UNTIL, HELD_FOR_GOOD] }] }, DUE_AT, DUE_SOON],
      },
    },
  },
];

/** As `wakeOf`, also for a queue that is held: its endpoint was changed so that it need not be any more. */
export const releaseOf = (tenant: string) => [
  {
    $set: {
      ...woken(tenant),
      held_until: null,
      due_at: { $cond: [{ $ne: [OWNER, null] }, DUE_AT, { $min: [DUE_AT, '$$NOW'] }] },
    },
  },
];

/** The lease of an endpoint's deliveries. */
export interface QueueDocument {
  /** The endpoint's id. */
  readonly _id: string;
  readonly tenant: string;
  /** From when on a worker may claim it: while one has it, the end of its lease; null while nothing is due, or while it is held. */
  readonly due_at: Date | null;
  /** Before this moment a wake does not make it due: its endpoint rests, is paced, or (far away) is paused or disabled. */
  readonly held_until: Date | null;
  /** Counts what made it due, so that a worker does not put it to rest over something it has not seen. */
  readonly wakes: number;
  readonly owner: string | null;
  /** Counts claims. */
  readonly epoch: number;
  /** Names the call that claimed it last. */
  readonly claim?: string;
  /** Whether the worker before the last died with it. */
  readonly orphaned?: boolean;
}
