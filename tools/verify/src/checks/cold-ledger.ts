import { z } from 'zod';
import { COLD_MOVEMENTS, HOT_MOVEMENTS, SKUS } from '../compared-collections.ts';
import type { Check, Look, Range } from '../look.ts';
import { all } from '../merge-join.ts';
import { tenantsOf } from '../tenants-of.ts';

export const coldLedgerCheck: Check = {
  invariant: 1,
  name: 'cold ledger',
  promise: 'Each entry of the ledger is in one of its collections; those in cold storage are the first of their SKU by version.',
  isTransient: false,
  run: async (look) => {
    await look.pieces({ source: COLD_MOVEMENTS }, findTwins);
    // All of them first: the moment of this look is gone by the end of the walks.
    for (const tenant of await all(tenantsOf(look, COLD_MOVEMENTS)))
      await look.pieces({ source: SKUS, by: 'sku', filter: { tenant } }, (at, range) => compareBorders(at, tenant, range));
  },
};

async function findTwins({ rows, findings: { compared, differs } }: Look, range: Range): Promise<void> {
  const cold = await all(rows(COLD_MOVEMENTS, { filter: range }));
  if (cold.length === 0) return;
  compared('ledger entries', cold.length);
  const twins = rows(HOT_MOVEMENTS, { filter: { _id: { $in: cold.map(({ id }) => id) } } });
  for await (const { tenant, sku, id } of twins) differs(`${tenant} ${sku}: entry ${id} is in cold storage, and outside of it`);
}

const borders = z.object({
  sku: z.string(),
  cold: z.array(z.object({ version: z.int() })),
  hot: z.array(z.object({ version: z.int() })),
});

/** Holds the last entry in cold storage against the first outside of it. */
async function compareBorders({ pipeline, findings }: Look, tenant: string, range: Range): Promise<void> {
  const nearest = (from: string, as: string, direction: 1 | -1) => ({
    $lookup: {
      from,
      as,
      localField: 'sku',
      foreignField: 'sku',
      pipeline: [{ $match: { tenant } }, { $sort: { version: direction, line: direction } }, { $limit: 1 }],
    },
  });
  const stages = [
    { $match: range },
    nearest(COLD_MOVEMENTS.collection, 'cold', -1),
    { $match: { cold: { $ne: [] } } },
    nearest(HOT_MOVEMENTS.collection, 'hot', 1),
    { $sort: { sku: 1 } },
  ];
  for await (const { sku, cold, hot } of pipeline(SKUS, stages, borders)) {
    findings.compared('SKUs');
    const [last, first] = [cold[0]?.version ?? 0, hot[0]?.version];
    if (first !== undefined && first <= last)
      findings.differs(`${tenant} ${sku}: cold storage has version ${last}, and version ${first} is outside of it`);
  }
}
