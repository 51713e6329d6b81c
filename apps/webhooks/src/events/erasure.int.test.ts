import { type DomainEvent, domainEvent, erasedAddress } from '@fulfilment/contracts';
import { newId, type Tenant } from '@fulfilment/kernel';
import { newCaller } from '@fulfilment/service/test-bed';
import { eventually, uniqueName } from '@fulfilment/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { answers, type Receiver, startReceiver } from '../receiver.fixture.ts';
import { addressedEvent, type Instance, openTestBed, type TestBed } from '../webhooks.fixture.ts';

let bed: TestBed;
let instance: Instance;
let receiver: Receiver;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  instance = await bed.start();
  receiver = await startReceiver();
});

afterAll(async () => {
  await instance.stop();
  await receiver.stop();
  await bed.stop();
});

/** The event that an erased order is told by, later than the given one of it. */
function erasureAfter(before: DomainEvent, orderId: string): DomainEvent {
  const at = new Date().toISOString();
  if (!('data' in before) || !('ship_to' in before.data)) throw new Error('No order');
  const data = {
    ...before.data,
    id: orderId,
    ship_to: erasedAddress({ country: 'NO' }),
    note: null,
    metadata: {},
    erased_at: at,
    updated_at: at,
  };
  const { account_id, environment, api_version } = before;
  const changed = ['ship_to', 'note', 'metadata'];
  const facts = { account_id, environment, api_version, created_at: at, sequence: 9, changed };
  return domainEvent.parse({ ...facts, id: newId('evt'), type: 'order.updated', data });
}

function orderOf(event: DomainEvent): string {
  return 'id' in event.data ? String(event.data.id) : '';
}

/** All that the service stores, as text. */
async function storedText(): Promise<string> {
  const collections = await bed.mongo.db.listCollections().toArray();
  const all = await Promise.all(collections.map(({ name }) => bed.mongo.db.collection(name).find().toArray()));
  return JSON.stringify(all);
}

test('an erased order is in no event, delivery or answer of a receiver any more; other orders stay', async () => {
  const caller = newCaller();
  const tenant: Tenant = { accountId: caller.accountId, environment: caller.environment };
  const person = uniqueName('Kari Nordmann');
  receiver.behave(answers(200, { body: `Thank you, ${person}` }));
  await instance.add(tenant, receiver.url);
  const [event, other] = [addressedEvent(tenant, person), addressedEvent(tenant, person)];
  const [id, otherId] = [orderOf(event), orderOf(other)];
  await bed.publishOf([{ event, record: id }]);
  await eventually(async () => expect(await storedText()).toContain(`Thank you, ${person}`));
  // The event of the erasure is delivered as well: what is answered to that one stays.
  receiver.behave(answers(200));

  await bed.publishOf([{ event: erasureAfter(event, id), record: id }]);

  await eventually(async () => expect(await storedText()).not.toContain(person));
  await bed.publishOf([{ event: other, record: otherId }]);
  const feed = await eventually(async () => {
    const { body } = await instance.read(caller, '/events');
    expect(body).toMatchObject({ data: [{ id: event.id }, { type: 'order.updated' }, { id: other.id }] });
    return JSON.stringify(body);
  });
  expect(feed.split(person)).toHaveLength(2);
});

test('the notes of a return without an order are in no stored event any more once its erasure is told', async () => {
  const { accountId, environment } = newCaller();
  const tenant: Tenant = { accountId, environment };
  const { api_version } = addressedEvent(tenant);
  const of = newId('ret');
  const told = (type: string, sequence: number, note: string | null, facts: object = {}): DomainEvent =>
    domainEvent.parse({
      id: newId('evt'),
      type,
      created_at: new Date().toISOString(),
      api_version,
      account_id: accountId,
      environment,
      sequence,
      order: null,
      data: {
        id: of,
        order_id: null,
        external_id: null,
        status: 'approved',
        lines: [],
        note,
        reason: null,
        pending_transition: null,
        exchange_order_id: null,
        version: sequence,
        created_at: new Date().toISOString(),
        approved_at: null,
        received_at: null,
        ended_at: null,
        updated_at: new Date().toISOString(),
      },
      ...facts,
    });
  const record = of.replace('ret_', 'ord_');
  await bed.publishOf([{ event: told('return.created', 1, 'Planted Person'), record }]);
  await eventually(async () => expect(await storedText()).toContain('Planted Person'));

  await bed.publishOf([{ event: told('return.updated', 2, null, { changed: ['note'] }), record }]);

  await eventually(async () => expect(await storedText()).not.toContain('Planted Person'));
});

test('an event of an erasure that was stored without it, by an earlier release, takes effect when it comes again', async () => {
  const caller = newCaller();
  const tenant: Tenant = { accountId: caller.accountId, environment: caller.environment };
  const event = addressedEvent(tenant);
  const id = orderOf(event);
  const erasure = erasureAfter(event, id);
  await bed.publishOf([
    { event, record: id },
    { event: erasure, record: id },
  ]);
  await eventually(async () => expect((await instance.read(caller, '/events')).body).toMatchObject({ data: [{}, {}] }));
  const body = JSON.stringify(event);
  await bed.collections.events.updateOne({ _id: event.id }, { $set: { body } });
  expect(await storedText()).toContain('Nordmann');

  await bed.publishOf([{ event: erasure, record: id }]);

  await eventually(async () => {
    const kept = await bed.collections.events.findOne({ _id: event.id });
    expect(kept?.body).not.toContain('Nordmann');
  });
});
