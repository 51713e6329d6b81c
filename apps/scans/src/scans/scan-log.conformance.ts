import type { ScanRecord } from '@fulfilment/contracts';
import type { Tenant } from '@fulfilment/kernel';
import { describe, expect, test } from 'vitest';
import type { ScanEntry, ScanHistory, ScanLog, ScanOutcome } from './scan-ports.ts';
import { append, aTenant, received, scanEntry, submissionOf } from './scan.builder.ts';

/** The guarantees of every {@link ScanLog}, and of the outcomes that are recorded in it. */
export function scanLogConformance(open: OpenLog, openHistory: () => Pick<ScanHistory, 'recordOutcomes'>): void {
  describe('a scan log', () => {
    keepsOneForEachClientScanId(open);
    tellsRequestsAndTenantsApart(open);
    recordsOutcomesOnce(open, openHistory);
  });
}

type OpenLog = () => ScanLog<readonly ScanRecord[]>;

const adding =
  (open: OpenLog) =>
  (entry: ScanEntry): Promise<ScanRecord> =>
    append(open(), entry);

function keepsOneForEachClientScanId(open: OpenLog): void {
  const add = adding(open);

  test('answers a new scan with itself', async () => {
    const entry = scanEntry(aTenant(), { client_scan_id: 'a', metadata: { 'with.dot': '1', $with: '2' } });

    expect(await add(entry)).toEqual(entry.scan);
  });

  test('answers a used client_scan_id with the first scan, whatever the content of the second', async () => {
    const tenant = aTenant();
    const first = scanEntry(tenant, { client_scan_id: 'a', quantity: 1, metadata: { 'with.dot': '1', $with: '2' } });
    await add(first);

    expect(await add(scanEntry(tenant, { client_scan_id: 'a', quantity: 2 }))).toEqual(first.scan);
  });

  test('keeps one of many concurrent scans with one client_scan_id, and answers all with it', async () => {
    const tenant = aTenant();
    const entries = Array.from({ length: 20 }, (_, quantity) => scanEntry(tenant, { client_scan_id: 'a', quantity }));

    const kept = await Promise.all(entries.map((entry) => add(entry)));

    expect(new Set(kept.map(({ id }) => id)).size).toBe(1);
    expect(entries.map(({ scan }) => scan)).toContainEqual(kept[0]);
  });

  test('a repeat among new scans has no effect on them', async () => {
    const tenant = aTenant();
    const first = scanEntry(tenant, { client_scan_id: 'a' });
    await add(first);
    const others = [scanEntry(tenant), scanEntry(tenant, { client_scan_id: 'a' }), scanEntry(tenant, { client_scan_id: 'b' })];

    const kept = await Promise.all(others.map((entry) => add(entry)));

    expect(kept.map(({ id }) => id)).toEqual([others[0]?.scan.id, first.scan.id, others[2]?.scan.id]);
  });
}

function tellsRequestsAndTenantsApart(open: OpenLog): void {
  const add = adding(open);

  test('scans of one request are written together, each answered for itself', async () => {
    const tenant = aTenant();
    const first = scanEntry(tenant, { client_scan_id: 'a' });
    await add(first);
    const together = ['b', 'a', 'b', undefined].map((id) => scanEntry(tenant, id === undefined ? {} : { client_scan_id: id }));

    const { result: kept } = await open().append(submissionOf(together));

    const [b, , , last] = together;
    expect(kept.map(({ id }) => id)).toEqual([b?.scan.id, first.scan.id, b?.scan.id, last?.scan.id]);
  });

  test('a request without a valid scan writes nothing', async () => {
    expect(await open().append(submissionOf([]))).toEqual({ result: [], replayed: false });
  });

  test('the same client_scan_id of two devices is two scans, together and one after the other; scans of no device have theirs together', async () => {
    const tenant = aTenant();
    const of = (device?: string, quantity = 1) =>
      scanEntry(tenant, { client_scan_id: 'a', quantity, ...(device !== undefined && { device_id: device }) });
    const firsts = [of('gun-1'), of('gun-2'), of()];

    const { result: kept } = await open().append(submissionOf([...firsts, of('gun-1', 2)]));
    const again = await Promise.all([of('gun-2', 3), of('gun-1', 4), of(undefined, 5), of('gun-3')].map(add));

    const ids = firsts.map(({ scan }) => scan.id);
    expect(kept.map(({ id }) => id)).toEqual([...ids, ids[0]]);
    expect(again.slice(0, 3).map(({ id }) => id)).toEqual([ids[1], ids[0], ids[2]]);
    expect(ids).not.toContain(again[3]?.id);
  });

  test('the same client_scan_id of two tenants is two scans, and without one every scan is new', async () => {
    const tenant = aTenant();
    const entries = [
      scanEntry(tenant, { client_scan_id: 'a' }),
      scanEntry({ ...tenant, environment: 'production' }, { client_scan_id: 'a' }),
      scanEntry(tenant),
      scanEntry(tenant),
    ];

    const kept = await Promise.all(entries.map((entry) => add(entry)));

    expect(kept).toEqual(entries.map(({ scan }) => scan));
  });

  test('a repeat is answered from its own tenant', async () => {
    const sandbox = aTenant();
    const tenants: readonly Tenant[] = [sandbox, { ...sandbox, environment: 'production' }];
    const firsts = tenants.map((tenant) => scanEntry(tenant, { client_scan_id: 'a' }));
    for (const first of firsts) await add(first);

    const again = await Promise.all(tenants.map((tenant) => add(scanEntry(tenant, { client_scan_id: 'a' }))));

    expect(again).toEqual(firsts.map(({ scan }) => scan));
  });
}

const outcomeOf = ({ tenant, scan }: ScanEntry, changes: Partial<ScanOutcome> = {}): ScanOutcome => ({
  tenant,
  scanId: scan.id,
  refusal: null,
  requestId: 'req_1',
  at: new Date('2026-11-21T09:07:31.000Z'),
  ...changes,
});

function recordsOutcomesOnce(open: OpenLog, openHistory: () => Pick<ScanHistory, 'recordOutcomes'>): void {
  const refusal = { code: 'unknown_sku', detail: 'There is no such SKU.', errors: [], at: '2026-11-21T09:07:31.000Z' };

  test('the first outcome of a scan stands, however often one comes', async () => {
    const entry = scanEntry(aTenant(), received({ client_scan_id: 'a' }));
    await append(open(), entry);
    const history = openHistory();

    const counts = [
      await history.recordOutcomes([outcomeOf(entry), outcomeOf(entry, { refusal })]),
      await history.recordOutcomes([outcomeOf(entry, { refusal })]),
    ];

    expect(counts).toEqual([1, 0]);
    expect(await append(open(), entry)).toMatchObject({ id: entry.scan.id, applied: 'done', refusal: null });
  });

  test('a scan that asks for nothing, that is unknown, or that is of another tenant has no outcome', async () => {
    const history = openHistory();
    const [seen, applied] = [scanEntry(aTenant()), scanEntry(aTenant(), received({ client_scan_id: 'a' }))];
    for (const entry of [seen, applied]) await append(open(), entry);

    const outcomes = [outcomeOf(seen), outcomeOf(scanEntry(aTenant())), outcomeOf(applied, { tenant: aTenant() })];

    expect(await history.recordOutcomes(outcomes)).toBe(0);
    expect(await append(open(), applied)).toMatchObject({ applied: 'pending' });
  });
}
