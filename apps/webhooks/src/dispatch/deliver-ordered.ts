import type { Deliver, Drain, OpenTarget } from './drain.ts';
import { makeRecordLines, type RecordLines } from './record-lines.ts';
import { runLine } from './run-line.ts';
import { ringsWithin, settle } from './settle.ts';

/** Deliveries read at once while lines are looked for. */
const PAGE = 500;
/** Lines that are enough to go on with. */
const ENOUGH_READY = 32;
/** With as many records waiting for a retry, others have to wait too. */
const MOST_LINES = 20_000;
/** What was sent again by hand among what is read already is found after this. */
const LINES_LIVE_MS = 10_000;
/** With as many lines, reading them anew costs more than to keep the lease; other processes' events are then looked for. */
const MANY_LINES = 200;
const LOOK_MS = 100;

/** Delivers the events of each record one after the other, in the order of the feed, and those of other records beside them. */
export const deliverOrdered: Deliver = async (drain, target) => {
  const lines = await linesOf(drain);
  const isAll = await readOn(drain, lines);
  if (!(await launchReady(drain, target, lines))) return false;
  if (!isAll) {
    // Where all that may be known waits for a retry, looking again at once would find just that.
    if (lines.size() >= MOST_LINES) await ringsWithin(drain, lines.nextMs() ?? LOOK_MS, drain.flight.change());
    return false;
  }
  return settle(drain, {
    nextMs: () => lines.nextMs(),
    lingerMs: lines.size() > MANY_LINES ? LOOK_MS : 0,
    nextDueAt: async () => {
      // Whatever wakes the queue now may be among what was read.
      drain.lines = undefined;
      const waitMs = lines.nextMs();
      return waitMs === undefined ? undefined : new Date(Date.now() + waitMs);
    },
  });
};

/** Lines that are too old are read anew, once nothing of them is in flight. */
async function linesOf(drain: Drain): Promise<RecordLines> {
  if (drain.lines?.isOlderThan(LINES_LIVE_MS) === true) {
    drain.lines.close();
    await drain.flight.landed();
    drain.lines = undefined;
  }
  drain.lines ??= makeRecordLines();
  return drain.lines;
}

/** @returns whether all that is pending has been read. */
async function readOn({ parts, lease }: Drain, lines: RecordLines): Promise<boolean> {
  while (lines.ready() < ENOUGH_READY && lines.size() < MOST_LINES) {
    const page = await parts.deliveries.behind(lease.claim, lines.frontier(), PAGE);
    if (page.some(({ members }) => members !== undefined)) {
      // Of before it was in order, or sent again since. What is in it comes behind it in the feed, and is read next.
      await parts.dissolve(lease.claim);
      continue;
    }
    lines.add(page);
    if (page.length < PAGE) return true;
  }
  return false;
}

/** @returns whether all that are ready were begun: else the endpoint is to be looked at again. */
async function launchReady(drain: Drain, target: OpenTarget, lines: RecordLines): Promise<boolean> {
  const { flight, goesOn } = drain;
  while (lines.ready() > 0) {
    if (lines.isOlderThan(LINES_LIVE_MS)) return false;
    const place = await flight.place();
    const line = goesOn() && !flight.disturbed() ? lines.take() : undefined;
    if (!line) {
      place.end();
      return false;
    }
    flight.launch(line.recordKey, () => runLine(drain, { lines, line, target, place }));
  }
  return true;
}
