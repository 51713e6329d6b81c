import type { PlannedDelivery } from './dispatch-ports.ts';
import type { Deliver, Drain, OpenTarget } from './drain.ts';
import { makeAttempt } from './make-attempt.ts';
import { settle } from './settle.ts';

/** Deliveries that are looked up at once, and where that was not all of them. They wait here while others are in flight. */
const LOOK_AHEAD = 50;
const LOOK_DEEP = 500;

/** Delivers what is due, the oldest first, as many at once as the endpoint's window lets. */
export const deliverParallel: Deliver = async (drain, target) => {
  const { parts, lease, flight } = drain;
  const limit = lookAhead(drain, target);
  const due = await parts.deliveries.due(lease.claim, { limit, except: flight.names() });
  drain.deep = due.length === limit;
  if (!(await launchAll(drain, target, due)) || drain.deep) return false;
  return settle(drain, { nextDueAt: () => parts.deliveries.nextDueAt(lease.claim) });
};

/** About a second's worth, so that another rate takes effect soon. */
function lookAhead({ deep }: Drain, { maxRate }: OpenTarget): number {
  const most = deep ? LOOK_DEEP : LOOK_AHEAD;
  return maxRate === null ? most : Math.min(most, Math.max(1, Math.ceil(maxRate)));
}

/** @returns whether all of them were begun: else the endpoint is to be looked at again. */
export async function launchAll(drain: Drain, target: OpenTarget, due: readonly PlannedDelivery[]): Promise<boolean> {
  const { flight, goesOn, parts } = drain;
  const events = await parts.loadEvents(due);
  try {
    for (const delivery of due) {
      const place = await flight.place();
      if (!goesOn() || flight.disturbed()) {
        place.end();
        return false;
      }
      const event = events.of(delivery);
      flight.launch(delivery.id, async () => {
        await makeAttempt(drain, target, { delivery, place, event });
      });
    }
    return true;
  } finally {
    events.forget();
  }
}
