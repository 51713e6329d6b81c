import { type OutboxRow, type OutboxSource, readOutboxPage } from '@fulfilment/messaging';
import type { Db, Document } from 'mongodb';
import {
  inOrderOf,
  type OutboxFields,
  type ScanDocument,
  SCANS,
  SHARDS,
  toScanDocument,
  type Unpublished,
} from './scan-documents.ts';
import type { ScanEntry } from './scan-ports.ts';

/** The outbox of events: a scan holds its event until that is published. */
export const scanEvents = (db: Db): OutboxSource => outboxIn(db, SCANS, 'outbox');

/** The outbox of commands for inventory. */
export const scanCommands = (db: Db): OutboxSource => outboxIn(db, `${SCANS}.commands`, 'command');

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
          .sort({ [`${field}.key`]: 1, _id: 1 })
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
      const oldest = await scans.findOne(isNew, { sort: { 'scan.received_at': 1 } });
      return oldest ? new Date(oldest.scan.received_at) : undefined;
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

/** @throws Error if the scan holds no such message; the index that it was found by has only those that do. */
function toRow(id: string, message: OutboxFields | undefined): OutboxRow {
  if (!message) throw new Error(`The scan ${id} has no message`);
  const { lane: shard, topic, key, value, headers } = message;
  return { id, shard, record: { topic, key, value, headers } };
}
