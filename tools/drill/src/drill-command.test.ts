import { expect, test } from 'vitest';
import { parseDrillArguments } from './drill-command.ts';

test('a drill is chosen by name, with ten minutes where it lasts', () => {
  expect(parseDrillArguments(['outage'])).toMatchObject({ kind: 'drill', minutes: 10 });
  expect(parseDrillArguments(['outage', '--minutes', '1'])).toMatchObject({ kind: 'drill', minutes: 1 });
  expect(parseDrillArguments(['storm', '--seed', '7'])).toMatchObject({ kind: 'drill', seed: 7, clients: undefined });
  expect(parseDrillArguments(['storm', '--clients', '200'])).toMatchObject({ kind: 'drill', clients: 200 });
  expect(parseDrillArguments(['storm'])).toMatchObject({ kind: 'drill', brokers: 1 });
  expect(parseDrillArguments(['storm', '--brokers', '3'])).toMatchObject({ kind: 'drill', brokers: 3 });
  expect(parseDrillArguments(['outage', '--brokers', '1'])).toMatchObject({ kind: 'drill', brokers: 1 });
  expect(parseDrillArguments(['compose', '--next', '2.0.0'])).toMatchObject({ kind: 'drill', next: '2.0.0' });
  expect(parseDrillArguments(['degraded', '--only', 'kafka'])).toMatchObject({ kind: 'drill', only: 'kafka' });
  expect(parseDrillArguments(['prices', '--only', 'createOrder'])).toMatchObject({ kind: 'drill', only: 'createOrder' });
  expect(parseDrillArguments(['neighbours'])).toMatchObject({ kind: 'drill', limit: { burst: 100, rate: 10 } });
  expect(parseDrillArguments(['neighbours', '--limit', '20/2'])).toMatchObject({ kind: 'drill', limit: { burst: 20, rate: 2 } });
  expect(parseDrillArguments(['--help'])).toEqual({ kind: 'help' });
});

test.each([
  [
    [],
    'Name one drill: recovery, degraded, outage, restore, attacks, neighbours, prices, intake, lane, hanging, partitions, scaling, storm, creators, alerts, compose, kubernetes',
  ],
  [
    ['flood'],
    'Name one drill: recovery, degraded, outage, restore, attacks, neighbours, prices, intake, lane, hanging, partitions, scaling, storm, creators, alerts, compose, kubernetes',
  ],
  [
    ['outage', 'recovery'],
    'Name one drill: recovery, degraded, outage, restore, attacks, neighbours, prices, intake, lane, hanging, partitions, scaling, storm, creators, alerts, compose, kubernetes',
  ],
  [['outage', '--minutes', '0'], '--minutes 0 is not a whole number from 1 to 60'],
  [['storm', '--seed', '1.5'], '--seed 1.5 is not a whole number from 0 to 4294967295'],
  [
    ['degraded', '--only', 'kafak'],
    '--only kafak is not one of kafka, mongodb, redis, gateway, inventory, orders, scans, webhooks',
  ],
  [
    ['storm', '--only', 'createOrder'],
    '--only createOrder is not one of kafka, mongodb, redis, gateway, inventory, orders, scans, webhooks',
  ],
  [['storm', '--clients', '1001'], '--clients 1001 is not a whole number from 0 to 1000'],
  [['storm', '--brokers', '2'], '--brokers 2 is neither 1 nor 3'],
  [['storm', '--brokers', 'three'], '--brokers three is neither 1 nor 3'],
  [['outage', '--brokers', '3'], '--brokers 3 is for the storm; every other drill has one'],
  [
    ['neighbours', '--limit', '20/0'],
    '--limit 20/0 is not such as 20/2: requests at once, up to 10000, and a second, up to 1000',
  ],
  [['neighbours', '--limit', 'two'], '--limit two is not such as 20/2: requests at once, up to 10000, and a second, up to 1000'],
  [['attacks', '--limit', '20/2'], '--limit is for neighbours alone'],
  [['outage', '--minutes', 'ten'], '--minutes ten is not a whole number from 1 to 60'],
])('%j is refused in one line', (args, message) => {
  expect(parseDrillArguments(args)).toEqual({ kind: 'misuse', message });
});
