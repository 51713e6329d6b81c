import { PERSONAL_PATHS } from '@fulfilment/contracts';
import { expect, test } from 'vitest';
import { hasPersonalData } from './possible-actions.ts';

const NOTHING = { ship_to: null, note: null, metadata: {}, erased_at: null, holds: [], fulfilments: [], returns: [] };

/** An order with a value at a path alone, in the one item of each list on the way. */
const filledAt = (path: string, value: unknown): typeof NOTHING => {
  const names = path.split('.');
  const [field = '', ...below] = names;
  const inside = below.reduceRight<unknown>((held, name) => [{ [name]: held }], value);
  return { ...NOTHING, [field]: inside };
};

test.each(PERSONAL_PATHS.order)('an order with %s is offered for erasure, as the contract declares it as personal', (path) => {
  expect(hasPersonalData(filledAt(path, { friend: 'Kari' }))).toBe(true);
  if (path === 'ship_to') return;
  expect(hasPersonalData({ ...filledAt(path, 'For Kari'), erased_at: '2026-11-30T09:00:00.000Z' })).toBe(true);
  expect(hasPersonalData(filledAt(path, null))).toBe(false);
});

test('an order without any is not, nor one of whose address the country is left', () => {
  expect(hasPersonalData(NOTHING)).toBe(false);
  expect(hasPersonalData({ ...filledAt('ship_to', { country: 'NO' }), erased_at: '2026-11-30T09:00:00.000Z' })).toBe(false);
});

test.each(['fulfilments', 'returns'])('an order with %s is, until it is erased: their notes are not in its record', (parts) => {
  expect(hasPersonalData({ ...NOTHING, [parts]: [{}] })).toBe(true);
  expect(hasPersonalData({ ...NOTHING, [parts]: [{}], erased_at: '2026-11-30T09:00:00.000Z' })).toBe(false);
});
