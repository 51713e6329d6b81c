import type { z } from 'zod';
import { EVENT_BODIES, type EventRow, EVENTS } from '../documents.ts';
import { jsonOrNothing, type Look, placeOf } from '../look.ts';
import { type Alongside, alongside, batches } from '../merge-join.ts';

/** Where a body stands. */
export type Stored = Pick<EventRow, 'id' | 'tenant' | 'key' | 'created_at'>;

/** The bodies of events: `type` names the types that are read. */
type BodySchema = z.ZodObject<{ readonly type: z.ZodEnum<Record<string, string>> }>;

export interface RecordEventsOptions<Schema extends BodySchema> {
  readonly schema: Schema;
  /** The kind of their records, for findings: `SKU`. */
  readonly record: string;
}

// Bodies may be 900 KB.
const AT_ONCE = 100;

/**
 * The stored events of all records of a kind, each record's in the order in which they are stored, for who walks the records by tenant and
 * id. A body that cannot be read, and an event of no record, is a finding.
 */
export function recordEvents<Schema extends BodySchema>(
  look: Look,
  { schema, record }: RecordEventsOptions<Schema>,
): Alongside<z.output<Schema> & Stored> {
  const { differs } = look.findings;
  return alongside(readEvents(look, schema), {
    keyOf: ({ tenant, key }) => placeOf(tenant, key.slice(tenant.length + 1)),
    onOrphan: ({ id, tenant, key }) => differs(`event ${id} of ${tenant} (${key}): there is no such ${record}`),
  });
}

// Sorted without their bodies, which are read for those at hand alone.
async function* readEvents<Schema extends BodySchema>(
  { rows, findings }: Look,
  schema: Schema,
): AsyncGenerator<z.output<Schema> & Stored> {
  // Samples that try an endpoint out tell of no record.
  const filter = { type: { $in: schema.shape.type.options }, test: { $ne: true } };
  for await (const batch of batches(rows(EVENTS, { filter, sort: { tenant: 1, key: 1, position: 1 } }), AT_ONCE)) {
    const bodies = new Map<string, string>();
    const ids = batch.map(({ id }) => id);
    for await (const { id, body } of rows(EVENT_BODIES, { filter: { _id: { $in: ids } } })) bodies.set(id, body);
    for (const { id, tenant, key, created_at } of batch) {
      const parsed = schema.safeParse(jsonOrNothing(bodies.get(id) ?? ''));
      if (parsed.success) yield { ...parsed.data, id, tenant, key, created_at };
      else findings.differs(`event ${id} of ${tenant} (${key}): its body cannot be read`);
    }
  }
}
