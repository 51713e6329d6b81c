import { availabilityQuote, COST_HEADER, locationRecord } from '@fulfilment/contracts';
import { type Caller, newCaller } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Instance, openTestBed, type TestBed } from '../inventory.fixture.ts';

let bed: TestBed;
let inventory: Instance;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  inventory = await bed.start();
});

afterAll(async () => {
  await inventory.stop();
  await bed.stop();
});

/** A shop with two mugs in MAIN, and three in the north, which ships to two countries and comes first. */
class Shop {
  readonly by: Caller = newCaller();

  async call(to: string, body: object): Promise<unknown> {
    const reply = await inventory.call(this.by, to, body);
    if (reply.status >= 300) throw new Error(`${to}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  }

  async ask(facts: object = {}, quantity = 4) {
    const body = { lines: [{ sku: 'MUG', quantity }], ...facts };
    return inventory.call(this.by, 'POST /availability', body);
  }

  async quote(facts: object = {}, quantity = 4) {
    return availabilityQuote.parse((await this.ask(facts, quantity)).body);
  }

  north = '';

  static async open(): Promise<Shop> {
    const shop = new Shop();
    await shop.call('POST /inventory', { sku: 'MUG', name: 'Mug', on_hand: 2, location: 'A3/S2' });
    const north = { type: 'warehouse', code: 'NORTH', priority: 9, countries: ['NO', 'SE'] };
    shop.north = locationRecord.parse(await shop.call('POST /locations', north)).id;
    await shop.call('POST /inventory/MUG/adjustments', { delta: 3, reason: 'receipt', location: 'NORTH' });
    return shop;
  }
}

test('200: without rules units are available wherever they lie, and no warehouse is planned', async () => {
  const shop = await Shop.open();

  expect(await shop.quote({ ship_to_country: 'DE' })).toMatchObject({
    complete: true,
    lines: [
      {
        available: 5,
        warehouses: [
          { warehouse: 'MAIN', available: 2, planned: null },
          { warehouse: 'NORTH', available: 3, planned: null },
        ],
      },
    ],
  });
});

test('200: where rules or the request choose warehouses, what these give under the split, and from which', async () => {
  const shop = await Shop.open();
  const both = [
    { warehouse: 'NORTH', available: 3, planned: 3 },
    { warehouse: 'MAIN', available: 2, planned: 1 },
  ];
  expect(await shop.quote({ split: 'within_line' })).toMatchObject({
    complete: true,
    lines: [{ available: 5, warehouses: both }],
  });
  expect(await shop.quote({ ship_from: ['MAIN'] })).toMatchObject({
    complete: false,
    lines: [{ available: 2, warehouses: [{ warehouse: 'MAIN', available: 2, planned: 2 }] }],
  });
  expect(await shop.quote({ ship_from: [shop.north], ship_to_country: 'DE' })).toMatchObject({
    complete: false,
    lines: [{ available: 0, warehouses: [] }],
  });

  await shop.call('PATCH /allocation-rules', { strategy: 'priority', split: 'by_line' });

  expect(await shop.quote()).toMatchObject({ complete: false, lines: [{ available: 3 }] });
  expect(await shop.quote({ ship_to_country: 'SE' }, 3)).toMatchObject({ complete: true });
  expect(await shop.quote({ ship_to_country: 'DE' })).toMatchObject({ complete: false, lines: [{ available: 2 }] });
  await shop.call(`PATCH /locations/${shop.north}`, { ships: false });
  expect(await shop.quote()).toMatchObject({ lines: [{ available: 2, warehouses: [{ warehouse: 'MAIN', planned: 2 }] }] });
});

const refused = (code: string, pointer: string) => ({ status: 422, body: { code, errors: [{ pointer }] } });

test('422: a warehouse that does not exist, a location that is none, no warehouse at all, a country or split that is none', async () => {
  const shop = await Shop.open();

  expect(await shop.ask({ ship_from: ['MAIN', 'SOUTH'] })).toMatchObject(refused('unknown_location', '/ship_from/1'));
  expect(await shop.ask({ ship_from: ['A3/S2'] })).toMatchObject(refused('unknown_location', '/ship_from/0'));
  const many = Array.from({ length: 99 }, () => 'MAIN');
  expect(await shop.ask({ ship_from: [...many, 'A3'] })).toMatchObject(refused('unknown_location', '/ship_from/99'));
  expect(await shop.ask({ ship_from: [...many, shop.north] })).toMatchObject({ status: 200 });
  expect(await shop.ask({ ship_from: [] })).toMatchObject(refused('validation_failed', '/ship_from'));
  expect(await shop.ask({ ship_to_country: 'XX' })).toMatchObject(refused('validation_failed', '/ship_to_country'));
  expect(await shop.ask({ split: 'always' })).toMatchObject(refused('validation_failed', '/split'));
});

test('a quote costs a token for every 50 lines, 5,000 pairs of a line and an active warehouse, or 500 places', async () => {
  const shop = await Shop.open();
  for (let n = 0; n < 28; n += 1) await shop.call('POST /locations', { type: 'warehouse', code: `W${n}` });
  const lines = Array.from({ length: 200 }, () => ({ sku: 'MUG', quantity: 1 }));
  const costOf = async (facts: object): Promise<string | null> =>
    (await inventory.call(shop.by, 'POST /availability', { lines, ...facts })).headers.get(COST_HEADER);

  // 200 lines, and 30 warehouses where they are chosen, beyond the one token of each request.
  expect([await costOf({}), await costOf({ split: 'within_line' })]).toEqual(['3', '5']);
  expect(await costOf({ lines: lines.slice(0, 50) })).toBeNull();
});
