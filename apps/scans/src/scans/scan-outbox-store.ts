import type { OutboxRow, OutboxSource } from '@fulfilment/messaging';
import type { Db, Document } from 'mongodb';
import { inOrderOf, type ScanDocument, SCANS, SHARDS, type Unpublished } from './scan-documents.ts';

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
    read: async ({ shards, after, limit }) => {
      const found = scans
        .find({
          ...isNew,
          [`${field}.lane`]: { $in: [...shards] },
          ...(after === undefined ? {} : { [`${field}.key`]: { $gt: after } }),
        })
        .sort({ [`${field}.key`]: 1, _id: 1 })
        .hint(inOrderOf(field))
        .limit(limit)
        .batchSize(limit);
      return (await found.toArray()).flatMap((document) => toRow(document, field));
    },
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

function toRow(document: ScanDocument, field: Unpublished): OutboxRow[] {
  const { _id: id, [field]: message } = document;
  if (!message) return [];
  const { topic, key, value, headers } = message;
  return [{ id, record: { topic, key, value, headers } }];
}
