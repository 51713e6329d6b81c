import { jsonOrNothing } from '@fulfilment/kernel';
import type { z } from 'zod';
import { EVENT_BODIES, type EventRow, EVENTS } from './compared-collections.ts';
import { eventKeyOf, type Look, type OwnedRecord } from './look.ts';
import { type Alongside, alongside, batches, without } from './merge-join.ts';

/** Where a body stands. */
export type Stored = Pick<EventRow, 'id' | 'tenant' | 'key' | 'created_at'>;

/** The bodies of events: `type` names the types that are read. */
type BodySchema = z.ZodObject<{ readonly type: z.ZodEnum<Record<string, string>> }>;

// Bodies may be 900 KB.
const AT_ONCE = 100;

/**
 * The stored events of some records, each record's in the order in which they are stored, for who walks the records by tenant and id. A body
 * that cannot be read is a finding.
 */
export function recordEvents<Schema extends BodySchema>(
  look: Look,
  schema: Schema,
  records: readonly OwnedRecord[],
): Alongside<z.output<Schema> & Stored> {
  return alongside(readEvents(look, schema, records), { keyOf: ({ key }) => key, onOrphan: () => undefined });
}

// Samples that try an endpoint out tell of no record.
const ofTypes = (schema: BodySchema) => ({ type: { $in: schema.shape.type.options }, test: { $ne: true } });

// Sorted without their bodies, which are read for those at hand alone.
async function* readEvents<Schema extends BodySchema>(
  { rows, findings }: Look,
  schema: Schema,
  records: readonly OwnedRecord[],
): AsyncGenerator<z.output<Schema> & Stored> {
  const filter = { key: { $in: records.map(eventKeyOf) }, ...ofTypes(schema) };
  for await (const batch of batches(rows(EVENTS, { filter, sort: { key: 1, position: 1 } }), AT_ONCE)) {
    const bodies = new Map<string, string>();
    const ids = batch.map(({ id }) => id);
    for await (const { id, body } of rows(EVENT_BODIES, { filter: { _id: { $in: ids } } })) bodies.set(id, body);
    for (const { id, tenant, key, created_at } of batch) {
      // One of another tenant than its key is of no record.
      if (!key.startsWith(`${tenant}|`)) continue;
      const parsed = schema.safeParse(jsonOrNothing(bodies.get(id) ?? ''));
      if (parsed.success) yield { ...parsed.data, id, tenant, key, created_at };
      else findings.differs(`event ${id} of ${tenant} (${key}): its body cannot be read`);
    }
  }
}

interface Records {
  /** The types of events that tell of them. */
  readonly schema: BodySchema;
  /** The kind of the records, for findings: `SKU`. */
  readonly record: string;
  /** Finds those of some records that are there. */
  readonly find: (look: Look, records: readonly OwnedRecord[]) => AsyncIterable<OwnedRecord>;
}

/** Finds events of records that are not there. */
export function findLostEvents(look: Look, { schema, record, find }: Records): Promise<void> {
  return look.pieces({ source: EVENTS }, async (at, range) => {
    const events = at.rows(EVENTS, { filter: { ...range, ...ofTypes(schema) }, sort: { _id: 1 } });
    const lost = without(events, { recordOf, find: (records) => find(at, records) });
    for await (const { id, tenant, key } of lost)
      at.findings.differs(`event ${id} of ${tenant} (${key}): there is no such ${record}`);
  });
}

function recordOf({ tenant, key }: Pick<EventRow, 'tenant' | 'key'>): OwnedRecord {
  return { tenant, id: key.slice(tenant.length + 1) };
}
