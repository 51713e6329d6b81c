import { array, assert, integer, nat, option, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { faultsOfHistory, type Observed } from './history.ts';

const write = (version: number, delta: number, value: number, [startedMs, endedMs]: [number, number]): Observed => ({
  version,
  delta,
  value,
  startedMs,
  endedMs,
});
const read = (version: number, value: number, [startedMs, endedMs]: [number, number]): Observed => ({
  version,
  value,
  startedMs,
  endedMs,
});

test.each([
  ['calls one after another', [write(1, 5, 5, [0, 1]), read(1, 5, [2, 3]), write(2, -1, 4, [4, 5])]],
  ['calls at once, in any order', [write(2, 1, 2, [0, 9]), write(1, 1, 1, [1, 8]), read(1, 1, [0, 9])]],
  ['a write that was never answered', [write(1, 5, 5, [0, 1]), write(3, 1, 9, [2, 3])]],
])('%s are linearizable', (_what, history) => {
  expect(faultsOfHistory(history)).toEqual([]);
});

test.each([
  ['a read of what was before a write that had ended', [write(2, 1, 2, [0, 1]), read(1, 1, [2, 3])], /read of version 1 began/],
  ['a write behind a later one', [write(2, 1, 2, [0, 1]), write(1, 1, 1, [2, 3])], /write of version 1 began/],
  ['a lost update', [write(1, 5, 5, [0, 1]), write(2, 5, 5, [0, 1])], /makes 5 5, by 5/],
  ['one write done twice', [write(1, 5, 5, [0, 1]), write(2, 5, 15, [2, 3])], /makes 5 15, by 5/],
  ['two writes of one version', [write(1, 5, 5, [0, 3]), write(1, 5, 5, [0, 3])], /two writes made version 1/],
  ['two values of one version', [write(1, 5, 5, [0, 3]), read(1, 4, [0, 3])], /tells 4, and another call 5/],
])('%s is found', (_what, history, fault) => {
  expect(faultsOfHistory(history).join()).toMatch(fault);
});

test('no history of a record that does one call after another is faulty, however long its calls are on their way', () => {
  const call = record({ delta: option(integer({ min: -3, max: 3 })), lead: nat(20), tail: nat(20) });
  assert(
    property(array(call, { maxLength: 60 }), (calls) => {
      let [version, value] = [0, 0];
      const history = calls.map(({ delta, lead, tail }, at): Observed => {
        const times = { startedMs: at - lead, endedMs: at + tail };
        if (delta === null) return { ...times, version, value };
        [version, value] = [version + 1, value + delta];
        return { ...times, version, value, delta };
      });
      expect(faultsOfHistory(history)).toEqual([]);
    }),
  );
});
