import { scanCompleted } from '@fulfilment/contracts';
import { newId, tenantKey } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
import { MemoryScanLog } from './memory-scan-log.fixture.ts';
import { type CreatedScan, makeCreateScan } from './record-scans.ts';
import { aTenant, contextOf, seen } from './scan.builder.ts';

const at = new Date('2026-11-21T09:07:30.214Z');

function setUp() {
  const log = new MemoryScanLog<CreatedScan>();
  const context = contextOf(aTenant());
  return { log, context, createScan: makeCreateScan(log, { now: () => at, newId }) };
}

test('a scan is recorded as read: absent fields are null', async () => {
  const { createScan, context } = setUp();

  const {
    result: { type, scan },
  } = await createScan(seen({ sku: 'MUG-01', metadata: { shift: 'late' } }), context);

  expect(type).toBe('recorded');
  expect(scan).toEqual({
    id: scan.id,
    barcode: '4006381333931',
    type: 'pick',
    sku: 'MUG-01',
    quantity: null,
    location: null,
    order_id: null,
    device_id: null,
    operator: null,
    scanned_at: null,
    client_scan_id: null,
    metadata: { shift: 'late' },
    received_at: '2026-11-21T09:07:30.214Z',
    applied: null,
    refusal: null,
  });
});

test.each([
  ['2026-11-21T10:05:12+01:00', '2026-11-21T09:05:12.000Z'],
  ['2026-11-20T22:35:12.9-10:30', '2026-11-21T09:05:12.900Z'],
  ['2026-11-21T09:05:12.411987Z', '2026-11-21T09:05:12.411Z'],
])("a device's clock %s is answered in UTC with milliseconds: %s", async (scannedAt, answered) => {
  const { createScan, context } = setUp();

  const {
    result: { scan },
  } = await createScan(seen({ scanned_at: scannedAt }), context);

  expect(scan.scanned_at).toBe(answered);
});

test('its event holds the record of the answer', async () => {
  const { createScan, context, log } = setUp();

  const {
    result: { scan },
  } = await createScan(seen(), { ...context, traceparent: '00-a-b-01' });

  const event = log.entries[0]?.event;
  const body: unknown = JSON.parse(event?.value ?? '');
  expect(scanCompleted.parse(body)).toEqual({
    id: event?.id,
    type: 'scan.completed',
    created_at: scan.received_at,
    api_version: 'v1',
    account_id: context.tenant.accountId,
    environment: 'sandbox',
    data: scan,
  });
  expect(event).toMatchObject({ topic: 'scans.events', requestId: context.requestId, traceparent: '00-a-b-01' });
});

test('events of a device keep their order, and of a barcode where no device is named', async () => {
  const { createScan, context, log } = setUp();

  await createScan(seen({ device_id: 'gun-7' }), context);
  await createScan(seen(), context);

  const tenant = tenantKey(context.tenant);
  expect(log.entries.map(({ event }) => event.key)).toEqual([`${tenant}|gun-7`, `${tenant}|4006381333931`]);
});

test('the same scan again is the first one, however it is written', async () => {
  const { createScan, context, log } = setUp();
  const first = await createScan(
    seen({ client_scan_id: 'a', scanned_at: '2026-11-21T10:05:12+01:00', metadata: { a: '1', b: '2' } }),
    context,
  );

  const again = await createScan(
    seen({ client_scan_id: 'a', scanned_at: '2026-11-21T09:05:12Z', metadata: { b: '2', a: '1' } }),
    context,
  );

  expect(again).toEqual({ result: { type: 'known', scan: first.result.scan }, replayed: false });
  expect(log.entries.length).toBe(1);
});

test('the scan of another device is another scan, whatever its client_scan_id', async () => {
  const { createScan, context, log } = setUp();
  const devices = ['gun-7', 'gun-8', undefined];
  const created = [];
  for (const device of devices)
    created.push((await createScan(seen({ client_scan_id: 'a', device_id: device }), context)).result);

  expect(created.map(({ type, scan }) => [type, scan.device_id])).toEqual([
    ['recorded', 'gun-7'],
    ['recorded', 'gun-8'],
    ['recorded', null],
  ]);
  expect(log.entries.length).toBe(3);
});

test.each([
  { barcode: 'other' },
  { type: 'count' as const },
  { sku: 'MUG-02' },
  { quantity: 0 },
  { location: 'A3/S2' },
  { order_id: 'ord_1' },
  { operator: 'Kim' },
  { scanned_at: '2026-11-21T09:05:12Z' },
  { metadata: { shift: 'late' } },
])('another scan with the client_scan_id is refused, naming the first: %j', async (changes) => {
  const { createScan, context, log } = setUp();
  const {
    result: { scan },
  } = await createScan(seen({ client_scan_id: 'a' }), context);

  const refused = createScan(seen({ client_scan_id: 'a', ...changes }), context);

  await expect(refused).rejects.toMatchObject({
    kind: 'conflict',
    code: 'duplicate_client_scan_id',
    details: { scan_id: scan.id, errors: [{ pointer: '/client_scan_id', code: 'duplicate_client_scan_id' }] },
  });
  expect(log.entries.length).toBe(1);
});
