import { isList, type Operation, OPERATIONS, operations, reservationRecord, returnRecord } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { everyRecord, setUpRecords, type Standing } from './refusals/standing.ts';
import { eventsOf } from './system/receiver.ts';
import { type Kind, makeEach, pathTo, V1_RESOURCES, type Values, valueOf } from './system/resources.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';
import { takePart, takeReturn } from './system/take-part.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';

/** A tenant with records; those of all tenants have the same SKUs, external ids and client scan ids. */
interface Party {
  readonly tenant: TestTenant;
  readonly standing: Standing;
  readonly records: unknown;
  /** The order of which units come back. */
  readonly returned: string;
}

const NAMES = ['sandbox', 'production', 'another account'] as const;
type Name = (typeof NAMES)[number];

const PAIRS = NAMES.flatMap((own) => NAMES.filter((name) => name !== own).map((other): readonly [Name, Name] => [own, other]));
const LISTED = V1_RESOURCES.flatMap(({ kind, list }) => (list && list.lags !== true ? [{ kind, ...list }] : []));
/** Of records that have ids of their own. */
const FILTERED = LISTED.flatMap(({ foundBy, ...list }) => (foundBy === undefined ? [] : [{ ...list, foundBy }]));

/** Kinds that are refused a second one with the same names, or one beside the first: each tenant gets theirs by hand. */
const BY_HAND: readonly Kind[] = ['sku', 'loc_', 'ord_', 'rsv_', 'ful_', 'ret_', 'scn_'];
const AGAIN = V1_RESOURCES.filter(({ kind, list }) => list !== undefined && !BY_HAND.includes(kind));

let system: TestSystem;
const parties = new Map<Name, Party>();

beforeAll(async () => {
  system = await sharedTestSystem();
});

beforeAll(async () => {
  const sandbox = await openTenant(system);
  const { accountId } = sandbox.tenant;
  const tenants = {
    sandbox,
    production: await openTenant(system, { accountId, environment: 'production' }),
    'another account': await openTenant(system),
  };
  for (const name of NAMES) {
    const tenant = tenants[name];
    const { shop } = tenant;
    const standing = await setUpRecords(shop);
    // A second item of every list, behind which a cursor stands.
    await shop.createSku({ sku: 'CUP-01', name: 'Cup', on_hand: 1, location: 'A3/S2' });
    await shop.scan({ barcode: '2' });
    await makeEach(AGAIN, { ask: shop.ask, mark: 'second', there: standing.values });
    const { ful_: part, ord_: order, ret_: returned } = standing.values;
    await takePart(system.call, shop.key, `/fulfilments/${part}/cancel`);
    await takePart(system.call, shop.key, `/orders/${order}/fulfilments`);
    const reserved = { lines: [{ sku: 'MUG-01', quantity: 1 }], expires_in: 86_400 };
    (await system.call('POST', '/reservations', { key: shop.key, body: reserved })).as(201, reservationRecord);
    const known = (await system.call('GET', `/returns/${returned}`, { key: shop.key })).as(200, returnRecord);
    await takeReturn(system.call, shop.key, `/returns/${returned}/cancel`);
    const units = known.lines.map(({ line_id: lineId }) => ({ line_id: lineId, quantity: 1, reason: 'damaged' }));
    await takeReturn(system.call, shop.key, '/returns', { order_id: known.order_id, lines: units });
    parties.set(name, { tenant, standing, records: await everyRecord(shop), returned: known.order_id ?? '' });
  }
  return async () => {
    for (const { tenant } of parties.values()) await tenant.stop();
  };
});

function party(name: Name): Party {
  const found = parties.get(name);
  if (!found) throw new Error(`${name} was not set up`);
  return found;
}

/** Ids of records; the SKU is the same for all. */
const idsOf = (name: Name): readonly string[] =>
  FILTERED.map(({ kind }) => valueOf(party(name).standing.values, kind)).concat(party(name).standing.packed.id);
/** Records whose lists have several items. */
const longLivedOf = (name: Name, { id }: Operation): Values => {
  const { standing, returned } = party(name);
  return id === operations.listOrderReturns.id ? { ...standing.values, ord_: returned } : standing.values;
};

const page = z.looseObject({ data: z.array(z.looseObject({ id: z.string().optional() })), next_cursor: z.string().nullable() });
const readPageOf = async (name: Name, path: string) => (await system.call('GET', path, { key: keyOf(name) })).as(200, page);

const keyOf = (name: Name): string => party(name).tenant.shop.key;

async function expectAllUnchanged(): Promise<void> {
  for (const { tenant, records } of parties.values()) expect(await everyRecord(tenant.shop)).toEqual(records);
}

