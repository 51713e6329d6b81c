import { eventually, TIMED, uniqueName } from '@fulfilment/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { brokerAddress, type OwnEngines, ownEngines, TOPIC } from '../engines.fixture.ts';
import type { Consumption, EventLog } from '../port.ts';
import { KAFKA_TIMES } from './client.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.fixture.ts';

const PATIENCE = { withinMs: 20_000 };
/** Well within the session of a member that is gone, and well over what joining takes. */
const AT_ONCE_MS = KAFKA_TIMES.session - 1_500;

let own: OwnEngines;
let proxy: FaultProxy;

beforeEach(async () => {
  own = await ownEngines();
  proxy = await startFaultProxy(brokerAddress());
});

afterEach(async () => {
  await own.stop();
  await proxy.stop();
});

test(
  'the next process of an instance gets the partitions of a killed one without a wait for the end of its session',
  TIMED,
  async () => {
    const killed = own.openLog(proxy.dial, 'orders-1');
    await (await consume(killed)).ready();
    proxy.disconnect();
    const goneAtMs = performance.now();

    await (await consume(own.openLog(undefined, 'orders-1'))).ready();

    expect(performance.now() - goneAtMs).toBeLessThan(AT_ONCE_MS);
  },
);

test('a member of another instance keeps its partitions', async () => {
  const handled: string[] = [];
  await (await consume(own.openLog(undefined, 'orders-1'), handled, 'a')).ready();
  await (await consume(own.openLog(undefined, 'orders-2'), handled, 'b')).ready();

  await eventually(async () => {
    await own.log.append(Array.from({ length: 24 }, (_, at) => ({ topic: TOPIC, key: `key-${at}`, value: '{}', headers: {} })));
    expect(new Set(handled)).toEqual(new Set(['a', 'b']));
  }, PATIENCE);
});

const OF_A_START = [
  ['that knows its group at once', undefined],
  ['that loads its group first', 14],
  ['that does not coordinate its group at first', 16],
] as const;

test.each(OF_A_START)(
  'a consumer that lost its broker, and finds one %s, has its partitions soon, though the group still counts it as a member',
  TIMED,
  async (_which, code) => {
    const log = own.openLog(proxy.dial);
    const handled: string[] = [];
    const consumption = await consume(log, handled);
    await consumption.ready();

    proxy.disconnect();
    await eventually(() => expect(consumption.healthy()).toBe(false), PATIENCE);
    await own.log.append([{ topic: TOPIC, key: 'key', value: '{}', headers: {} }]);
    if (code !== undefined) proxy.plant('DescribeGroups', code, 3);
    proxy.connectAgain();
    const backAtMs = performance.now();

    await eventually(() => expect(handled).toHaveLength(1), PATIENCE);
    expect(performance.now() - backAtMs).toBeLessThan(AT_ONCE_MS);
    expect(proxy.planted()).toEqual([]);
  },
);

const group = uniqueName('evicted');

function consume(log: EventLog, handled: string[] = [], name = 'a'): Promise<Consumption> {
  return log.consume({
    group,
    topics: [TOPIC],
    handle: async ({ records }) => void handled.push(...records.map(() => name)),
  });
}
