import { firstIdAt, type OutgoingMessage } from '@fulfilment/kernel';
import { DEAD_ROWS, OUTBOX_KEPT_SECONDS, type OutboxOperator } from '@fulfilment/messaging';
import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb';
import { outboxOf, type ScanDocument, SCANS, UNPUBLISHED } from './scan-documents.ts';

/** Makes the messages of a scan as they were: the command where it is to be applied, the result where its event was written. */
export type MessagesOf = (document: ScanDocument) => {
  readonly event: OutgoingMessage;
  readonly command: OutgoingMessage | undefined;
  readonly result: OutgoingMessage | undefined;
};

interface Parts {
  readonly scans: Collection<ScanDocument>;
  readonly messagesOf: MessagesOf;
}

const AT_ONCE = 500;

/** The operator's view of both outboxes. The id of a row is `<field>:<id of the scan>`. */
export function scanOutboxOperator(db: Db, messagesOf: MessagesOf): OutboxOperator {
  const scans = db.collection<ScanDocument>(SCANS);
  return {
    // Scans carry their messages for good; the bound is that of the other services.
    keptSeconds: async () => OUTBOX_KEPT_SECONDS,
    deadRows: async () => {
      const found = await Promise.all(
        UNPUBLISHED.map(async (field) => {
          const refused = scans
            .find({ [`${field}.state`]: 'parked' })
            .sort({ _id: 1 })
            .limit(DEAD_ROWS);
          return (await refused.toArray()).map(({ _id: id, scan, [field]: message }) => ({
            id: `${field}:${id}`,
            topic: message?.topic ?? '',
            key: message?.key ?? '',
            error: message?.error ?? '',
            writtenAt: new Date(scan.received_at),
          }));
        }),
      );
      return found.flat().slice(0, DEAD_ROWS);
    },
    retry: async (row) => {
      const [name, id = ''] = row.split(':', 2);
      const field = UNPUBLISHED.find((each) => each === name);
      if (!field) return false;
      const update = { $set: { [`${field}.state`]: 'new' }, $unset: { [`${field}.error`]: '' as const } };
      return (await scans.updateOne({ _id: id, [`${field}.state`]: 'parked' }, update)).matchedCount === 1;
    },
    republish: (since, topic) => republish({ scans, messagesOf }, since, topic),
  };
}

/** Messages are not kept once they are published: they are made again, as they were, from the scans. */
async function republish({ scans, messagesOf }: Parts, since: Date, topic: string | undefined): Promise<number> {
  const until = firstIdAt('scn', new Date());
  let count = 0;
  for (let after = firstIdAt('scn', since); ;) {
    const found = await scans
      .find({ _id: { $gt: after, $lt: until } })
      .sort({ _id: 1 })
      .limit(AT_ONCE)
      .toArray();
    const { _id: last } = found.at(-1) ?? {};
    if (last === undefined) return count;
    const writes = found.flatMap((document) => restored(document, messagesOf(document), topic));
    if (writes.length > 0) count += (await scans.bulkWrite(writes)).modifiedCount;
    after = last;
  }
}

function restored(
  { _id: id, scan }: ScanDocument,
  { event, command, result }: ReturnType<MessagesOf>,
  topic: string | undefined,
): AnyBulkWriteOperation<ScanDocument>[] {
  // Of a scan that has its outcome the command is done.
  const messages = { outbox: event, ...(scan.applied === 'pending' ? { command } : {}), result };
  return Object.entries(messages).flatMap(([field, message]) =>
    message && (topic === undefined || topic === message.topic)
      ? [
          {
            updateOne: {
              filter: { _id: id, [field]: { $exists: false } },
              update: { $set: { [field]: { ...outboxOf(message), ...(field === 'result' ? { since: new Date() } : {}) } } },
            },
          },
        ]
      : [],
  );
}
