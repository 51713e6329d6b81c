import type { Tenant } from '@fulfilment/kernel';
import { describe, expect, test } from 'vitest';
import type { ScanLog } from '../use-cases/ports.ts';
import { aTenant, scanEntry } from '../use-cases/scan.builder.ts';

/** What every {@link ScanLog} promises. */
export function holdsTheContractOfAScanLog(log: () => ScanLog): void {
  describe('a scan log', () => {
    test('answers a new scan with itself', async () => {
      const entry = scanEntry(aTenant(), { client_scan_id: 'a', metadata: { 'with.dot': '1', $with: '2' } });

      expect(await log().append(entry)).toEqual(entry.scan);
    });

    test('answers a client_scan_id that it has with the first scan, whatever the second says', async () => {
      const tenant = aTenant();
      const first = scanEntry(tenant, { client_scan_id: 'a', quantity: 1, metadata: { 'with.dot': '1', $with: '2' } });
      await log().append(first);

      expect(await log().append(scanEntry(tenant, { client_scan_id: 'a', quantity: 2 }))).toEqual(first.scan);
    });

    test('keeps one of many that come at once with one client_scan_id, and tells all of it', async () => {
      const tenant = aTenant();
      const entries = Array.from({ length: 20 }, (_, quantity) => scanEntry(tenant, { client_scan_id: 'a', quantity }));

      const kept = await Promise.all(entries.map((entry) => log().append(entry)));

      expect(new Set(kept.map(({ id }) => id)).size).toBe(1);
      expect(entries.map(({ scan }) => scan)).toContainEqual(kept[0]);
    });

    test('a repeat among new scans takes nothing from them', async () => {
      const tenant = aTenant();
      const first = scanEntry(tenant, { client_scan_id: 'a' });
      await log().append(first);
      const others = [scanEntry(tenant), scanEntry(tenant, { client_scan_id: 'a' }), scanEntry(tenant, { client_scan_id: 'b' })];

      const kept = await Promise.all(others.map((entry) => log().append(entry)));

      expect(kept.map(({ id }) => id)).toEqual([others[0]?.scan.id, first.scan.id, others[2]?.scan.id]);
    });

    test('the same client_scan_id of two tenants is two scans, and without one every scan is new', async () => {
      const tenant = aTenant();
      const entries = [
        scanEntry(tenant, { client_scan_id: 'a' }),
        scanEntry({ ...tenant, environment: 'production' }, { client_scan_id: 'a' }),
        scanEntry(tenant),
        scanEntry(tenant),
      ];

      const kept = await Promise.all(entries.map((entry) => log().append(entry)));

      expect(kept).toEqual(entries.map(({ scan }) => scan));
    });

    test('a repeat is answered from its own tenant', async () => {
      const sandbox = aTenant();
      const tenants: readonly Tenant[] = [sandbox, { ...sandbox, environment: 'production' }];
      const firsts = tenants.map((tenant) => scanEntry(tenant, { client_scan_id: 'a' }));
      for (const first of firsts) await log().append(first);

      const again = await Promise.all(tenants.map((tenant) => log().append(scanEntry(tenant, { client_scan_id: 'a' }))));

      expect(again).toEqual(firsts.map(({ scan }) => scan));
    });
  });
}
