import type { PlannedDelivery } from './dispatch-ports.ts';
import { makeWaiting } from './waiting.ts';

/** What is known of one record's deliveries: its line. */
export interface RecordLine {
  readonly recordKey: string;
  /** The one to send next; undefined where it has to be looked up. */
  head: PlannedDelivery | undefined;
  /** Whether there may be others behind it, up to the frontier. */
  more: boolean;
}

/**
 * The lines of an ordered endpoint's records. Deliveries are read once each, in the order of the feed, up to a frontier; of
 * those behind the head of a line it is only remembered that they are there.
 */
export interface RecordLines {
  /** Position up to which deliveries were read. */
  frontier(): number;
  isOlderThan(ms: number): boolean;
  /** No longer lets lines be run: they are about to be read anew. */
  close(): void;
  isOpen(): boolean;
  /** Takes the next deliveries, in the order of the feed. */
  add(rows: readonly PlannedDelivery[]): void;
  /** The line whose turn it is: it is nobody else's until it is given back. */
  take(): RecordLine | undefined;
  /** Gives a line back, to be taken again after the others. */
  again(line: RecordLine): void;
  /** Gives a line back that waits for its head. */
  wait(line: RecordLine, forMs: number): void;
  /** Forgets a line that has come to its end. @returns false if something came to it meanwhile. */
  end(line: RecordLine): boolean;
  ready(): number;
  size(): number;
  /** Milliseconds until there is a line to take; undefined where none is left but those that were taken. */
  nextMs(): number | undefined;
}

export function makeRecordLines(now: () => number = () => performance.now()): RecordLines {
  const lines = new Map<string, RecordLine>();
  const waiting = makeWaiting<RecordLine>(now);
  const ready: RecordLine[] = [];
  const sinceMs = now();
  let frontier = 0;
  let open = true;

  const add = (row: PlannedDelivery): void => {
    frontier = Math.max(frontier, row.position);
    const known = lines.get(row.recordKey);
    if (known) {
      known.more = true;
      return;
    }
    // One that waits is looked up again when its time has come: what is known of it by then is old.
    const line = { recordKey: row.recordKey, head: row.dueInMs > 0 ? undefined : row, more: false };
    lines.set(row.recordKey, line);
    if (row.dueInMs > 0) waiting.add(line, row.dueInMs);
    else ready.push(line);
  };
  const countReady = (): number => {
    ready.push(...waiting.over());
    return ready.length;
  };
  return {
    frontier: () => frontier,
    isOlderThan: (ms) => now() - sinceMs > ms,
    close: () => {
      open = false;
    },
    isOpen: () => open,
    add: (rows) => {
      for (const row of rows) add(row);
    },
    take: () => (countReady() > 0 ? ready.shift() : undefined),
    again: (line) => {
      ready.push(line);
    },
    wait: (line, forMs) => waiting.add(line, forMs),
    end: (line) => !line.more && lines.delete(line.recordKey),
    ready: countReady,
    size: () => lines.size,
    nextMs: () => (ready.length > 0 ? 0 : waiting.nextMs()),
  };
}
