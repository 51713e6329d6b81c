import { assertNever, backoffMs } from '@fulfilment/kernel';
import { HELD_FOR_GOOD } from '../deliveries/domain/endpoint-rest.ts';
import { deliverBatched } from './deliver-batched.ts';
import { deliverOrdered } from './deliver-ordered.ts';
import { deliverParallel } from './deliver-parallel.ts';
import type { Drain, DrainParts, OpenTarget } from './drain.ts';
import { makeFlight } from './flight.ts';
import type { Lease } from './lease.ts';
import { makePace } from './pace.ts';

const DROPPED_AT_ONCE = 1_000;
/** After a failure of our own, the endpoint waits; its receiver is not to blame. */
const AFTER_FAILURE = { firstMs: 1_000, maxMs: 5_000 };

/** Delivers what is due to one endpoint until nothing is left, and gives its queue back. Never rejects. */
export type DrainEndpoint = (lease: Lease) => Promise<void>;

export function makeDrainEndpoint(parts: DrainParts): DrainEndpoint {
  return async (lease) => {
    const startedMs = performance.now();
    const drain: Drain = {
      parts,
      lease,
      flight: makeFlight(),
      pace: makePace(lease.claim.orphaned),
      goesOn: () => lease.held() && !parts.mustYield(startedMs),
      mode: undefined,
      slow: undefined,
      deep: false,
      lines: undefined,
    };
    try {
      let over = false;
      while (!over && drain.goesOn()) over = await look(drain);
      await drain.flight.landed();
      if (!over) await lease.giveBack(drain.pace.pauseMs());
    } catch (error) {
      parts.logger.warn({ err: error, endpointId: lease.claim.endpointId }, 'endpoint given back after a failure');
      await drain.flight.landed();
      await giveBackLater(drain);
    }
  };
}

/** Looks at the endpoint once and does what there is to do. @returns whether its queue was given back. */
async function look(drain: Drain): Promise<boolean> {
  const { lease, flight, parts } = drain;
  lease.hush();
  const target = await parts.findTarget(lease.claim);
  if (target.type === 'open') return target.dropThrough === null ? deliver(drain, target) : dropHeld(drain, target.dropThrough);
  await flight.landed();
  switch (target.type) {
    case 'resting': {
      // A rest that is shorter than the space between two attempts does not shorten that.
      const until = new Date(Math.max(target.until.getTime(), Date.now() + drain.pace.pauseMs()));
      return lease.rest({ dueAt: until, heldUntil: until });
    }
    case 'paused':
    case 'disabled':
      return lease.rest({ dueAt: null, heldUntil: HELD_FOR_GOOD });
    case 'gone':
      return (await parts.deliveries.drop(lease.claim, { through: null, limit: DROPPED_AT_ONCE })) === 0 && lease.forget();
  }
}

async function deliver(drain: Drain, target: OpenTarget): Promise<boolean> {
  const { mode } = target;
  if (drain.mode !== mode.type) {
    // What is in flight was begun by other rules.
    await drain.flight.landed();
    drain.mode = mode.type;
    drain.lines = undefined;
  }
  switch (mode.type) {
    case 'parallel':
      return deliverParallel(drain, target);
    case 'ordered':
      return deliverOrdered(drain, target);
    case 'batched':
      return deliverBatched(drain, target, mode);
    default:
      return assertNever(mode);
  }
}

async function dropHeld(drain: Drain, through: number): Promise<boolean> {
  const { lease, flight, parts } = drain;
  await flight.landed();
  // What was read may be among it.
  drain.lines = undefined;
  const dropped = await parts.deliveries.drop(lease.claim, { through, limit: DROPPED_AT_ONCE });
  if (dropped === 0) await parts.endDropping(lease.claim, through);
  return false;
}

async function giveBackLater({ lease, parts, pace }: Drain): Promise<void> {
  try {
    await lease.giveBack(Math.max(pace.pauseMs(), backoffMs(1, AFTER_FAILURE)));
  } catch (error) {
    // The lease ends by itself.
    parts.logger.warn({ err: error, endpointId: lease.claim.endpointId }, 'lease left to end');
  }
}
