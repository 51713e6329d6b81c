import { scanRecord } from '@fulfilment/contracts';
import { RECEIPTS } from '@fulfilment/idempotency';
import { tenantKey } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { type Caller, newCaller, type Reply, type ServiceInstance } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { accepted, openTestBed, type TestBed } from '../scans.fixture.ts';
import { SCANS } from './scan-documents.ts';

const seen = { barcode: '4006381333931', type: 'pick', device_id: 'gun-7' };
const batch = { scans: [seen, { barcode: '' }, { ...seen, barcode: '2', client_scan_id: 'c-1' }] };

let bed: TestBed;
let scans: ServiceInstance;
let other: ServiceInstance;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  [scans, other] = await Promise.all([bed.start(), bed.start()]);
});

afterAll(async () => {
  await Promise.all([scans.stop(), other.stop()]);
  await bed.stop();
});

const keyed = (by: Caller, key: string): Caller => ({ ...by, headers: { 'idempotency-key': key } });

const replayed = ({ headers }: Reply): boolean => headers.get('idempotency-replayed') === 'true';

const countOf = (by: Caller): Promise<number> => bed.mongo.db.collection(SCANS).countDocuments({ tenant: tenantKey(by) });

describe.each([
  ['POST /scans', seen, 1],
  ['POST /scans/batch', batch, 2],
])('%s', (to, body, count) => {
  test('a repeat gets the first answer from any instance, and records nothing', async () => {
    const by = keyed(newCaller(), 'k-1');
    const first = await scans.call(by, to, body);

    const repeats = [await scans.call(by, to, body), await other.call(by, to, body)];

    expect(replayed(first)).toBe(false);
    for (const repeat of repeats) {
      expect([repeat.status, repeat.body]).toEqual([first.status, first.body]);
      expect([replayed(repeat), repeat.headers.get('location')]).toEqual([true, first.headers.get('location')]);
    }
    expect(await countOf(by)).toBe(count);
  });

  test('concurrent requests to two processes have one effect and one answer', async () => {
    const by = keyed(newCaller(), 'k-1');

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, place) => (place % 2 === 0 ? scans : other).call(by, to, body)),
    );

    expect(new Set(replies.map((reply) => JSON.stringify([reply.status, reply.body]))).size).toBe(1);
    expect(replies.filter((reply) => !replayed(reply))).toHaveLength(1);
    expect(await countOf(by)).toBe(count);
  });

  test('422: the key with another body; it is another key elsewhere, and of another tenant', async () => {
    const by = keyed(newCaller(), 'k-1');
    await scans.call(by, to, body);

    const reused = await other.call(by, to, to === 'POST /scans' ? { ...seen, quantity: 1 } : { scans: [seen] });
    const elsewhere = await scans.call({ ...by, environment: 'production' }, to, body);

    expect(reused).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
    expect(replayed(elsewhere)).toBe(false);
    expect(await countOf(by)).toBe(count);
  });

  test('a key whose receipt has expired is a new key: a client_scan_id is for longer', async () => {
    const by = keyed(newCaller(), 'k-1');
    await scans.call(by, to, body);
    await bed.mongo.db.collection(RECEIPTS).deleteMany({});

    expect(replayed(await scans.call(by, to, body))).toBe(false);
    expect(await countOf(by)).toBe(to === 'POST /scans' ? 2 : 3);
  });
});

test('requests with keys and without share inserts, and each has its own answer', async () => {
  const by = newCaller();
  const wanted = Array.from({ length: 60 }, (_, place) => ({
    caller: place % 3 === 0 ? by : keyed(by, `k-${place % 20}`),
    body: { ...seen, barcode: place % 3 === 0 ? 'none' : `b-${place % 20}` },
  }));

  const replies = await Promise.all(wanted.map(({ caller, body }) => scans.call(caller, 'POST /scans', body)));

  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
  for (const [place, { body }] of replies.entries()) expect(body).toMatchObject({ barcode: wanted[place]?.body.barcode });
  const keys = new Set(wanted.flatMap(({ caller }) => caller.headers?.['idempotency-key'] ?? [])).size;
  expect(await countOf(by)).toBe(20 + keys);
});

test('a refusal is kept with the id of its request, and an invalid body is not', async () => {
  const by = newCaller();
  const first = await scans.call(by, 'POST /scans', { ...seen, client_scan_id: 'a' });
  const wrong = { ...seen, client_scan_id: 'a', quantity: 5 };
  const refused = await scans.call(keyed(by, 'k-1'), 'POST /scans', wrong);
  const repeat = await other.call(keyed(by, 'k-1'), 'POST /scans', wrong);

  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'duplicate_client_scan_id', scan_id: scanRecord.parse(first.body).id },
  });
  expect([repeat.status, repeat.body, replayed(repeat)]).toEqual([409, refused.body, true]);

  const bad = await scans.call(keyed(by, 'k-2'), 'POST /scans', { ...seen, quantity: -1 });
  const mended = await scans.call(keyed(by, 'k-2'), 'POST /scans', { ...seen, quantity: 1 });
  expect([bad.status, mended.status, replayed(mended)]).toEqual([422, 201, false]);
});

test('a repeat shows the scan as it was answered first, and applies it no second time', async () => {
  const by = keyed(newCaller(), 'k-1');
  const body = { barcode: '1', type: 'receive', sku: 'MUG-01', quantity: 2, apply: true };
  const first = await scans.call(by, 'POST /scans', body);
  const { id } = scanRecord.parse(first.body);
  const command = await eventually(() => {
    const [asked] = bed.commands.filter(({ scan_id }) => scan_id === id);
    if (!asked) throw new Error('Nothing was asked');
    return asked;
  });
  await bed.publish(accepted(command));
  await eventually(async () => expect((await scans.call(by, `GET /scans/${id}`)).body).toMatchObject({ applied: 'done' }));

  const repeat = await other.call(by, 'POST /scans', body);

  expect([repeat.status, repeat.body, replayed(repeat)]).toEqual([201, first.body, true]);
  expect(bed.commands.filter(({ account_id }) => account_id === by.accountId)).toEqual([command]);
});

test('prints how many scans with keys are recorded a second', async () => {
  const by = newCaller();
  const callers = 32;
  const each = 20;
  const startedAt = performance.now();

  await Promise.all(
    Array.from({ length: callers }, async (_, device) => {
      for (let count = 0; count < each; count += 1)
        await scans.call(keyed(by, `${device}-${count}`), 'POST /scans', { ...seen, device_id: `gun-${device}` });
    }),
  );

  const perSecond = Math.round((callers * each * 1_000) / (performance.now() - startedAt));
  process.stdout.write(`${callers} callers with keys: ${perSecond} scans/s recorded\n`);
  expect(await countOf(by)).toBe(callers * each);
});
