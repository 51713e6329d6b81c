import { expect, test } from 'vitest';
import { sampleDelivery } from '../deliveries/domain/delivery.fixture.ts';
import { makeRecordLines, type RecordLines } from './record-lines.ts';

const row = (recordKey: string, position: number, dueInMs = -1) => ({
  ...sampleDelivery({ id: `dlv_${position}`, recordKey, position }),
  dueInMs,
});

function start(...rows: readonly ReturnType<typeof row>[]) {
  let nowMs = 0;
  const lines = makeRecordLines(() => nowMs);
  lines.add(rows);
  const pass = (ms: number): void => {
    nowMs += ms;
  };
  return { lines, pass };
}

function takeAll(lines: RecordLines): string[] {
  const keys: string[] = [];
  for (let line = lines.take(); line; line = lines.take()) keys.push(line.recordKey);
  return keys;
}

test('each record has one line, with its first delivery at the head', () => {
  const { lines } = start(row('a', 1), row('b', 2), row('a', 3));

  expect(lines.size()).toBe(2);
  expect(lines.frontier()).toBe(3);
  expect(lines.take()).toMatchObject({ recordKey: 'a', head: { position: 1 }, more: true });
  expect(lines.take()).toMatchObject({ recordKey: 'b', head: { position: 2 }, more: false });
  expect(lines.take()).toBeUndefined();
});

test('a line whose head is tried again later is not taken before, and others are', () => {
  const { lines, pass } = start(row('a', 1, 500), row('a', 2), row('b', 3));
  expect(takeAll(lines)).toEqual(['b']);
  expect(lines.nextMs()).toBe(500);

  pass(499);
  expect(lines.ready()).toBe(0);
  pass(1);
  expect(lines.nextMs()).toBe(0);
  expect(takeAll(lines)).toEqual(['a']);
});

test('a line is taken by one, and again only once it was given back, behind the others', () => {
  const { lines } = start(row('a', 1), row('b', 2));
  const line = lines.take();
  if (!line) throw new Error('there is no line');
  lines.add([row('a', 3)]);

  expect(lines.ready()).toBe(1);
  lines.again(line);
  expect(takeAll(lines)).toEqual(['b', 'a']);
});

test('a line ends when nothing came to it meanwhile, and begins anew with what comes later', () => {
  const { lines } = start(row('a', 1));
  const line = lines.take();
  if (!line) throw new Error('there is no line');
  lines.add([row('a', 2)]);
  expect(lines.end(line)).toBe(false);

  line.more = false;
  expect(lines.end(line)).toBe(true);
  expect(lines.size()).toBe(0);
  lines.add([row('a', 3)]);
  expect(lines.take()).toMatchObject({ recordKey: 'a', head: { position: 3 } });
});

test('of many that wait each has its own time', () => {
  const { lines, pass } = start(row('a', 1, 300), row('b', 2, 100), row('c', 3, 200));

  pass(150);
  expect(takeAll(lines)).toEqual(['b']);
  expect(lines.nextMs()).toBe(50);
  pass(150);
  expect(takeAll(lines).toSorted()).toEqual(['a', 'c']);
  expect(lines.nextMs()).toBeUndefined();
});
