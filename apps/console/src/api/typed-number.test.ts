import { expect, test } from 'vitest';
import { bodyOf, NEW_VALUES } from '../pages/webhooks/form/endpoint-values.ts';
import { numberFault, typedNumber } from './typed-number.ts';

test.each([
  ['', undefined],
  [' ', undefined],
  ['12', 12],
  [' -3 ', -3],
  ['12.0', 12],
  ['12.00', 12],
])('a field that holds %j is %s', (text, number) => {
  expect(typedNumber(text)).toBe(number);
});

test.each(['1.000', '1,000', '12.5', '1e3', '0x10', '+5', '5 pcs', 'Infinity'])(
  'a field that holds %j is no number, and is sent as it was typed for the API to refuse',
  (text) => {
    expect(typedNumber(text)).toBe(text);
  },
);

test('the numbers of an endpoint are read in no other form', () => {
  const values = { ...NEW_VALUES, ordered: 'batch', batch: '1e1', max_wait_ms: '1.000', max_rate: '1.000' };

  expect(bodyOf(values)).toMatchObject({ batch: { max_events: '1e1', max_wait_ms: '1.000' }, max_rate: '1.000' });
});

test.each(['1.000', '1e3', '5 pcs'])('a form whose body holds numbers alone refuses %j at its field', (text) => {
  expect(numberFault('delta', text)).toEqual({ delta: expect.stringContaining('whole number') });
  expect(numberFault('delta', '12.0')).toEqual({});
  expect(numberFault('delta', '')).toEqual({});
});
