import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { returnLine } from '../return.builder.ts';
import { lineFor, ReceiptDraft, receiptOf, scannedOf } from './receipt-draft.ts';

const NAME = 'acc_1/mem_1/sandbox/ret_1';
const NOW_MS = Date.parse('2026-11-28T08:00:00Z');

let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.useFakeTimers({ now: NOW_MS, toFake: ['Date'] });
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const mug = { line_id: 'lin_1', sku: 'MUG-01', disposition: 'inspect', location: '' } as const;
const quarantined = { ...mug, disposition: 'quarantine', location: 'HOLD' } as const;

/** A draft with two units to inspect and one in quarantine. */
function scanned(): ReceiptDraft {
  const draft = new ReceiptDraft(NAME);
  for (const unit of [mug, quarantined, mug]) draft.add(unit);
  return draft;
}

test('units of one line, disposition and location are one group, the latest last, and are taken back one by one', () => {
  const draft = new ReceiptDraft(NAME);
  const others = [
    { ...mug, disposition: 'scrap' },
    { ...mug, location: 'BACK' },
    { ...mug, line_id: 'lin_2' },
  ] as const;
  for (const unit of [mug, ...others, mug]) draft.add(unit);
  expect(draft.state.get().units).toEqual([...others.map((unit) => ({ ...unit, quantity: 1 })), { ...mug, quantity: 2 }]);

  const [first, , , last] = draft.state.get().units;
  if (first) draft.undo(first);
  if (last) draft.undo(last);
  expect(draft.state.get().units).toEqual([...others.slice(1), mug].map((unit) => ({ ...unit, quantity: 1 })));
});

test('a receipt keeps its key and units until it has an answer, also over a reload, and later units wait for the next', () => {
  const draft = scanned();
  const receipt = draft.begin(NOW_MS);
  draft.add(mug);

  const reloaded = new ReceiptDraft(NAME);
  expect(reloaded.begin(NOW_MS)).toEqual(receipt);
  expect(receipt && receiptOf(receipt)).toEqual({
    lines: [
      { line_id: 'lin_1', quantity: 1, disposition: 'quarantine', location: 'HOLD' },
      { line_id: 'lin_1', quantity: 2, disposition: 'inspect' },
    ],
  });
  expect(scannedOf(reloaded.state.get())).toBe(4);

  if (receipt) reloaded.end(receipt, true);
  expect(reloaded.state.get()).toEqual({ units: [{ ...mug, quantity: 1 }], sent: null });
  const next = reloaded.begin(NOW_MS);
  expect(next?.key).not.toBe(receipt?.key);
  if (next) reloaded.end(next, true);
  expect(kept.size).toBe(0);
});

test('the units of a refused receipt wait again, those that were scanned since among them', () => {
  const draft = scanned();
  const receipt = draft.begin(NOW_MS);
  draft.add(quarantined);
  if (receipt) draft.end(receipt, false);
  expect(draft.state.get()).toEqual({
    units: [
      { ...mug, quantity: 2 },
      { ...quarantined, quantity: 2 },
    ],
    sent: null,
  });
});

test('a receipt is forgotten before the server forgets its key: sent again after that it would count twice', () => {
  scanned().begin(NOW_MS);
  vi.setSystemTime(NOW_MS + 23 * 3_600_000 - 1);
  expect(new ReceiptDraft(NAME).state.get().sent).not.toBeNull();
  vi.setSystemTime(NOW_MS + 23 * 3_600_000);
  expect(new ReceiptDraft(NAME).state.get()).toEqual({ units: [], sent: null });
});

test.each([['null'], ['{"units":3,"sent":null}'], ['{"units":[]}'], ['not JSON']])(
  '%s that the browser kept is no draft',
  (text) => {
    kept.set(`fulfilment.receipt.${NAME}`, text);
    expect(new ReceiptDraft(NAME).state.get()).toEqual({ units: [], sent: null });
  },
);

test('a unit counts for the first line of its SKU that still expects one', () => {
  const lines = [returnLine({ line_id: 'lin_1', expected: 2 }), returnLine({ line_id: 'lin_2', expected: 1 })];
  const draft = scanned();
  draft.begin(NOW_MS);
  expect(lineFor({ lines }, { units: [], sent: null }, 'MUG-01')).toBe(lines[0]);
  expect(lineFor({ lines }, draft.state.get(), 'MUG-01')).toBe(lines[1]);
  draft.add({ ...mug, line_id: 'lin_2' });
  expect(lineFor({ lines }, draft.state.get(), 'MUG-01')).toBe('enough');
  expect(lineFor({ lines }, draft.state.get(), 'CUP-01')).toBe('none');
});
