import { backoffMs } from '@fulfilment/kernel';
import type { Logger } from '@fulfilment/observability';
import type { Delivery } from '../domain/delivery.ts';
import type { AttemptDelivery } from '../use-cases/attempt-delivery.ts';
import type { DeliveryStore, FindTarget } from '../use-cases/ports.ts';
import type { FairSlots } from './fair-slots.ts';
import { type Flight, makeFlight } from './flight.ts';
import type { Lease } from './lease.ts';

export interface DrainParts {
  readonly deliveries: DeliveryStore;
  readonly findTarget: FindTarget;
  readonly attempt: AttemptDelivery;
  readonly slots: FairSlots;
  /** Whether the endpoint should be given back although something is left: the worker stops, or others wait for their turn. */
  readonly mustYield: (startedMs: number) => boolean;
  readonly logger: Logger;
}

/** Deliveries that are looked up at once; they wait here while others of the endpoint are in flight. */
const LOOK_AHEAD = 50;
const DROPPED_AT_ONCE = 1_000;
/** After a failure of our own, the endpoint waits; its receiver is not to blame. */
const AFTER_FAILURE = { firstMs: 1_000, maxMs: 5_000 };

/** Delivers what is due to one endpoint until nothing is left, and gives its queue back. Never rejects. */
export type DrainEndpoint = (lease: Lease) => Promise<void>;

export function makeDrainEndpoint(parts: DrainParts): DrainEndpoint {
  return async (lease) => {
    const flight = makeFlight();
    const startedMs = performance.now();
    const goesOn = (): boolean => lease.held() && !parts.mustYield(startedMs);
    try {
      let over = false;
      while (!over && goesOn()) over = await look(parts, { lease, flight, goesOn });
      await flight.landed();
      if (!over) await lease.giveBack(0);
    } catch (error) {
      parts.logger.warn({ err: error, endpointId: lease.claim.endpointId }, 'endpoint given back after a failure');
      await flight.landed();
      await giveBackLater(parts, lease);
    }
  };
}

interface Drain {
  readonly lease: Lease;
  readonly flight: Flight;
  readonly goesOn: () => boolean;
}

/** Looks at the endpoint once and does what there is to do. @returns whether its queue was given back. */
async function look(parts: DrainParts, drain: Drain): Promise<boolean> {
  const { lease, flight } = drain;
  const target = await parts.findTarget(lease.claim);
  if (target.type === 'open') return deliverDue(parts, drain);
  await flight.landed();
  switch (target.type) {
    case 'resting':
      return lease.rest(target.until);
    case 'paused':
    case 'disabled':
      return lease.rest(null);
    case 'gone':
      return (await parts.deliveries.drop(lease.claim, DROPPED_AT_ONCE)) === 0 && lease.forget();
  }
}

async function deliverDue(parts: DrainParts, { lease, flight, goesOn }: Drain): Promise<boolean> {
  const due = await parts.deliveries.due(lease.claim, { limit: LOOK_AHEAD, except: flight.ids() });
  if (due.length > 0) {
    await launchAll(parts, { due, flight, goesOn });
    return false;
  }
  if (flight.ids().length > 0) {
    await flight.change();
    return false;
  }
  return lease.rest((await parts.deliveries.nextDueAt(lease.claim)) ?? null);
}

interface Launch {
  readonly due: readonly Delivery[];
  readonly flight: Flight;
  readonly goesOn: () => boolean;
}

async function launchAll({ slots, attempt }: DrainParts, { due, flight, goesOn }: Launch): Promise<void> {
  for (const delivery of due) {
    await flight.room();
    if (!goesOn() || flight.disturbed()) return;
    const giveBack = await slots.take(delivery.tenant);
    flight.launch(delivery.id, () => attempt(delivery).finally(giveBack));
  }
}

async function giveBackLater({ logger }: DrainParts, lease: Lease): Promise<void> {
  try {
    await lease.giveBack(backoffMs(1, AFTER_FAILURE));
  } catch (error) {
    // The lease ends by itself.
    logger.warn({ err: error, endpointId: lease.claim.endpointId }, 'lease left to end');
  }
}
