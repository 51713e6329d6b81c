import type { AttemptResult } from './attempt-delivery.ts';
import type { LoadedEvents, PlannedDelivery } from './dispatch-ports.ts';
import type { Drain, OpenTarget } from './drain.ts';
import { makeAttempt } from './make-attempt.ts';
import type { Place } from './places.ts';
import type { RecordLine, RecordLines } from './record-lines.ts';

/** Deliveries of one record in a row before it is another's turn. */
const RUN = 20;

export interface Run {
  readonly lines: RecordLines;
  readonly line: RecordLine;
  readonly target: OpenTarget;
  /** For its first delivery. */
  readonly place: Place;
}

/** Delivers what is due of one record, each once the one before it is recorded, and gives its line back. */
export async function runLine(drain: Drain, run: Run): Promise<void> {
  const { lines, line } = run;
  const places = placesOf(drain, run.place);
  try {
    let sent = 0;
    while (sent < RUN && lines.isOpen()) {
      const rows = await rowsOf(drain, run);
      const [head] = rows;
      if (head && head.dueInMs > 0) return lines.wait(line, head.dueInMs);
      const came = await sendEach(drain, run, { rows, places });
      if (came === undefined) return lines.again(line);
      sent += rows.length;
      if (lines.end(line)) return;
    }
    lines.again(line);
  } finally {
    run.place.end();
  }
}

/** The one that the line was begun with, then one of its own for each. */
function placesOf({ flight }: Drain, first: Place): () => Promise<Place> {
  let unused: Place | undefined = first;
  return async () => {
    const place = unused ?? (await flight.place());
    unused = undefined;
    return place;
  };
}

async function rowsOf({ parts, lease }: Drain, { line, lines }: Run): Promise<readonly PlannedDelivery[]> {
  const { head, recordKey } = line;
  if (head) {
    line.head = undefined;
    return [head];
  }
  line.more = false;
  const rows = await parts.deliveries.ofRecord(lease.claim, { recordKey, through: lines.frontier(), limit: RUN });
  line.more ||= rows.length === RUN;
  return rows;
}

interface Rows {
  readonly rows: readonly PlannedDelivery[];
  readonly places: () => Promise<Place>;
}

/** Until one is not delivered: it may have to be tried again first. @returns undefined where the endpoint is to be looked at. */
async function sendEach(drain: Drain, run: Run, { rows, places }: Rows): Promise<'sent' | undefined> {
  const events = await drain.parts.loadEvents(rows);
  try {
    for (const row of rows) {
      const result = await sendOne(drain, run, { row, places, events });
      if (result === 'delivered') continue;
      run.line.more = true;
      return result === 'refused' ? 'sent' : undefined;
    }
    return 'sent';
  } finally {
    events.forget();
  }
}

interface Row extends Pick<Rows, 'places'> {
  readonly row: PlannedDelivery;
  readonly events: LoadedEvents;
}

async function sendOne(drain: Drain, { target }: Run, { row, places, events }: Row): Promise<AttemptResult | undefined> {
  // One that waits for its next try behind others was sent again by hand: it is the line's head next.
  if (row.dueInMs > 0) return 'refused';
  return makeAttempt(drain, target, { delivery: row, place: await places(), event: events.of(row) });
}
