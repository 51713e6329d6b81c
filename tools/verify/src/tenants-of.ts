import type { Document } from 'mongodb';
import { z } from 'zod';
import type { Collection, Look } from './look.ts';

const owner = z.object({ id: z.string().nullable() });

/** Tenants that have documents in a collection with an index that begins with the tenant: one key of each is read. */
export async function* tenantsOf({ pipeline }: Look, collection: Collection, filter: Document = {}): AsyncGenerator<string> {
  let last: string | undefined;
  do {
    const behind = { ...filter, ...(last !== undefined && { tenant: { $gt: last } }) };
    const next = [{ $match: behind }, { $sort: { tenant: 1 } }, { $limit: 1 }, { $project: { _id: '$tenant' } }];
    let found: string | undefined;
    for await (const { id } of pipeline(collection, next, owner)) found = id ?? '';
    if (found !== undefined && found !== '') yield found;
    last = found;
  } while (last !== undefined);
}
