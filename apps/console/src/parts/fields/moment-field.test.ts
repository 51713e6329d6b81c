import { expect, test } from 'vitest';
import { localInputOf, momentFault, momentOf } from './moment-field.tsx';

test('a moment comes back from a field as it was, to the minute, in whichever zone the browser is', () => {
  for (const at of ['2026-11-28T08:30:00.000Z', '2026-06-01T23:59:00.000Z']) expect(momentOf(localInputOf(at))).toBe(at);
});

test('an empty field is no moment and no fault; one that is typed in part is a fault', () => {
  expect([momentOf(''), momentFault('until', '')]).toEqual([undefined, {}]);
  expect(momentOf('?')).toBeUndefined();
  expect(momentFault('until', '?')).toEqual({ until: 'The date and time is incomplete: complete it or clear it.' });
  expect(momentFault('until', '2026-11-28T09:00')).toEqual({});
});
