import { orderRecord, personalFieldsOf } from '@fulfilment/contracts';
import { expect, test } from 'vitest';
import { hasPersonalData } from './possible-actions.ts';

const NOTHING = { ship_to: null, note: null, metadata: {}, erased_at: null, holds: [], fulfilments: [], returns: [] };
/** Each field that may name persons, by its path in the contract, with something in it. */
const FILLED = {
  '/holds/note': { holds: [{ note: 'Kari called' }] },
  '/ship_to': { ship_to: { country: 'NO' } },
  '/note': { note: 'For Kari' },
  '/metadata': { metadata: { friend: 'Kari' } },
};

test('an order is offered for erasure for each field that the contract declares as personal', () => {
  expect(Object.keys(FILLED).toSorted()).toEqual(personalFieldsOf(orderRecord).toSorted());
  for (const [path, field] of Object.entries(FILLED))
    expect([path, hasPersonalData({ ...NOTHING, ...field })]).toEqual([path, true]);
  expect(hasPersonalData(NOTHING)).toBe(false);
});

test.each(['fulfilments', 'returns'])('an order with %s is, until it is erased: their notes are not in its record', (parts) => {
  expect(hasPersonalData({ ...NOTHING, [parts]: [{}] })).toBe(true);
  expect(hasPersonalData({ ...NOTHING, [parts]: [{}], erased_at: '2026-11-30T09:00:00.000Z' })).toBe(false);
});
