import { launchAll } from './deliver-parallel.ts';
import type { PlannedDelivery } from './dispatch-ports.ts';
import type { Drain, OpenTarget } from './drain.ts';
import { ringsWithin, settle } from './settle.ts';

type BatchedMode = Extract<OpenTarget['mode'], { type: 'batched' }>;

/** Batches that may be due beside what is not batched yet. */
const BATCHES_DUE = 20;
/** What another process stores meanwhile is seen after this. */
const LOOK_MS = 100;

/** Sends the batches that are due, and composes the next one when it is full or its oldest event has waited long enough. */
export async function deliverBatched(drain: Drain, target: OpenTarget, mode: BatchedMode): Promise<boolean> {
  const { parts, lease, flight } = drain;
  const due = await parts.deliveries.due(lease.claim, { limit: mode.maxEvents + BATCHES_DUE, except: flight.names() });
  const singles = due.filter(({ members }) => members === undefined);
  const batches = due.filter(({ members }) => members !== undefined);
  if (!(await launchAll(drain, target, batches))) return false;
  if (singles.length === 0) return settle(drain, { nextDueAt: () => parts.deliveries.nextDueAt(lease.claim) });
  await composeOrWait(drain, mode, singles);
  return false;
}

async function composeOrWait(drain: Drain, mode: BatchedMode, singles: readonly PlannedDelivery[]): Promise<void> {
  const { parts, flight } = drain;
  const oldestMs = Math.max(...singles.map(({ dueInMs }) => -dueInMs));
  const missingMs = singles.length >= mode.maxEvents ? 0 : mode.maxWaitMs - oldestMs;
  if (missingMs > 0) {
    await ringsWithin(drain, Math.min(missingMs, LOOK_MS));
    return;
  }
  // What is composed now would only wait: later it is more in one request.
  const place = await flight.place();
  place.end();
  if (drain.goesOn() && !flight.disturbed()) await parts.compose(singles, mode.maxEvents);
}
