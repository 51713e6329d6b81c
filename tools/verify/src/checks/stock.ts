import { z } from 'zod';
import { all, alongside } from '../alongside.ts';
import { type Check, placeOf } from '../check.ts';
import { ALLOCATIONS, MOVEMENTS, SKUS } from '../documents.ts';
import type { Look } from '../look.ts';
import { stockFaults } from './stock-faults.ts';
import { readLedger } from './ledger.ts';

export const stockCheck: Check = {
  invariant: 1,
  name: 'stock',
  promise: 'Per SKU and place the ledger adds up to what lies there; what orders hold is what is allocated, and is on hand.',
  mayPass: false,
  run: async (look) => {
    const { findings, rows } = look;
    const { compared, differs } = findings;
    const ledger = alongside(rows(MOVEMENTS, { sort: { tenant: 1, sku: 1, version: 1, line: 1 } }), {
      keyOf: ({ tenant, sku }) => placeOf(tenant, sku),
      onOrphan: ({ tenant, sku }) => differs(`${tenant} ${sku}: the ledger has entries, and there is no such SKU`),
    });
    const holds = alongside(readHolds(look), {
      keyOf: ({ id: { tenant, sku } }) => placeOf(tenant, sku),
      onOrphan: ({ id: { tenant, sku } }) => differs(`${tenant} ${sku}: orders hold or want it, and there is no such SKU`),
    });
    for await (const sku of rows(SKUS, { sort: { tenant: 1, sku: 1 } })) {
      const place = placeOf(sku.tenant, sku.sku);
      const book = await readLedger(ledger.of(place));
      const [held = NOTHING] = await all(holds.of(place));
      compared('SKUs');
      compared('ledger entries', book.entries);
      for (const fault of stockFaults(sku, book, held)) differs(`${sku.tenant} ${sku.sku}: ${fault}`);
    }
    await ledger.end();
    await holds.end();
  },
};

const NOTHING = { held: 0, firm: 0, waiting: 0 };
const holdsOfSku = z.object({
  id: z.object({ tenant: z.string(), sku: z.string() }),
  held: z.int(),
  firm: z.int(),
  waiting: z.int(),
});

/** What all orders together hold of each SKU, and what they still lack. */
function readHolds({ pipeline }: Look): AsyncIterable<z.output<typeof holdsOfSku>> {
  const stages = [
    { $match: { state: { $in: ['open', 'confirmed'] } } },
    { $unwind: '$lines' },
    {
      $group: {
        _id: { tenant: '$tenant', sku: '$lines.sku' },
        held: { $sum: '$lines.allocated' },
        firm: inState('confirmed', '$lines.allocated'),
        waiting: inState('open', { $subtract: ['$lines.quantity', '$lines.allocated'] }),
      },
    },
    { $sort: { '_id.tenant': 1, '_id.sku': 1 } },
  ];
  return pipeline(ALLOCATIONS, stages, holdsOfSku);
}

const inState = (state: string, units: unknown) => ({ $sum: { $cond: [{ $eq: ['$state', state] }, units, 0] } });
