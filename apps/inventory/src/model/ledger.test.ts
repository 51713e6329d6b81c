import { describe, expect, test } from 'vitest';
import { auditSku, type HoldTotals, type LedgerEntry, LedgerSums } from './ledger.ts';
import { NO_DETAILS, type Sku } from './sku.ts';

const at = new Date('2026-11-21T09:00:00.000Z');
const sku: Sku = {
  code: 'MUG-01',
  name: 'Mug',
  onHand: 10,
  unavailable: 0,
  reserved: 0,
  reservations: 0,
  safetyStock: 0,
  allocated: 4,
  firm: 1,
  waiting: 0,
  filling: false,
  details: NO_DETAILS,
  reorderPoint: 0,
  homeId: 'shelf',
  stock: [
    { locationId: 'shelf', onHand: 7 },
    { locationId: 'bin', onHand: 3 },
  ],
  version: 3,
  createdAt: at,
  updatedAt: at,
  archivedAt: null,
  counts: [],
};
const reserved = { kept: 0, reservations: 0 };
const noSources = { sourced: 0, unevenLines: 0, unevenPortions: 0 };
const holds: HoldTotals = { held: 4, firm: 1, waiting: 0, exceeding: 0, unheld: 0, ...noSources, lines: 2 };
const entry = (version: number, locationId: string, delta: number, balance: number): LedgerEntry => ({
  sku: 'MUG-01',
  version,
  line: 0,
  locationId,
  delta,
  balance,
});

function ledgerOf(...entries: readonly LedgerEntry[]) {
  const ledger = new LedgerSums();
  return { ledger, wrong: entries.flatMap((each) => ledger.take(each) ?? []) };
}

const { ledger: sound } = ledgerOf(entry(1, 'shelf', 10, 10), entry(2, 'bin', 3, 3), entry(3, 'shelf', -3, 7));

test('what agrees is not mentioned', () => {
  expect(auditSku(sku, { ledger: sound, holds, reserved, unsellable: new Set() })).toEqual([]);
  const partly = { ...sku, unavailable: 3 };
  expect(auditSku(partly, { ledger: sound, holds, reserved, unsellable: new Set(['bin']) })).toEqual([]);
});

describe('told with both numbers is', () => {
  test.each([
    ['a total that its places do not make up', { onHand: 11 }, holds, { check: 'places_add_up', expected: 10, found: 11 }],
    [
      'a place with more than its movements',
      { onHand: 11, stock: [sku.stock[0] ?? { locationId: '', onHand: 0 }, { locationId: 'bin', onHand: 4 }] },
      holds,
      { check: 'ledger_adds_up', locationId: 'bin', expected: 3, found: 4 },
    ],
    [
      'a place that was left out',
      { onHand: 7, stock: sku.stock.slice(0, 1) },
      holds,
      { check: 'ledger_adds_up', locationId: 'bin', expected: 3, found: 0 },
    ],
    [
      'units that cannot be sold and lie nowhere',
      { unavailable: 2 },
      holds,
      { check: 'unavailable_adds_up', expected: 0, found: 2 },
    ],
    ['an allocation that no order has', {}, { ...holds, held: 3 }, { check: 'holds_add_up', expected: 3, found: 4 }],
    ['a hold of a packed order', {}, { ...holds, firm: 2 }, { check: 'holds_add_up', expected: 2, found: 1 }],
    ['units that no reservation keeps', { reserved: 2 }, holds, { check: 'reservations_add_up', expected: 0, found: 2 }],
    ['a reservation that is not there', { reservations: 1 }, holds, { check: 'reservations_add_up', expected: 0, found: 1 }],
    [
      'a promise beyond what there is',
      { allocated: 11 },
      { ...holds, held: 11 },
      { check: 'holds_are_on_hand', expected: 10, found: 11 },
    ],
  ])('%s', (_what, changes: Partial<Sku>, held: HoldTotals, difference) => {
    const unsellable = new Set(['quarantine']);
    expect(auditSku({ ...sku, ...changes }, { ledger: sound, holds: held, reserved, unsellable })).toEqual([
      expect.objectContaining({ sku: 'MUG-01', locationId: null, ...difference }),
    ]);
  });
});

test('units that are reserved beyond what is sellable and not allocated are told, with all that agrees', () => {
  const audit = { ledger: sound, holds, unsellable: new Set<string>() };
  const kept = (units: number) => ({ ...audit, reserved: { kept: units, reservations: 1 } });

  expect(auditSku({ ...sku, reserved: 6, reservations: 1, safetyStock: 9 }, kept(6))).toEqual([]);
  expect(auditSku({ ...sku, reserved: 7, reservations: 1 }, kept(7))).toEqual([
    expect.objectContaining({ check: 'quantities_add_up', expected: 6, found: 7 }),
  ]);
  expect(auditSku({ ...sku, safetyStock: -1 }, { ...audit, reserved })).toEqual([
    expect.objectContaining({ check: 'quantities_add_up' }),
  ]);
});

test('an entry that says another balance than those before it is found, and those behind it are not', () => {
  const { ledger, wrong } = ledgerOf(entry(1, 'shelf', 10, 10), entry(2, 'shelf', -3, 8), entry(3, 'shelf', 1, 8));

  expect(wrong).toEqual([{ entry: expect.objectContaining({ version: 2 }), expected: 7 }]);
  expect(ledger.balances).toEqual(new Map([['shelf', 8]]));
});

test('an entry below zero is found, whatever it says', () => {
  expect(ledgerOf(entry(1, 'shelf', -1, -1)).wrong).toHaveLength(1);
});
