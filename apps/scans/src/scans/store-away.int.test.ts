import { scanRecord } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { newCaller, type ServiceInstance } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openTestBed, type TestBed } from '../scans.fixture.ts';
import { openStoreLine, type StoreLine } from './store-line.fixture.ts';

let bed: TestBed;
let line: StoreLine;
let scans: ServiceInstance;

beforeAll(async () => {
  const { mongodbUrl } = inject('engines');
  bed = await openTestBed(inject('engines'));
  line = await openStoreLine(mongodbUrl, bed.mongo);
  scans = await bed.start({ MONGODB_URL: line.url });
});

afterAll(async () => {
  await scans.stop();
  await line.stop();
  await bed.stop();
});

test('503 while the store is unavailable; the repeated request is recorded once, with its event', async () => {
  const by = newCaller();
  const create = () => scans.call(by, 'POST /scans', { barcode: '4006381333931', client_scan_id: 'gun-7-1' });
  line.cut();

  const refused = await Promise.all([create(), scans.call(by, 'GET /scans')]);

  for (const { status, headers, body } of refused) {
    expect({ status, body }).toMatchObject({ status: 503, body: { code: 'upstream_unavailable', retryable: true } });
    expect(headers.get('retry-after')).toBe('1');
  }
  expect(await scans.internal('/readyz')).toContain('"mongodb":"failing"');

  line.mend();
  const repeated = await eventually(async () => {
    const reply = await create();
    expect(reply.status).toBe(201);
    return scanRecord.parse(reply.body);
  });
  await eventually(() => expect(bed.events.map(({ data }) => data)).toContainEqual(repeated));
  expect((await scans.call(by, 'GET /scans')).body).toMatchObject({ data: [repeated] });
});
