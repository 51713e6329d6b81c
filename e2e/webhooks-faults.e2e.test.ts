import { delay } from '@fulfilment/kernel';
import { beforeAll, describe, expect, test } from 'vitest';
import { killNine } from './faults/kill-nine.ts';
import { received } from './faults/received.ts';
import { makeScanStream, numbersByDevice, outOfOrder, type ScanStream } from './faults/scan-stream.ts';
import { eventsOf, type Receiver, startReceiver } from './system/receiver.ts';
import { lentTestSystem, TWO_OF_EACH } from './system/shared-system.ts';
import type { OwnTestSystem } from './system/start-test-system.ts';
import { makeWebhookOwner } from './system/webhook-owner.ts';

const EVENTS = 1_500;
const DEVICES = 25;
const PROCESSES = ['webhooks', 'webhooks-2'] as const;
const KILLS = 5;
/** An endpoint has so many deliveries at its receiver at most, and so many that are answered and not recorded. */
const IN_FLIGHT = 16 + 256;
/** An ordered one has at most one of each device in either. */
const IN_FLIGHT_ORDERED = DEVICES;
const PATIENCE_MS = 600_000;

let system: OwnTestSystem;
let receivers: { readonly ordered: readonly Receiver[]; readonly parallel: readonly Receiver[] };
let all: readonly Receiver[];
let killed: readonly string[];

beforeAll(async () => {
  system = await lentTestSystem(TWO_OF_EACH);
  return () => system.stop();
});

beforeAll(async () => {
  const account = await system.operator.account('A shop whose webhooks are killed');
  const { key } = await system.operator.key({ accountId: account.id });
  const owner = makeWebhookOwner(system.baseUrl, key);
  const listening = async (ordered: boolean): Promise<Receiver> => {
    const receiver = await startReceiver();
    const { secret } = await owner.add({ url: receiver.url, events: ['scan.completed'], ordered });
    receiver.trust(secret);
    return receiver;
  };
  receivers = {
    ordered: [await listening(true), await listening(true)],
    parallel: [await listening(false), await listening(false)],
  };
  all = [...receivers.ordered, ...receivers.parallel];
  const stream = makeScanStream(system.call, key, DEVICES);
  killed = await killAtRandom(stream);
  for (const receiver of all) await received(receiver, EVENTS);
  return async () => {
    for (const receiver of all) await receiver.stop();
  };
}, PATIENCE_MS);

/** Each time while some of a further share of the events are under way. @returns who was killed, in turn. */
async function killAtRandom(stream: ScanStream): Promise<readonly string[]> {
  const names: string[] = [];
  while (names.length < KILLS) {
    const wanted = delivered() + (Math.random() * all.length * EVENTS) / KILLS / 2;
    const recording = stream.record(EVENTS / KILLS);
    // wait: between two looks.
    while (delivered() < wanted) await delay(5);
    const name = PROCESSES[Math.floor(Math.random() * PROCESSES.length)] ?? 'webhooks';
    names.push(name);
    await killNine(system, name);
    await recording;
  }
  return names;
}

const delivered = (): number => all.reduce((sum, { deliveries }) => sum + deliveries.length, 0);
const repeated = (): number => all.reduce((sum, receiver) => sum + receiver.deliveries.length - eventsOf(receiver).length, 0);

describe(`after kill -9 of one of two webhook processes, ${KILLS} times at random, during ${4 * EVENTS} deliveries`, () => {
  test('no event is lost, at any endpoint, and each is signed', () => {
    const numbers = Array.from({ length: EVENTS / DEVICES }, (_, place) => place + 1);
    for (const receiver of all) {
      expect(receiver.faults).toEqual([]);
      const came = [...numbersByDevice(receiver.deliveries)];
      expect(came).toHaveLength(DEVICES);
      for (const [, its] of came) expect([...new Set(its)].toSorted((a, b) => a - b)).toEqual(numbers);
    }
  });

  test('no more came twice than was sent and not recorded at the kills, and under its id', () => {
    const atAKill = receivers.ordered.length * IN_FLIGHT_ORDERED + receivers.parallel.length * IN_FLIGHT;
    expect(repeated(), `killed: ${killed.join(', ')}`).toBeLessThanOrEqual(KILLS * atAKill);
    for (const receiver of all) {
      const byEvent = Map.groupBy(receiver.deliveries, ({ event }) => event.id);
      for (const [, its] of byEvent) {
        expect(its.length).toBeLessThanOrEqual(1 + KILLS);
        expect(new Set(its.map(({ headers }) => headers['service-delivery-id'])).size).toBe(1);
        expect(new Set(its.map(({ rawBody }) => rawBody)).size).toBe(1);
      }
    }
  });

  test('at ordered endpoints what is of one device came in its order', () => {
    for (const receiver of receivers.ordered) expect(outOfOrder(receiver.deliveries)).toEqual([]);
  });

  test('the stores agree with each other', async () => {
    expect(await system.differences()).toEqual([]);
  });
});
