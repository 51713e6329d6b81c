import { expect, test } from 'vitest';
import { declaredStatuses, excuseOf } from '../tools/reference/pages.ts';
import { readSeen } from './system/seen-statuses.ts';

const seen = readSeen();

test.skipIf(seen === undefined)('every status that an operation declares was seen by a test, but for those with a reason', () => {
  const due = [...declaredStatuses()].flatMap(([operation, statuses]) =>
    statuses.filter((status) => excuseOf(operation, status) === undefined).map((status) => `${operation} ${status}`),
  );

  expect(due.filter((answer) => seen?.has(answer) !== true)).toEqual([]);
});
