import { movementRecord } from '@fulfilment/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CountedTwice, startDoubleClerks } from './faults/double-clerks.ts';
import { besideLoad, killUnderLoad } from './faults/kill-under-load.ts';
import { type FinalAnswer, postUntilFinal } from './faults/named-request.ts';
import { atOnce } from './system/at-once.ts';
import { readPages } from './system/pages.ts';
import { lentTestSystem, TWO_OF_EACH } from './system/shared-system.ts';
import type { OwnTestSystem } from './system/start-test-system.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';

const OPENING = 100;
const CLERKS = 4;
/** Requests that have to get through between two kills. */
const BETWEEN_KILLS = 12;
/** Rounds of kills at most, until one has cut off an answer to what was done: on a busy machine most requests still wait for their turn. */
const MOST_ROUNDS = 6;

let system: OwnTestSystem;
let tenant: TestTenant;
let sent: readonly CountedTwice[];
let repeated: number;

beforeAll(async () => {
  system = await lentTestSystem(TWO_OF_EACH);
  return () => system.stop();
});

beforeAll(async () => {
  tenant = await openTenant(system);
  await tenant.shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: OPENING });
  return () => tenant.stop();
});

beforeAll(async () => {
  const clerks = startDoubleClerks({ call: system.call, apiKey: tenant.shop.key, clerks: CLERKS, sku: 'MUG-01' });
  const names = ['inventory', 'inventory-2', 'gateway'];
  sent = await besideLoad(clerks, async () => {
    for (let round = 0; round < MOST_ROUNDS && clerks.repeated() === 0; round += 1)
      await killUnderLoad(system, { names, load: clerks, between: BETWEEN_KILLS });
    repeated = clerks.repeated();
  });
}, 900_000);

const wordsOf = ({ status, body }: FinalAnswer): string => JSON.stringify([status, body]);

describe('after kill -9 of both inventories while every change of stock is sent twice under its key', () => {
  test('both senders heard the same, and some of them an answer whose first telling was lost', () => {
    expect(sent.filter(({ heard: [one, other] }) => wordsOf(one) !== wordsOf(other))).toEqual([]);
    expect(sent.filter(({ heard: [{ status }] }) => status >= 400)).toEqual([]);
    expect(repeated).toBeGreaterThan(0);
  });

  test('each change was made once: what is on hand, and what the ledger tells', async () => {
    const units = sent.reduce((sum, change) => sum + change.units, OPENING);
    const { key } = tenant.shop;
    const ledger = await readPages(system.call, { key, path: '/inventory/MUG-01/movements', item: movementRecord });

    expect(await tenant.shop.sku('MUG-01')).toMatchObject({ on_hand: units });
    expect(ledger.reduce((sum, { delta }) => sum + delta, 0)).toBe(units);
    const adjustments = sent.filter(({ request }) => request.path.endsWith('adjustments')).length;
    expect(ledger).toHaveLength(1 + adjustments + 3 * (sent.length - adjustments));
  });

  test('a repeat gets the same response, from any process', async () => {
    const again = await atOnce(CLERKS, sent, ({ request }) => postUntilFinal(system.call, tenant.shop.key, request));

    expect(again.map(wordsOf)).toEqual(sent.map(({ heard: [first] }) => wordsOf(first)));
    expect(again.filter(({ replayed }) => !replayed)).toEqual([]);
  });

  test('the stores of all services agree with each other', async () => {
    expect(await system.differences()).toEqual([]);
  });
});
