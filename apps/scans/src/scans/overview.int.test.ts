import { scansOverview } from '@fulfilment/contracts';
import { firstIdAt, tenantKey } from '@fulfilment/kernel';
import { type Caller, identityOf, newCaller, type ServiceInstance } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openTestBed, type TestBed } from '../scans.fixture.ts';
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
  const halfAnHourAgo = Date.now() - 30 * 60_000;
  expect([minuteOf(halfAnHourAgo), minuteOf(halfAnHourAgo - 60_000)]).toContain(busy[0]?.at);
  expect(minutes.at(-1)?.at).toBe(minuteOf(Date.parse(counts.as_of)));
});

/** The start of the minute that a time is in. */
const minuteOf = (time: number): string => new Date(time - (time % 60_000)).toISOString();

/** Records scans of one device and operator. */
const scanned = (of: Caller, device_id: string | undefined, operator: string | undefined, times: number) =>
  scans.call(of, 'POST /scans/batch', { scans: Array.from({ length: times }, () => ({ barcode: '1', device_id, operator })) });

test('the overview names the ten devices and operators with the most scans of the last day, and those of none', async () => {
  const [by, other] = [newCaller(), newCaller()];
  for (let gun = 1; gun <= 11; gun += 1) await scanned(by, `gun-${gun}`, 'Kim', gun);
  await scanned(by, undefined, undefined, 7);
  await scanned(other, 'gun-11', 'Robin', 9);
  const collection = bed.mongo.db.collection<ScanDocument>(SCANS);
  const old = await collection.findOne({ tenant: tenantKey(by), 'scan.device_id': 'gun-1' });
  if (!old) throw new Error('There is no scan');
  await collection.insertOne({ ...old, _id: minutesAgo(25 * 60) });

  const { looked_at, by_device, by_operator } = scansOverview.parse((await ask(by)).body).busiest;

  expect(looked_at).toBe(73);
  expect(by_device.slice(0, 6).map(({ device_id, scans: count }) => [device_id, count])).toEqual([
    ['gun-11', 11],
    ['gun-10', 10],
    ['gun-9', 9],
    ['gun-8', 8],
    [null, 7],
    ['gun-7', 7],
  ]);
  expect(by_device).toHaveLength(10);
  expect(by_operator).toEqual([
    { operator: 'Kim', scans: 66 },
    { operator: null, scans: 7 },
  ]);
});

test('the overview needs account:read', async () => {
  expect(await ask(newCaller('viewer'))).toMatchObject({ status: 403, body: { code: 'forbidden', permission: 'account:read' } });
});
