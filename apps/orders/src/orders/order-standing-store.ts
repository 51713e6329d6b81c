import type { Receipts } from '@fulfilment/idempotency';
import type { ClientSession, Collection } from 'mongodb';
import type { Saved } from './order-ports.ts';
import type { OrderDocument } from './order-documents.ts';
import { isNew, type OrderWrite } from './order-write-store.ts';

export interface Standing {
  readonly tenant: string;
  readonly session: ClientSession;
  readonly orders: Collection<OrderDocument>;
  readonly receipts: Pick<Receipts, 'find'>;
}

/**
 * Where two processes race for an external id, a claim or an order, the later commit is a write conflict: its transaction runs
 * again, and reads here what the other wrote.
 *
 * @returns what becomes of a write as things stand in this transaction's snapshot, and by the writes before it.
 */
export async function readStanding(writes: readonly OrderWrite[], standing: Standing): Promise<(write: OrderWrite) => Saved> {
  // Two queries for orders: of one with `$or` MongoDB makes a scan of all the tenant's orders.
  const versions = new Map(await readVersions(writes, standing));
  const keys = new Set(await readTakenKeys(writes, standing));
  const claims = new Set(await readTakenClaims(writes, standing));
  const isOutrun = (write: OrderWrite): boolean => {
    const { _id: id, external_key: key } = write.document;
    return (versions.get(id) ?? 0) !== write.from || (isNew(write) && key !== undefined && keys.has(key));
  };
  return (write) => {
    const { receipt } = write;
    const { _id: id, version, external_key: key } = write.document;
    if (receipt && claims.has(receipt.id)) return 'repeated';
    if (isOutrun(write)) return 'outrun';
    versions.set(id, version);
    if (key !== undefined) keys.add(key);
    if (receipt) claims.add(receipt.id);
    return 'saved';
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

async function readTakenClaims(
  writes: readonly OrderWrite[],
  { tenant, receipts, session }: Standing,
): Promise<Iterable<string>> {
  const ids = writes.flatMap(({ receipt }) => receipt?.id ?? []);
  return (await receipts.find(tenant, ids, session)).keys();
}
