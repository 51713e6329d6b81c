import type { OutboxRow, OutboxSource } from '@fulfilment/messaging';
import type { Db, Document } from 'mongodb';
import { SHARDS, type ScanDocument, type Unpublished } from './scan-documents.ts';
import { inOrderOf, SCANS } from './scan-indexes.ts';

/** The events of scans as the relay publishes them: a scan whose event is not in the event log yet still has its record. */
export const scanEvents = (db: Db): OutboxSource => outboxIn(db, { name: SCANS, field: 'outbox' });

/** The same for what inventory is asked to do about scans. */
export const scanCommands = (db: Db): OutboxSource => outboxIn(db, { name: `${SCANS}.commands`, field: 'command' });

function outboxIn(db: Db, { name, field }: { readonly name: string; readonly field: Unpublished }): OutboxSource {
  const scans = db.collection<ScanDocument>(SCANS, {
    readConcern: { level: 'majority' },
    writeConcern: { w: 'majority', journal: true },
  });
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
  const { _id: id, [field]: waiting } = document;
  if (!waiting) return [];
  const { topic, key, value, headers } = waiting;
  return [{ id, record: { topic, key, value, headers } }];
}
