import { expect, test } from 'vitest';
import type { ReturnRecord } from '../../../api/types.ts';
import { returnLine } from './return.builder.ts';
import { dispositionsOf, returnableOf, type ReturnLine } from './return-states.tsx';

const returnOf = (terms: Partial<ReturnLine>): ReturnRecord => ({
  id: 'ret_1',
  order_id: 'ord_1',
  external_id: null,
  status: 'receiving',
  lines: [returnLine(terms)],
  note: null,
  reason: null,
  pending_transition: null,
  exchange_order_id: null,
  version: 1,
  created_at: '2026-11-28T08:00:00.000Z',
  approved_at: null,
  received_at: null,
  ended_at: null,
  updated_at: '2026-11-28T08:00:00.000Z',
});

test('units that came back, or that a return expects, cannot be returned; missing and waived ones can', () => {
  const shipped = { id: 'lin_1', shipped: 9, returned: 2 };
  const open = returnOf({ quantity: 6, expected: 3, received: 2, missing: 1 });
  expect(returnableOf(shipped, [open, returnOf({ quantity: 4, waived: 4 })])).toBe(4);
  expect(returnableOf({ ...shipped, id: 'lin_2' }, [open])).toBe(7);
});

test('what became of units is told for those that came', () => {
  expect(dispositionsOf(returnLine({ inspecting: 1, scrapped: 2 }))).toBe('1 to inspect, 2 scrapped');
  expect(dispositionsOf(returnLine({}))).toBe('–');
});
