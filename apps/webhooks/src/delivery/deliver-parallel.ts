import type { PlannedDelivery } from '../use-cases/ports.ts';
import type { Deliver, Drain, OpenTarget } from './drain.ts';
import { makeAttempt } from './make-attempt.ts';
import { settle } from './settle.ts';

/** Deliveries that are looked up at once; they wait here while others of the endpoint are in flight. */
const LOOK_AHEAD = 50;

/** Delivers what is due, the oldest first, as many at once as the endpoint's window lets. */
export const deliverParallel: Deliver = async (drain, target) => {
  const { parts, lease, flight } = drain;
  const limit = lookAhead(target);
  const due = await parts.deliveries.due(lease.claim, { limit, except: flight.names() });
  if (!(await launchAll(drain, target, due)) || due.length === limit) return false;
  return settle(drain, { nextDueAt: () => parts.deliveries.nextDueAt(lease.claim) });
};

/** About a second's worth, so that another rate takes effect soon. */
function lookAhead({ maxRate }: OpenTarget): number {
  return maxRate === null ? LOOK_AHEAD : Math.min(LOOK_AHEAD, Math.max(1, Math.ceil(maxRate)));
}

/** @returns whether all of them were begun: else the endpoint is to be looked at again. */
export async function launchAll(drain: Drain, target: OpenTarget, due: readonly PlannedDelivery[]): Promise<boolean> {
  const { flight, goesOn } = drain;
  for (const delivery of due) {
    await flight.room();
    if (!goesOn() || flight.disturbed()) return false;
    flight.launch(delivery.id, async () => {
      await makeAttempt(drain, target, delivery);
    });
  }
  return true;
}
