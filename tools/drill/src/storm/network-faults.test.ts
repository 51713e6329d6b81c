import type { RunningProcess } from '@fulfilment/dev-stack/run-file';
import { Random } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
import { nextFault } from './faults.ts';
import { clockStep, onWay } from './network-faults.ts';
import type { Way, Wires } from './wires.ts';

const NAMES = ['kafka', 'mongodb', 'redis', 'gateway', 'gateway-2', 'inventory', 'orders', 'orders-2', 'scans', 'webhooks'];
const PORTS = new Map(NAMES.map((name, at) => [name, 9_000 + at]));

const processNamed = (name: string): RunningProcess => ({ name, kind: 'service', port: PORTS.get(name), baseUrl: '' });

/** A system whose wires write down what is planted, and what ended. */
function writtenDown() {
  const ways: Way[] = [];
  const written: string[] = [];
  const wires: Wires = {
    nodeOptions: '',
    plant: (fault, way) => {
      ways.push(way);
      written.push(fault);
      return () => written.push(`end of ${fault}`);
    },
    setClock: (process, offMs) => written.push(`${process} ${offMs}`),
    stop: async () => undefined,
  };
  return { system: { process: processNamed, wires }, ways, written };
}

test.each([
  [{ from: 'all', to: 'mongodb' }, 9_001, NAMES],
  [{ from: 'gateway', to: 'orders-2' }, 9_007, ['gateway', 'gateway-2']],
  [{ from: 'orders-2', to: 'kafka' }, 9_000, ['orders-2']],
])('the way %j has its port and its processes, for as long as the fault lasts', async (ends, port, from) => {
  const { system, ways, written } = writtenDown();

  await onWay('cut', ends, { seconds: 0.01, component: 'any' }).plant(system, new AbortController().signal);

  expect(written).toEqual(['cut', 'end of cut']);
  expect(ways.map((way) => [way.port, NAMES.filter((name) => way.from(name))])).toEqual([[port, from]]);
});

test('a fault that is broken off ends', async () => {
  const { system, written } = writtenDown();
  const over = AbortSignal.abort();

  await onWay('silent', { from: 'all', to: 'redis' }, { seconds: 60, component: 'redis' })
    .plant(system, over)
    .catch(() => undefined);
  await clockStep(new Random(1), 'orders')
    .plant(system, over)
    .catch(() => undefined);

  expect(written).toEqual(['silent', 'end of silent', expect.stringMatching(/^orders -?\d+000$/), 'orders 0']);
});

test('a storm has each kind of fault, of engines and of services', () => {
  const random = new Random(1);
  const names = Array.from({ length: 3_000 }, () => nextFault(random, NAMES).name).flatMap((name) => name.split(', '));
  const engines = ['all to kafka', 'all to mongodb', 'all to redis'];
  const services = ['orders-2 to kafka', 'scans to mongodb', 'gateway-2 to redis', 'gateway to orders-2', 'gateway to webhooks'];

  for (const kind of ['cut', 'reset', 'half-open', 'silent', 'lossy'])
    for (const way of [...engines, ...services]) expect(names.find((name) => name.startsWith(`${kind} ${way}`))).toBeDefined();
  for (const kind of ['kill', 'hang', 'slow'])
    for (const name of NAMES) expect(names.find((each) => each.startsWith(`${kind} ${name}`))).toBeDefined();
  expect(new Set(names.filter((name) => name.startsWith('clock')).map((name) => name.split(' ')[1]))).toEqual(
    new Set(NAMES.slice(3)),
  );
  expect(names).toEqual(expect.arrayContaining(['step-down mongodb', 'flush redis', 'reset redis', 'full disk kafka 5 s']));
  expect(names.filter((name) => /gateway to gateway|to \w+ to|^clock (kafka|mongodb|redis)/.test(name))).toEqual([]);
});
