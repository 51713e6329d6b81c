import type { LocationNames as NamesMessage } from '@fulfilment/contracts';
import { firstIdAt, newId, type Tenant } from '@fulfilment/kernel';
import type { Mongo } from '@fulfilment/mongo';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { LOCATION_NAMES, LocationNames, type LocationNamesDocument } from './location-names-store.ts';
import { openHistory, openScanDatabase } from './scan-database.fixture.ts';
import { type ScanDocument, SCANS, toScanDocument } from './scan-documents.ts';
import { aTenant, scanEntry } from './scan.builder.ts';

let mongo: Mongo;
let names: LocationNames;

beforeAll(async () => {
  mongo = await openScanDatabase(inject('engines').mongodbUrl);
  names = new LocationNames(mongo.db);
});

afterAll(() => mongo.stop());

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 9, minute));

type Name = readonly [id: string, path: string, version: number, minute: number];

const told = ({ accountId, environment }: Tenant, ...locations: readonly Name[]): NamesMessage => ({
  type: 'locations',
  account_id: accountId,
  environment,
  locations: locations.map(([id, path, version, minute]) => ({ id, path, version, since: at(minute).toISOString() })),
  request_id: newId('req'),
});

/** Scans that were received at these minutes, and sent for these places; the barcode says which. */
async function scanned(tenant: Tenant, ...sent: readonly (readonly [minute: number, location: string])[]): Promise<void> {
  const documents = sent.map(([minute, location]): ScanDocument => {
    const document = toScanDocument(scanEntry(tenant, { location, barcode: `${minute} ${location}` }));
    const id = firstIdAt('scn', at(minute));
    return { ...document, _id: id, scan: { ...document.scan, id } };
  });
  // The ids of two tenants at one moment are the same.
  await mongo.db.collection<ScanDocument>(SCANS).deleteMany({ _id: { $in: documents.map(({ _id }) => _id) } });
  await mongo.db.collection<ScanDocument>(SCANS).insertMany(documents);
}

const foundAt = async (tenant: Tenant, ...location: readonly string[]) => {
  const { data } = await openHistory(mongo).page(tenant, { location }, { limit: 50, cursor: undefined });
  return data.map(({ barcode }) => barcode);
};

test('scans of a place are found by each of its names: its id, its path in both forms, and a path of before', async () => {
  const [tenant, id] = [aTenant(), newId('loc')];
  await names.record([told(tenant, [id, 'MAIN:A3/S2', 1, 0], [id, 'MAIN:B1/S2', 2, 10], [newId('loc'), 'MAIN:C1/S1', 1, 0])]);
  await scanned(tenant, [1, 'A3/S2'], [2, 'MAIN:A3/S2'], [3, id], [11, 'B1/S2'], [12, 'A3/S2'], [13, 'C1/S1']);

  for (const name of [id, 'A3/S2', 'MAIN:A3/S2', 'B1/S2', 'MAIN:B1/S2'])
    expect([name, await foundAt(tenant, name)]).toEqual([name, ['12 A3/S2', '11 B1/S2', `3 ${id}`, '2 MAIN:A3/S2', '1 A3/S2']]);
  expect(await foundAt(tenant, 'C1/S1', 'B1/S2')).toHaveLength(6);
  expect(await foundAt(tenant, 'W2:A3/S2')).toEqual([]);
});

test('a path that passed to another location is a name of each for its own time', async () => {
  const [tenant, first, second] = [aTenant(), newId('loc'), newId('loc')];
  await names.record([
    told(tenant, [first, 'MAIN:A1', 1, 0], [first, 'MAIN:OLD', 2, 10]),
    told(tenant, [second, 'MAIN:X1', 1, 0], [second, 'MAIN:A1', 2, 20]),
  ]);
  await scanned(tenant, [1, 'MAIN:A1'], [2, 'MAIN:X1'], [11, 'MAIN:OLD'], [12, 'MAIN:A1'], [21, 'MAIN:A1']);

  expect(await foundAt(tenant, first)).toEqual(['12 MAIN:A1', '11 MAIN:OLD', '1 MAIN:A1']);
  expect(await foundAt(tenant, 'MAIN:OLD')).toEqual(['12 MAIN:A1', '11 MAIN:OLD', '1 MAIN:A1']);
  expect(await foundAt(tenant, second)).toEqual(['21 MAIN:A1', '2 MAIN:X1']);
  // The text that was asked for is found whenever it was sent.
  expect(await foundAt(tenant, 'MAIN:A1')).toEqual(['21 MAIN:A1', '12 MAIN:A1', '2 MAIN:X1', '1 MAIN:A1']);
});

test('names that come again, late or in another order end in the same record, and those of another tenant stay apart', async () => {
  const [tenant, other, id] = [aTenant(), aTenant(), newId('loc')];
  const all: readonly Name[] = [
    [id, 'MAIN:A', 1, 0],
    [id, 'MAIN:B', 3, 10],
    [id, 'MAIN:C', 4, 20],
  ];
  for (const name of [...all, ...all].toReversed()) await names.record([told(tenant, name)]);

  const document = await mongo.db.collection<LocationNamesDocument>(LOCATION_NAMES).findOne({ _id: id });
  expect(document?.names.map(({ path, version }) => [path, version])).toEqual([
    ['MAIN:A', 1],
    ['MAIN:B', 3],
    ['MAIN:C', 4],
  ]);
  expect(await names.othersOf(other, ['MAIN:A', id])).toEqual([]);
});

test('the last 20 names of a location are kept', async () => {
  const [tenant, id] = [aTenant(), newId('loc')];
  for (let version = 1; version <= 25; version += 1)
    await names.record([told(tenant, [id, `MAIN:S${version}`, version, version])]);

  expect((await names.othersOf(tenant, [id])).map(({ text }) => text)).toEqual(
    Array.from({ length: 20 }, (_, place) => `MAIN:S${place + 6}`),
  );
});
