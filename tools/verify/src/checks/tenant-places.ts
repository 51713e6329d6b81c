import { z } from 'zod';
import { batches } from '../alongside.ts';
import { LOCATIONS, MOVEMENTS, SKUS } from '../documents.ts';
import type { Look } from '../look.ts';

const AT_ONCE = 1_000;
const used = z.object({ id: z.object({ tenant: z.string(), location: z.string() }) });

/** Holds that stock lies only at places of its own tenant. */
export async function placesKeepToTheirs(look: Look): Promise<void> {
  const ofSkus = [
    { $project: { tenant: 1, location: { $concatArrays: [['$location_id'], '$stock.location_id'] } } },
    { $unwind: '$location' },
    { $group: { _id: { tenant: '$tenant', location: '$location' } } },
  ];
  const ofLedger = [{ $group: { _id: { tenant: '$tenant', location: '$location_id' } } }];
  await areOwn(look, 'SKUs', look.pipeline(SKUS, ofSkus, used));
  await areOwn(look, 'the ledger', look.pipeline(MOVEMENTS, ofLedger, used));
}

async function areOwn({ rows, findings }: Look, what: string, places: AsyncIterable<z.output<typeof used>>): Promise<void> {
  for await (const batch of batches(places, AT_ONCE)) {
    const owners = new Map<string, string>();
    const ids = batch.map(({ id: { location } }) => location);
    for await (const { id, tenant } of rows(LOCATIONS, { filter: { _id: { $in: ids } } })) owners.set(id, tenant);
    findings.compared('places in use', batch.length);
    for (const { id } of batch) {
      const owner = owners.get(id.location);
      if (owner !== id.tenant)
        findings.differs(`${id.tenant}: ${what} of it use ${id.location}, which is ${owner ? `of ${owner}` : 'no location'}`);
    }
  }
}