test('each has its own records, under the same SKUs, external ids and client scan ids as the others', async () => {
  for (const { standing } of parties.values()) expect(standing.sku).toMatchObject({ sku: 'MUG-01', on_hand: 95, allocated: 6 });
  const ids = NAMES.flatMap(idsOf);
  expect(ids.length).toBeGreaterThanOrEqual(12);
  expect(new Set(ids).size).toBe(ids.length);
  await expectAllUnchanged();
});

describe.each(PAIRS)('to %s, what belongs to %s', (own, other) => {
  test('is in no list, and not to be found by a filter', async () => {
    for (const { operation } of LISTED) {
      const { text } = await system.call('GET', operation.path, { key: keyOf(own) });
      for (const id of idsOf(other)) expect(text).not.toContain(id);
    }
    for (const { operation, kind, foundBy } of FILTERED) {
      const id = valueOf(party(other).standing.values, kind);
      const record = (await readPageOf(other, operation.path)).data.find((each) => each.id === id);
      const path = `${operation.path}?${foundBy}=${String(record?.[foundBy])}`;

      expect(JSON.stringify(await readPageOf(other, path))).toContain(id);
      const { text } = await system.call('GET', path, { key: keyOf(own) });
      for (const foreign of idsOf(other)) expect(text).not.toContain(foreign);
    }
  });

  test('is not read with its cursors', async () => {
    for (const operation of OPERATIONS.filter(isList)) {
      const cursor = await eventually(async () => {
        const { next_cursor } = await readPageOf(other, `${pathTo(operation, longLivedOf(other, operation))}?limit=1`);
        if (next_cursor === null) throw new Error(`${operation.id} has no second page`);
        return next_cursor;
      });

      const path = `${pathTo(operation, longLivedOf(own, operation))}?limit=1&cursor=${encodeURIComponent(cursor)}`;
      const answer = await system.call('GET', path, { key: keyOf(own) });

      expect([operation.id, answer.problem().code]).toEqual([operation.id, 'invalid_cursor']);
    }
  });

  test('is no place to put anything', async () => {
    const { place } = party(other).standing;
    const bin = { type: 'bin', code: 'B1', parent_id: place.id };
    const move = { to: place.id, sku: 'MUG-01', quantity: 1 };

    const created = await system.call('POST', '/locations', { key: keyOf(own), body: bin });
    const moved = await system.call('POST', `/locations/${party(own).standing.place.id}/transfer`, {
      key: keyOf(own),
      body: move,
    });

    expect([created.problem().code, moved.problem().code]).toEqual(['unknown_location', 'unknown_location']);
    await expectAllUnchanged();
  });
});

test('a SKU that only others have cannot be ordered, moved or read', async () => {
  await party('another account').tenant.shop.createSku({ sku: 'SECRET-01', name: 'Secret', on_hand: 5 });

  for (const name of ['sandbox', 'production'] as const) {
    const key = keyOf(name);
    const order = await system.call('POST', '/orders', { key, body: { lines: [{ sku: 'SECRET-01', quantity: 1 }] } });
    expect([order.problem().code, (await system.call('GET', '/inventory/SECRET-01', { key })).problem().code]).toEqual([
      'unknown_sku',
      'not_found',
    ]);
  }
  await party('another account').tenant.shop.archiveSku('SECRET-01');
});

test('each subscriber is told of its own tenant alone, with a secret of its own', async () => {
  for (const { tenant } of parties.values()) await tenant.shop.scan({ barcode: 'the last' });

  for (const { tenant, standing } of parties.values()) {
    const { account_id, environment } = { account_id: tenant.tenant.accountId, environment: tenant.tenant.environment };
    const told = await eventually(() => {
      const events = eventsOf(tenant.subscriber);
      expect(events.filter(({ type }) => type === 'scan.completed')).toHaveLength(3);
      expect(events.filter(({ type }) => type === 'order.created')).toHaveLength(7);
      return events;
    });
    for (const event of told) expect(event).toMatchObject({ account_id, environment });
    expect(JSON.stringify(told)).toContain(standing.created.id);
    expect(tenant.subscriber.faults).toEqual([]);
  }
  expect(new Set([...parties.values()].map(({ tenant }) => tenant.secret)).size).toBe(3);
});

test('webhook endpoints are listed and removed within their own account and environment', async () => {
  const urls = new Map<Name, readonly string[]>();
  for (const name of NAMES)
    urls.set(
      name,
      (await system.operator.webhooks(party(name).tenant.tenant)).map(({ url }) => url),
    );
  expect([...urls]).toEqual(NAMES.map((name) => [name, [party(name).tenant.subscriber.url]]));

  const [endpoint] = await system.operator.webhooks(party('sandbox').tenant.tenant);
  const outsider = party('another account').tenant.tenant.accountId;
  await expect(system.operator.removeWebhook(outsider, endpoint?.id ?? '')).rejects.toThrow('not_found');
  expect(await system.operator.webhooks(party('sandbox').tenant.tenant)).toHaveLength(1);
});
