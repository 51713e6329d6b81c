import type { OutboxRow, OutboxSource } from '@fulfilment/messaging';
import type { Db } from 'mongodb';
import { LANES, SCANS, type ScanDocument, UNPUBLISHED_IN_ORDER } from './scan-document.ts';

/** The log of scans as what the relay publishes from: a scan whose event is not in the event log yet still has its record. */
export function scanOutbox(db: Db): OutboxSource {
  const scans = db.collection<ScanDocument>(SCANS, {
    readConcern: { level: 'majority' },
    writeConcern: { w: 'majority', journal: true },
  });
  return {
    name: SCANS,
    lanes: LANES,
    read: async ({ lanes, after, limit }) => {
      const found = scans
        .find({
          'outbox.lane': { $in: [...lanes] },
          'outbox.state': 'new',
          ...(after === undefined ? {} : { 'outbox.key': { $gt: after } }),
        })
        .sort({ 'outbox.key': 1, _id: 1 })
        .hint(UNPUBLISHED_IN_ORDER)
        .limit(limit)
        .batchSize(limit);
      return (await found.toArray()).flatMap(toRow);
    },
    markPublished: async (ids) => {
      await scans.updateMany({ _id: { $in: [...ids] } }, { $unset: { outbox: '' } });
    },
    park: async (id, reason) => {
      await scans.updateOne({ _id: id, 'outbox.state': 'new' }, { $set: { 'outbox.state': 'parked', 'outbox.error': reason } });
    },
    oldestAt: async () => {
      const oldest = await scans.findOne({ 'outbox.state': 'new' }, { sort: { 'scan.received_at': 1 } });
      return oldest ? new Date(oldest.scan.received_at) : undefined;
    },
  };
}

function toRow({ _id, outbox }: ScanDocument): OutboxRow[] {
  if (!outbox) return [];
  const { topic, key, value, headers } = outbox;
  return [{ id: _id, record: { topic, key, value, headers } }];
}
