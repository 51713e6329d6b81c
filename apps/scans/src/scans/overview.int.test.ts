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

  const { minutes, ...counts } = scansOverview.parse((await ask(by)).body);
  expect(counts).toMatchObject({ last_minute: 2, last_hour: 3, last_day: 5 });
  const busy = minutes.filter(({ scans: count }) => count > 0);
  expect([minutes.length, minutes.reduce((sum, { scans: count }) => sum + count, 0), busy[0]?.scans]).toEqual([60, 3, 1]);
  const startOf = (time: number): string => new Date(time - (time % 60_000)).toISOString();
  const halfAnHourAgo = Date.now() - 30 * 60_000;
  expect([startOf(halfAnHourAgo), startOf(halfAnHourAgo - 60_000)]).toContain(busy[0]?.at);
  expect(minutes.at(-1)?.at).toBe(startOf(Date.parse(counts.as_of)));
});

test('counting reads the index and no scan', async () => {
  const by = newCaller();
  const { db } = bed.mongo;
  await scans.call(by, 'POST /scans', { barcode: '1' });
  await db.command({ profile: 2 });
  const history = openHistory(bed.mongo);
  const counted = await history.countSince(by, new Date(Date.now() - 60_000));
  const byMinute = await history.countByMinute(by, [new Date(Date.now() - 120_000), new Date(Date.now() - 60_000)]);
  await db.command({ profile: 0 });
  const looks = await db.collection('system.profile').find({ 'command.aggregate': SCANS }).toArray();

  // The key that is counted, and of a count the end of the range.
  expect([counted, byMinute]).toEqual([1, [0, 1]]);
  expect(looks.map(({ keysExamined, docsExamined }) => [keysExamined, docsExamined])).toEqual([
    [2, 0],
    [1, 0],
  ]);
});

test('the overview needs account:read', async () => {
  expect(await ask(newCaller('viewer'))).toMatchObject({ status: 403, body: { code: 'forbidden', permission: 'account:read' } });
});
