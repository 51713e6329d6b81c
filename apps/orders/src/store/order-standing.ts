import type { ClientSession, Collection } from 'mongodb';
import type { OrderDocument } from './order-document.ts';
import { isNew, type OrderWrite } from './order-write.ts';

export interface Standing {
  readonly tenant: string;
  readonly session: ClientSession;
  readonly orders: Collection<OrderDocument>;
}

/**
 * Where two processes race for an external id or an order, the later commit is a write conflict: its transaction runs again,
 * and reads here what the other wrote.
 *
 * @returns whether a write fits what stands in this transaction's snapshot, and the writes before it.
 */
export async function readStanding(writes: readonly OrderWrite[], standing: Standing): Promise<(write: OrderWrite) => boolean> {
  // Two queries: of one with `$or` MongoDB makes a scan of all the tenant's orders.
  const versions = new Map(await readVersions(writes, standing));
  const keys = new Set(await readTakenKeys(writes, standing));
  return (write) => {
    const { _id: id, version, external_key: key } = write.document;
    if ((versions.get(id) ?? 0) !== write.from) return false;
    if (isNew(write) && key !== undefined && keys.has(key)) return false;
    versions.set(id, version);
    if (key !== undefined) keys.add(key);
    return true;
  };
}

async function readVersions(writes: readonly OrderWrite[], { tenant, orders, session }: Standing): Promise<[string, number][]> {
  const ids = writes.filter((write) => !isNew(write)).map(({ document: { _id: id } }) => id);
  if (ids.length === 0) return [];
  const found = orders.find({ tenant, _id: { $in: ids } }, { session, projection: { version: 1 } });
  return (await found.toArray()).map(({ _id: id, version }) => [id, version]);
}

async function readTakenKeys(writes: readonly OrderWrite[], { tenant, orders, session }: Standing): Promise<string[]> {
  const wanted = writes.filter(isNew).flatMap(({ document }) => document.external_key ?? []);
  if (wanted.length === 0) return [];
  const found = orders.find({ tenant, external_key: { $in: wanted } }, { session, projection: { external_key: 1 } });
  return (await found.toArray()).flatMap(({ external_key: key }) => key ?? []);
}
