import type { ReturnLine } from './return-states.tsx';

/** A line of a return, without units where none are named. */
export function returnLine(terms: Partial<ReturnLine>): ReturnLine {
  return {
    line_id: 'lin_1',
    sku: 'MUG-01',
    name: null,
    quantity: 0,
    reason: 'damaged',
    note: null,
    expected: 0,
    received: 0,
    missing: 0,
    waived: 0,
    inspecting: 0,
    restocked: 0,
    quarantined: 0,
    scrapped: 0,
    ...terms,
  };
}
