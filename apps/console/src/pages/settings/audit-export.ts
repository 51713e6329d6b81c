import type { ListPage } from '../../api/call.ts';
import { saveFile } from '../../api/files.ts';
import type { AuditEntryRecord, WebhookChangeRecord } from '../../api/types.ts';

type Entry = AuditEntryRecord | WebhookChangeRecord;

/** Reads one page of an audit log with the filters of the page. */
export type ReadEntries = (cursor: string | undefined) => Promise<ListPage<Entry>>;

/** Entries of each log that one file has at most. */
export const MOST_SAVED = 10_000;

const COLUMNS = ['created_at', 'environment', 'action', 'target_type', 'target_id', 'actor', 'address', 'request_id', 'details'];

/** Saves the entries of the logs as one CSV file, newest first. @returns true where a log has more than {@link MOST_SAVED}. */
export async function saveEntries(logs: readonly ReadEntries[], name: string): Promise<boolean> {
  const read = await Promise.all(logs.map(entriesOf));
  const entries = read.flatMap(({ entries: some }) => some);
  // Of one moment, in the order of their ids, as the page has them.
  const sorted = entries.toSorted((one, other) => compare(other.created_at, one.created_at) || compare(other.id, one.id));
  const { unparse } = await import('papaparse');
  const text = unparse([COLUMNS, ...sorted.map(cellsOf)], { escapeFormulae: true });
  saveFile(new File([`${text}\r\n`], name, { type: 'text/csv' }));
  return read.some(({ isCut }) => isCut);
}

async function entriesOf(read: ReadEntries) {
  const entries: Entry[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null && entries.length < MOST_SAVED) {
    const page = await read(cursor);
    entries.push(...page.data);
    cursor = page.next_cursor;
  }
  return { entries, isCut: cursor !== null };
}

function cellsOf({ created_at: at, environment, action, target, actor, address, request_id: requestId, details }: Entry) {
  return [at, environment, action, target.type, target.id, actor, address, requestId, JSON.stringify(details)];
}

const compare = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);
