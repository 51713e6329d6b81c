import { Random } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
import type { Fault } from './fault.ts';
import { nextFault } from './faults.ts';

const BROKERS = ['kafka-1', 'kafka-2', 'kafka-3'];
const OTHERS = ['mongodb', 'redis', 'gateway', 'inventory', 'orders', 'scans', 'webhooks'];
const PAIR = 'two brokers: ';
/** Of Kafka; each of them may be a pair of two brokers. */
const ofBrokers = faults('kafka');
const ofAll = faults();

function faults(only?: string): readonly Fault[] {
  const random = new Random(1);
  return Array.from({ length: 3_000 }, () => nextFault(random, [...BROKERS, ...OTHERS], only));
}

const partsOf = ({ name }: Fault): string[] => name.replace(PAIR, '').split(', ');

test('a storm has each kind of fault of each of three brokers, and of the ways to each', () => {
  const parts = new Set(ofBrokers.flatMap(partsOf));
  const kinds = [
    'kill',
    'hang',
    'slow',
    'full disk',
    'restart',
    'elect leaders by',
    'cut all to',
    'half-open all to',
    'silent all to',
  ];

  for (const kind of kinds)
    for (const broker of BROKERS)
      expect(
        [...parts].find((part) => part.startsWith(`${kind} ${broker}`)),
        `${kind} ${broker}`,
      ).toBeDefined();
  expect(parts).toContain('kill controller');
  for (const broker of BROKERS) expect(ofAll.flatMap(partsOf)).toContain(`half-open orders to ${broker}`);
});

test('one broker is hit at a time, rarely two, which differ, and never two beside another component', () => {
  const pairs = ofBrokers.filter(({ name }) => name.startsWith(PAIR));

  expect(pairs.length).toBeGreaterThan(ofBrokers.length / 10);
  expect(pairs.length).toBeLessThan(ofBrokers.length / 4);
  for (const pair of pairs) {
    const hit = partsOf(pair).flatMap((part) => BROKERS.filter((broker) => part.includes(broker)));
    expect(new Set(hit).size).toBe(hit.length);
  }
  const beside = ofAll.filter(({ component }) => /^kafka, (?!kafka)|(?<!kafka), kafka$/.test(component));
  expect(beside.length).toBeGreaterThan(0);
  expect(beside.filter(({ name }) => name.includes(PAIR))).toEqual([]);
});

test('clients are to be served while one broker alone is away, not while two are, nor while the ways to one are broken', () => {
  const served = new Set(ofAll.filter(({ isServed }) => isServed).map(({ name }) => name.split(' ')[0]));

  expect(served).toEqual(new Set(['kill', 'hang', 'slow', 'full', 'restart', 'elect']));
  const names = ofAll.filter(({ isServed }) => isServed).map(({ name }) => name);
  expect(names.filter((name) => name.includes(', ') || !/kafka-\d|controller/.test(name))).toEqual([]);
  expect(ofBrokers.filter(({ name, isServed }) => /^(kill|hang) kafka-/.test(name) && !isServed)).toEqual([]);
});
