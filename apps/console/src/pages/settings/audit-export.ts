import { type ListPage, readRows } from '../../api/call.ts';
import { saveFile } from '../../api/files.ts';
import type { AuditEntryRecord, WebhookChangeRecord } from '../../api/types.ts';
import { newestFirst } from './merged-rows.ts';

type Entry = AuditEntryRecord | WebhookChangeRecord;

/** Reads one page of an audit log with the filters of the page. */
export type ReadEntries = (cursor: string | undefined) => Promise<ListPage<Entry>>;

/** Entries of each log that one file has at most. */
export const MOST_SAVED = 10_000;

const COLUMNS = ['created_at', 'environment', 'action', 'target_type', 'target_id', 'actor', 'address', 'request_id', 'details'];

/** Saves the entries of the logs as one CSV file, newest first. @returns true where a log has more than {@link MOST_SAVED}. */
export async function saveEntries(logs: readonly ReadEntries[], name: string): Promise<boolean> {
  const read = await Promise.all(logs.map((log) => readRows(log, MOST_SAVED)));
  const sorted = read.flatMap(({ rows }) => rows).toSorted(newestFirst);
  const { unparse } = await import('papaparse');
  const text = unparse([COLUMNS, ...sorted.map(cellsOf)], { escapeFormulae: true });
  saveFile(new File([`${text}\r\n`], name, { type: 'text/csv' }));
  return read.some(({ hasMore }) => hasMore);
}

function cellsOf({ created_at: at, environment, action, target, actor, address, request_id: requestId, details }: Entry) {
  return [at, environment, action, target.type, target.id, actor, address, requestId, JSON.stringify(details)];
}
