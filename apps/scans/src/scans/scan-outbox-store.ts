import { mergeSources, type OutboxRow, type OutboxSource, readOutboxPage } from '@fulfilment/messaging';
import type { Db, Document } from 'mongodb';
import {
  inOrderOf,
  orderOf,
  type OutboxFields,
  type ScanDocument,
  SCANS,
  SHARDS,
  SINCE,
  toScanDocument,
  type Unpublished,
} from './scan-documents.ts';
import type { ScanEntry } from './scan-ports.ts';

/**
 * The outbox of events: a scan holds its events until they are published. Of one key the events of recorded scans go before those of
 * results, so that a result never overtakes its scan.
 */
export const scanEvents = (db: Db): OutboxSource =>
  mergeSources(outboxIn(db, SCANS, 'outbox'), resultsIn(db), { isOfSecond: (id) => id.endsWith(RESULT) });

/** The outbox of commands for inventory. */
export const scanCommands = (db: Db): OutboxSource => outboxIn(db, `${SCANS}.commands`, 'command');

/** Ends the id of the row of a result. */
const RESULT = '#result';

function resultsIn(db: Db): OutboxSource {
  const results = outboxIn(db, `${SCANS}.results`, 'result');
  return {
    ...results,
    read: async (from) => {
      const { rows, more } = await results.read(from);
      return { rows: rows.map(({ id, ...row }) => ({ ...row, id: `${id}${RESULT}` })), more };
    },
    markPublished: (ids) => results.markPublished(ids.map(scanOf)),
    deadLetter: (id, reason) => results.deadLetter(scanOf(id), reason),
  };
}

const scanOf = (rowId: string): string => rowId.slice(0, -RESULT.length);

function outboxIn(db: Db, name: string, field: Unpublished): OutboxSource {
  const scans = db.collection<ScanDocument>(SCANS);
  const isNew: Document = { [`${field}.state`]: 'new' };
  return {
    name,
    shards: SHARDS,
    read: ({ shards, after }) =>
      readOutboxPage(
        scans
          .find({
            ...isNew,
            [`${field}.lane`]: { $in: [...shards] },
            ...(after === undefined ? {} : { [`${field}.key`]: { $gt: after } }),
          })
          .sort({ [`${field}.key`]: 1, ...orderOf(field) })
          .hint(inOrderOf(field)),
        ({ _id: id, [field]: message }) => toRow(id, message),
      ),
    markPublished: async (ids) => {
      await scans.updateMany({ _id: { $in: [...ids] } }, { $unset: { [field]: '' } });
    },
    deadLetter: async (id, reason) => {
      await scans.updateOne({ _id: id, ...isNew }, { $set: { [`${field}.state`]: 'parked', [`${field}.error`]: reason } });
    },
    oldestAt: async () => {
      const oldest = await scans.findOne(isNew, { sort: { [SINCE[field]]: 1 } });
      if (!oldest) return undefined;
      return field === 'result' ? oldest.result?.since : new Date(oldest.scan.received_at);
    },
  };
}

/** The rows of scans that were just written, for the relays of {@link scanEvents} and {@link scanCommands}. */
export function rowsOf(entries: readonly ScanEntry[]): Record<'events' | 'commands', readonly OutboxRow[]> {
  const documents = entries.map(toScanDocument);
  return {
    events: documents.map(({ _id, outbox }) => toRow(_id, outbox)),
    commands: documents.flatMap(({ _id, command }) => (command ? [toRow(_id, command)] : [])),
  };
}

/** The row of a result that was just written, for the relay of {@link scanEvents}. */
export function resultRow(scanId: string, result: OutboxFields): OutboxRow {
  return { ...toRow(scanId, result), id: `${scanId}${RESULT}` };
}

/** @throws Error if the scan holds no such message; the index that it was found by has only those that do. */
function toRow(id: string, message: OutboxFields | undefined): OutboxRow {
  if (!message) throw new Error(`The scan ${id} has no message`);
  const { lane: shard, topic, key, value, headers } = message;
  return { id, shard, record: { topic, key, value, headers } };
}
