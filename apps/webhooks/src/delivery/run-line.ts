import type { PlannedDelivery } from '../use-cases/ports.ts';
import type { Drain, OpenTarget } from './drain.ts';
import { makeAttempt } from './make-attempt.ts';
import type { RecordLine, RecordLines } from './record-lines.ts';

/** Deliveries of one record in a row before it is another's turn. */
const RUN = 20;

export interface Run {
  readonly lines: RecordLines;
  readonly line: RecordLine;
  readonly target: OpenTarget;
}

/** Delivers what is due of one record, one after the other, and gives its line back. */
export async function runLine(drain: Drain, run: Run): Promise<void> {
  const { lines, line } = run;
  let sent = 0;
  while (sent < RUN && lines.isOpen()) {
    const rows = await rowsOf(drain, run);
    const [head] = rows;
    if (head && head.dueInMs > 0) return lines.wait(line, head.dueInMs);
    const came = await sendEach(drain, run, rows);
    if (came === undefined) return lines.again(line);
    sent += rows.length;
    if (lines.end(line)) return;
  }
  lines.again(line);
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

/** Until one is not delivered: it may have to be tried again first. @returns undefined where the endpoint is to be looked at. */
async function sendEach(drain: Drain, { line, target }: Run, rows: readonly PlannedDelivery[]): Promise<'sent' | undefined> {
  for (const row of rows) {
    // One that waits for its next try behind others was sent again by hand: it is the line's head next.
    const result = row.dueInMs > 0 ? 'refused' : await makeAttempt(drain, target, row);
    if (result === 'delivered') continue;
    line.more = true;
    return result === 'refused' ? 'sent' : undefined;
  }
  return 'sent';
}
