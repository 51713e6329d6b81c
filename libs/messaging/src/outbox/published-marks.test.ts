import { expect, test } from 'vitest';
import { PublishedMarks } from './published-marks.ts';

const carriers = { carrierOf: (id: string) => (id.includes('#') ? id.split('#')[0] : undefined), markFrom: 3 };

function makeMarks(markPublished: (ids: readonly string[]) => Promise<void> = async () => undefined) {
  const written: (readonly string[])[] = [];
  const marks = new PublishedMarks({
    carriers,
    markPublished: async (ids) => {
      written.push(ids);
      await markPublished(ids);
    },
  });
  const add = (...ids: readonly string[]): void => {
    for (const id of ids) marks.add(id);
    marks.defer();
  };
  return { marks, written, add };
}

test('a deferred mark is due at once where one record carries many rows, and not for as many of several or of none', async () => {
  const { marks, written, add } = makeMarks();
  add('a#1', 'a#2', 'b#1', 'alone-1', 'alone-2', 'alone-3');
  expect(marks.dueInMs()).toBeGreaterThan(0);
  add('a#3');
  expect(marks.dueInMs()).toBe(0);

  await marks.mark();

  expect(written).toEqual([['a#1', 'a#2', 'b#1', 'alone-1', 'alone-2', 'alone-3', 'a#3']]);
  expect(marks.dueInMs()).toBe(Number.POSITIVE_INFINITY);
  add('a#4', 'a#5');
  expect(marks.dueInMs()).toBeGreaterThan(0);
});

test('rows of a mark that failed are marked with the next', async () => {
  const results = [Promise.reject(new Error('away')), Promise.resolve()];
  const { marks, written, add } = makeMarks(async () => await results.shift());
  add('a#1', 'a#2', 'a#3');
  await expect(marks.mark()).rejects.toThrow('away');
  add('a#4');
  await marks.mark();

  expect(written.at(-1)).toEqual(['a#1', 'a#2', 'a#3', 'a#4']);
});
