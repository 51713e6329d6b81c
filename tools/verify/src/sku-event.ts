import { z } from 'zod';
import { batches, alongside } from './alongside.ts';
import { placeOf } from './check.ts';
import { jsonOrNothing } from './json-or-nothing.ts';
import type { Look } from './look.ts';
import { EVENT_BODIES, type EventRow, EVENTS } from './webhook-documents.ts';

const quantities = z.object({ on_hand: z.int(), allocated: z.int() });

const skuEvent = z.object({
  type: z.enum(['inventory.updated', 'inventory.low_stock']),
  sequence: z.int(),
  previous: quantities.nullable(),
  data: z.object({ ...quantities.shape, version: z.int(), low_stock: z.boolean() }),
});

/** What was told of a SKU at one of its versions. */
export type SkuEvent = z.output<typeof skuEvent> & Pick<EventRow, 'id' | 'tenant' | 'key' | 'created_at'>;

// Bodies may be 900 KB.
const AT_ONCE = 100;

/** The stored events of all SKUs, each SKU's in the order in which they are stored, for who walks the SKUs. */
export function skuEvents(look: Look) {
  return alongside(readSkuEvents(look), {
    keyOf: ({ tenant, key }) => placeOf(tenant, key.slice(tenant.length + 1)),
    onOrphan: ({ id, tenant, key }) => look.findings.differs(`event ${id} of ${tenant} (${key}): there is no such SKU`),
  });
}

// Sorted without their bodies, which are read for those at hand alone.
async function* readSkuEvents({ rows, findings }: Look): AsyncGenerator<SkuEvent> {
  const filter = { type: { $in: skuEvent.shape.type.options } };
  for await (const batch of batches(rows(EVENTS, { filter, sort: { tenant: 1, key: 1, position: 1 } }), AT_ONCE)) {
    const bodies = new Map<string, string>();
    const ids = batch.map(({ id }) => id);
    for await (const { id, body } of rows(EVENT_BODIES, { filter: { _id: { $in: ids } } })) bodies.set(id, body);
    for (const { id, tenant, key, created_at } of batch) {
      const parsed = skuEvent.safeParse(jsonOrNothing(bodies.get(id) ?? ''));
      if (parsed.success) yield { ...parsed.data, id, tenant, key, created_at };
      else findings.differs(`event ${id} of ${tenant} (${key}): its body cannot be read`);
    }
  }
}
