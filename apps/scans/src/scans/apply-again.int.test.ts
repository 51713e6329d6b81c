import { operations, scanRecord, type ScanRecord, type ScanResult } from '@fulfilment/contracts';
import { RECEIPTS } from '@fulfilment/idempotency';
import { tenantKey } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { type Caller, newCaller, type Reply, type ServiceInstance } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { accepted, openTestBed, type TestBed } from '../scans.fixture.ts';
import { SCANS, UNDER_CLAIM } from './scan-documents.ts';

const receipt = { barcode: '4006381333931', type: 'receive', sku: 'MUG-01', quantity: 24, apply: true };
const look = { barcode: '4006381333931', type: 'pick' };

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

const keyed = (): Caller => ({ ...newCaller(), headers: { 'idempotency-key': 'k-1' } });

const replayed = ({ headers }: Reply): boolean => headers.get('idempotency-replayed') === 'true';

const countOf = (by: Caller): Promise<number> => bed.mongo.db.collection(SCANS).countDocuments({ tenant: tenantKey(by) });

const commandsOf = (by: Caller): number => bed.commands.filter(({ account_id }) => account_id === by.accountId).length;

/** Expires all receipts. */
const expire = () => bed.mongo.db.collection(RECEIPTS).deleteMany({});

/** Has inventory post the movement of a scan. @returns the scan as it is then. */
async function post(by: Caller, { id }: ScanRecord): Promise<ScanRecord> {
  const command = await eventually(() => {
    const asked = bed.commands.find(({ scan_id }) => scan_id === id);
    if (!asked) throw new Error(`Nothing was asked for ${id}`);
    return asked;
  });
  await bed.publish(accepted(command));
  return eventually(async () => {
    const scan = scanRecord.parse((await scans.call(by, `GET /scans/${id}`)).body);
    expect(scan.applied).toBe('done');
    return scan;
  });
}

function resultsOf({ status, body }: Reply): readonly ScanResult[] {
  expect(status).toBe(200);
  return operations.createScans.replies[200].body.parse(body).results;
}

test('a scan that moved stock does not move it again when its receipt has expired: the repeat shows it as it is', async () => {
  const by = keyed();
  const first = await scans.call(by, 'POST /scans', receipt);
  const posted = await post(by, scanRecord.parse(first.body));
  await expire();

  const repeats = [await scans.call(by, 'POST /scans', receipt), await other.call(by, 'POST /scans', receipt)];

  for (const repeat of repeats) {
    expect([repeat.status, repeat.body, replayed(repeat)]).toEqual([201, posted, true]);
    expect(repeat.headers.get('location')).toBe(first.headers.get('location'));
  }
  expect([await countOf(by), commandsOf(by)]).toEqual([1, 1]);
});

test.each([{ ...receipt, quantity: 25 }, { ...receipt, client_scan_id: 'a' }, look])(
  '422: another scan under the key of one that moved stock, weeks later: %j',
  async (body) => {
    const by = keyed();
    await scans.call(by, 'POST /scans', receipt);
    await expire();

    const reused = await scans.call(by, 'POST /scans', body);

    expect([reused.status, replayed(reused)]).toEqual([422, false]);
    expect(reused.body).toMatchObject({ code: 'idempotency_key_reused' });
    expect(await countOf(by)).toBe(1);
  },
);

test('concurrent repeats after the receipt has expired are all the first scan; another key and another tenant are not', async () => {
  const by = keyed();
  const { body } = await scans.call(by, 'POST /scans', receipt);
  await expire();

  const repeats = await Promise.all(
    Array.from({ length: 20 }, (_, place) => (place % 2 === 0 ? scans : other).call(by, 'POST /scans', receipt)),
  );
  const others = [
    await scans.call({ ...by, headers: { 'idempotency-key': 'k-2' } }, 'POST /scans', receipt),
    await scans.call({ ...by, environment: 'production' }, 'POST /scans', receipt),
  ];

  const { id } = scanRecord.parse(body);
  expect(new Set(repeats.map((repeat) => scanRecord.parse(repeat.body).id))).toEqual(new Set([id]));
  expect(repeats.every(replayed)).toBe(true);
  expect(others.map((reply) => [reply.status, replayed(reply)])).toEqual([
    [201, false],
    [201, false],
  ]);
  expect(await countOf(by)).toBe(2);
});

test('a scan that was known by its client_scan_id stays known when the receipt is gone', async () => {
  const by = keyed();
  const body = { ...receipt, client_scan_id: 'a' };
  const { body: first } = await scans.call({ ...by, headers: {} }, 'POST /scans', body);
  await scans.call(by, 'POST /scans', body);
  await expire();

  const again = await scans.call(by, 'POST /scans', body);

  expect([again.status, again.body, await countOf(by)]).toEqual([200, first, 1]);
});

test('a batch that moved stock is answered whole when its receipt is gone, and records nothing', async () => {
  const by = keyed();
  const batch = {
    scans: [
      receipt,
      { barcode: '' },
      look,
      { ...receipt, client_scan_id: 'a' },
      { ...receipt, client_scan_id: 'a' },
      { ...receipt, client_scan_id: 'a', quantity: 1 },
      receipt,
    ],
  };
  const first = resultsOf(await scans.call(by, 'POST /scans/batch', batch));
  const records = first.flatMap((result) => (result.record?.applied ? [result.record] : []));
  const posted = new Map<string, ScanRecord>();
  for (const record of records) posted.set(record.id, await post(by, record));
  await expire();

  const repeat = await other.call(by, 'POST /scans/batch', batch);

  expect(first.map(({ status }) => status)).toEqual([201, 422, 201, 201, 200, 409, 201]);
  expect(replayed(repeat)).toBe(true);
  expect(resultsOf(repeat)).toEqual(
    first.map((result) => (result.record ? { ...result, record: posted.get(result.record.id) ?? result.record } : result)),
  );
  expect([await countOf(by), commandsOf(by)]).toEqual([4, 3]);
});

test.each([
  ['in another order', [look, receipt]],
  ['with one less', [receipt]],
  ['with one more', [receipt, look, receipt]],
  ['that moves nothing', [look, look]],
])('422: a batch %s under the key of one that moved stock, weeks later', async (_what, others) => {
  const by = keyed();
  await scans.call(by, 'POST /scans/batch', { scans: [receipt, look] });
  await expire();

  const reused = await scans.call(by, 'POST /scans/batch', { scans: others });

  expect(reused).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
  expect(await countOf(by)).toBe(2);
});

test('the scans of a key are found by an index of such scans only', async () => {
  const plan: unknown = await bed.mongo.db
    .collection(SCANS)
    .find({ tenant: 't', 'claim.id': { $in: ['a', 'b'] } })
    .explain('queryPlanner');

  expect(JSON.stringify(plan)).toContain(`"${UNDER_CLAIM}"`);
});
