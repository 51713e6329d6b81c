/** The lease of an endpoint's deliveries. */
export interface QueueDocument {
  /** The endpoint's id. */
  readonly _id: string;
  readonly tenant: string;
  /** When a worker may claim it: during a lease, the end of that; null while nothing is due, or while it is held. */
  readonly due_at: Date | null;
  /** Until then a wake-up does not make it due: its endpoint backs off, is paced, or (far away) is paused or disabled. */
  readonly held_until: Date | null;
  /** Counts wake-ups, so that a worker does not leave it idle after a wake-up that it has not seen. */
  readonly wakes: number;
  readonly owner: string | null;
  /** Fencing number: each claim raises it. */
  readonly epoch: number;
  /** Names the call that claimed it last. */
  readonly claim?: string;
  /** True if the receiver took the last attempt, or that before a single slow one, within a second. */
  readonly clean?: boolean;
  /** True if the last attempt was a single slow one. */
  readonly slow_once?: boolean;
  /** True if the last claim was a takeover from a worker that died. */
  readonly orphaned?: boolean;
}

/** Until when the queue of a paused or disabled endpoint is held: until the endpoint is changed. */
export const HELD_FOREVER = new Date('9999-01-01T00:00:00Z');

const OWNER = { $ifNull: ['$owner', null] };
const HELD_UNTIL = { $ifNull: ['$held_until', null] };
const DUE_AT = { $ifNull: ['$due_at', null] };
/** Two of the bounds may be null, which $min and $max leave out. */
const DUE_SOON = { $min: [DUE_AT, { $max: [HELD_UNTIL, '$$NOW'] }] };

const woken = (tenant: string) => ({
  tenant,
  owner: OWNER,
  epoch: { $ifNull: ['$epoch', 0] },
  wakes: { $add: [{ $ifNull: ['$wakes', 0] }, 1] },
});

/**
 * The update that wakes a queue: makes it due now, or creates it. A queue under a lease stays with its worker, which finds the
 * count of wake-ups changed before it leaves the queue idle, and reads again. A held queue is due at the end of its hold.
 */
export const wakeOf = (tenant: string) => [
  {
    $set: {
      ...woken(tenant),
      held_until: HELD_UNTIL,
      due_at: {
        $cond: [{ $or: [{ $ne: [OWNER, null] }, { $gte: [HELD_UNTIL, HELD_FOREVER] }] }, DUE_AT, DUE_SOON],
      },
    },
  },
];

/** As `wakeOf`, and ends the hold of the queue: its endpoint was changed. */
export const releaseOf = (tenant: string) => [
  {
    $set: {
      ...woken(tenant),
      held_until: null,
      due_at: { $cond: [{ $ne: [OWNER, null] }, DUE_AT, { $min: [DUE_AT, '$$NOW'] }] },
    },
  },
];
