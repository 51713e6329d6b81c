import { scansOverview } from '@fulfilment/contracts';
import { firstIdAt, tenantKey } from '@fulfilment/kernel';
import { type Caller, identityOf, newCaller, type ServiceInstance } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openTestBed, type TestBed } from '../scans.fixture.ts';
import { openHistory } from './scan-database.fixture.ts';
import { type ScanDocument, SCANS } from './scan-documents.ts';

let bed: TestBed;
let scans: ServiceInstance;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  scans = await bed.start();
});

afterAll(async () => {
  await scans.stop();
  await bed.stop();
});

const minutesAgo = (minutes: number): string => firstIdAt('scn', new Date(Date.now() - minutes * 60_000));
const ask = async (by: Caller) => scans.send('GET /account/v1/overview/scans', { token: await identityOf(by, 'scans') });

test('the overview counts the scans of one tenant in the last minute, hour and day', async () => {
  const [by, other] = [newCaller(), newCaller()];
  await scans.call(other, 'POST /scans', { barcode: '1' });
  await scans.call(by, 'POST /scans/batch', { scans: [{ barcode: '1' }, { barcode: '2' }] });
  const collection = bed.mongo.db.collection<ScanDocument>(SCANS);
  const [newest] = await collection.find({ tenant: tenantKey(by) }).toArray();
  if (!newest) throw new Error('There is no scan');
  const older = [30, 90, 23 * 60, 25 * 60].map((minutes) => ({
    ...newest,
    _id: `${minutesAgo(minutes).slice(0, -1)}${minutes % 7}`,
  }));
  await collection.insertMany(older);

  expect(scansOverview.parse((await ask(by)).body)).toMatchObject({ last_minute: 2, last_hour: 3, last_day: 5 });
});

test('counting reads the index and no scan', async () => {
  const by = newCaller();
  const { db } = bed.mongo;
  await scans.call(by, 'POST /scans', { barcode: '1' });
  await db.command({ profile: 2 });
  const counted = await openHistory(bed.mongo).countSince(by, new Date(Date.now() - 60_000));
  await db.command({ profile: 0 });
  const looks = await db.collection('system.profile').find({ 'command.aggregate': SCANS }).toArray();

  // The key that is counted, and the end of the range.
  expect([counted, looks.map(({ keysExamined, docsExamined }) => [keysExamined, docsExamined])]).toEqual([1, [[2, 0]]]);
});

test('the overview needs account:read', async () => {
  expect(await ask(newCaller('viewer'))).toMatchObject({ status: 403, body: { code: 'forbidden', permission: 'account:read' } });
});
