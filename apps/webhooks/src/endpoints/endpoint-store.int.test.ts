import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { Store } from '../compose-store.ts';
import { BY, endpoint, event, openTestStore, TENANT, TENANT_KEY, type TestStore } from '../database/store.fixture.ts';

let bed: TestStore;
let store: Store;
const other = { accountId: 'acc_other', environment: 'sandbox' as const };

beforeEach(async () => {
  bed = await openTestStore(inject('engines').mongodbUrl);
  store = bed.process('one');
});

afterEach(() => bed.stop());

test('an endpoint is listed as it was added, and its secret is stored encrypted', async () => {
  const added = endpoint({ events: ['order.created', 'order.shipped'], description: 'Shop' });
  const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

  expect(await store.endpoints.add(added, secret, BY)).toBe(true);

  expect(await store.endpoints.list([TENANT])).toEqual([added]);
  expect(await store.findTarget({ tenant: TENANT_KEY, endpointId: added.id })).toMatchObject({
    type: 'open',
    url: added.url,
    secrets: [{ id: added.secrets[0]?.id, secret }],
  });
  expect(JSON.stringify(await bed.collections.endpoints.find().toArray())).not.toContain(secret);
});

test('a tenant has at most fifty endpoints, also with concurrent additions', async () => {
  const two = bed.process('two');
  const stores = Array.from({ length: 55 }, (_, place) => (place % 2 === 0 ? store : two));

  const results = await Promise.all(stores.map((each) => each.endpoints.add(endpoint(), 'whsec_x', BY)));

  expect(results.filter(Boolean)).toHaveLength(50);
  expect(await store.endpoints.list([TENANT])).toHaveLength(50);
  expect(await store.endpoints.add(endpoint({ tenant: other }), 'whsec_x', BY)).toBe(true);
  const [oldest] = await store.endpoints.list([TENANT]);
  await store.endpoints.remove({ id: oldest?.id ?? '', tenants: [TENANT] }, BY);
  expect(await store.endpoints.add(endpoint(), 'whsec_x', BY)).toBe(true);
  expect(await store.endpoints.add(endpoint(), 'whsec_x', BY)).toBe(false);
});

test('an endpoint is removed by its tenant only, and once', async () => {
  const added = endpoint();
  await store.endpoints.add(added, 'whsec_x', BY);

  await expect(store.endpoints.remove({ id: added.id, tenants: [other] }, BY)).rejects.toMatchObject({ code: 'not_found' });
  expect(await store.endpoints.remove({ id: added.id, tenants: [TENANT] }, BY)).toEqual(added);
  await expect(store.endpoints.remove({ id: added.id, tenants: undefined }, BY)).rejects.toMatchObject({ code: 'not_found' });
  expect(await store.findTarget({ tenant: TENANT_KEY, endpointId: added.id })).toEqual({ type: 'gone' });
});

test('removing an endpoint makes its queue due, so that its pending deliveries are dropped', async () => {
  const added = endpoint();
  await store.endpoints.add(added, 'whsec_x', BY);
  await store.events.store([event(), event(), event()]);
  await store.endpoints.remove({ id: added.id, tenants: [TENANT] }, BY);

  const [claim] = await store.leases.claim({ clean: 10, others: 10 });

  expect(claim).toMatchObject({ endpointId: added.id });
  const queue = { tenant: TENANT_KEY, endpointId: added.id };
  expect(await store.deliveries.drop(queue, { through: null, limit: 2 })).toBe(2);
  expect(await store.deliveries.drop(queue, { through: null, limit: 2 })).toBe(1);
  expect(await store.deliveries.drop(queue, { through: null, limit: 2 })).toBe(0);
  expect(claim && (await store.leases.delete(claim))).toEqual({ type: 'idle' });
  expect(await bed.collections.queues.countDocuments()).toBe(0);
});
