import { parseTenantKey, type Stoppable } from '@fulfilment/kernel';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endpoint, event } from '../database/store.fixture.ts';
import type { Attempt } from '../model/domain/attempt.ts';
import type { Delivery, QueueKey } from '../model/domain/delivery.ts';
import type { Endpoint } from '../model/domain/endpoint.ts';
import type { LoggedEvent } from '../model/domain/logged-event.ts';
import type { FindTarget } from './attempt-reads-store.ts';
import type { PendingDeliveries, PlannedDelivery } from './pending-delivery-store.ts';

/** Endpoints, events and deliveries that nothing else uses, by their tenant. */
export interface DeliveriesUnderTest extends Stoppable {
  readonly tenant: string;
  readonly add: (endpoint: Endpoint) => Promise<void>;
  /** Stores events, as they came from a partition. */
  readonly store: (events: readonly LoggedEvent[]) => Promise<void>;
  readonly deliveries: PendingDeliveries;
  readonly record: (attempt: Attempt) => Promise<boolean>;
  /** @throws AppError `not_found`. */
  readonly resend: (deliveryId: string) => Promise<unknown>;
  readonly findTarget: FindTarget;
}

const URL = 'https://hooks.example.com/in';

/** An attempt that failed, the next one of a delivery. */
export const attempt = (delivery: Delivery, changes: Partial<Attempt> = {}): Attempt => ({
  delivery,
  url: URL,
  requestId: null,
  n: delivery.attempts + 1,
  at: new Date(),
  latencyMs: 40,
  status: 500,
  error: null,
  errorDetail: null,
  signedWith: ['sec_1'],
  responseHeaders: {},
  excerpt: 'because',
  outcome: { type: 'retry', afterMs: 60_000 },
  consequence: { type: 'none' },
  ...changes,
});

/** An endpoint that gets every event, and the deliveries to it. */
interface Held extends DeliveriesUnderTest {
  readonly target: Endpoint;
  readonly queue: QueueKey;
  /** An event of the tenant. */
  readonly made: (changes?: Partial<LoggedEvent>) => LoggedEvent;
  readonly due: (limit?: number, except?: readonly string[]) => Promise<readonly PlannedDelivery[]>;
  /** Stores an event. @returns its delivery. */
  readonly pending: () => Promise<Delivery>;
}

const eventsOf = (found: readonly Delivery[]) => found.map(({ eventId }) => eventId);

function heldIn(bed: DeliveriesUnderTest): Held {
  const target = endpoint({ tenant: parseTenantKey(bed.tenant), url: URL });
  const queue = { tenant: bed.tenant, endpointId: target.id };
  const made: Held['made'] = (changes = {}) => event({ tenant: bed.tenant, ...changes });
  const due: Held['due'] = (limit = 10, except = []) => bed.deliveries.due(queue, { limit, except });
  const pending = async (): Promise<Delivery> => {
    await bed.store([made()]);
    const [delivery] = await due();
    if (!delivery) throw new Error('nothing is due');
    return delivery;
  };
  return { ...bed, target, queue, made, due, pending };
}

/** The guarantees of stores of deliveries, wherever they are kept. */
export function deliveriesConformance(name: string, open: () => Promise<DeliveriesUnderTest>): void {
  let opened: Held;

  beforeEach(async () => {
    opened = heldIn(await open());
    await opened.add(opened.target);
  });

  afterEach(() => opened.stop());

  const held = (): Held => opened;
  describe(`${name}: an event`, () => {
    eventsAreStored(held);
  });
  describe(`${name}: pending deliveries`, () => {
    deliveriesAreRead(held);
  });
  describe(`${name}: an attempt`, () => {
    attemptsAreRecorded(held);
  });
  describe(`${name}: a delivery that is sent again`, () => {
    deliveriesAreSentAgain(held);
  });
  describe(`${name}: an endpoint`, () => {
    endpointsAreFound(held);
  });
}

function eventsAreStored(held: () => Held): void {
  test('is stored once, with a delivery for each endpoint that selects it', async () => {
    const { add, store, deliveries, target, made, due, queue } = held();
    const other = endpoint({ tenant: target.tenant, events: ['sku.updated'] });
    const [created, updated] = [made(), made({ type: 'sku.updated' })];
    await add(other);

    await store([created, updated]);
    await store([created]);

    expect(eventsOf(await due()).toSorted()).toEqual([created.id, updated.id].toSorted());
    expect(await deliveries.due({ ...queue, endpointId: other.id }, { limit: 10, except: [] })).toMatchObject([
      { eventId: updated.id, attempts: 0, scheduleFrom: 0, members: undefined },
    ]);
  });

  test('goes to no endpoint that was added after it', async () => {
    const { add, store, deliveries, target, made, queue } = held();
    await store([made()]);
    const late = endpoint({ tenant: target.tenant });
    await add(late);

    expect(await deliveries.nextDueAt({ ...queue, endpointId: late.id })).toBeUndefined();
  });
}

function deliveriesAreRead(held: () => Held): void {
  test('are read in the order of the feed from a position on, due or not', async () => {
    const { store, deliveries, record, queue, made } = held();
    const events = ['a', 'b', 'c'].map((body) => made({ body }));
    await store(events);
    const [first] = await deliveries.after(queue, 0, 1);
    if (!first) throw new Error('nothing waits');
    await record(attempt(first));

    expect(eventsOf(await deliveries.after(queue, 0, 10))).toEqual(events.map(({ id }) => id));
    expect(eventsOf(await deliveries.after(queue, first.position, 1))).toEqual([events[1]?.id]);
  });

  test('of one record are read in the order of the feed up to a position', async () => {
    const { tenant, store, deliveries, queue, made } = held();
    const key = `${tenant}|ord_2`;
    const [one, , two, three] = [made({ key }), made(), made({ key }), made({ key })];
    await store([one, made(), two, three]);
    const all = await deliveries.after(queue, 0, 10);
    const through = all.find(({ eventId }) => eventId === two.id)?.position ?? 0;

    expect(eventsOf(await deliveries.ofRecord(queue, { recordKey: key, through, limit: 10 }))).toEqual([one.id, two.id]);
    expect(eventsOf(await deliveries.ofRecord(queue, { recordKey: key, through, limit: 1 }))).toEqual([one.id]);
  });

  test('are due without those that are left out, at most as many as are asked for', async () => {
    const { store, made, due } = held();
    await store([made(), made(), made()]);
    const [first] = await due();

    expect(await due(2)).toHaveLength(2);
    expect(await due(10, [first?.id ?? ''])).toHaveLength(2);
    expect((await due(10, [first?.id ?? ''])).every(({ dueInMs }) => dueInMs <= 0)).toBe(true);
  });

  test('that are due are read with the time of the next one after them', async () => {
    const { store, deliveries, record, queue, made, pending } = held();
    const delivery = await pending();
    await record(attempt(delivery));
    await store([made()]);

    const { due: found, nextDueAt } = await deliveries.dueAndNext(queue, { limit: 10, except: [] });

    expect(found).toHaveLength(1);
    expect(nextDueAt?.getTime()).toBeCloseTo(Date.now() + 60_000, -4);
    expect(await deliveries.dueAndNext(queue, { limit: 10, except: [delivery.id] })).toMatchObject({
      due: [{ id: found[0]?.id }],
      nextDueAt: undefined,
    });
  });

  test('are dropped, as many as are asked for', async () => {
    const { store, deliveries, queue, made, due } = held();
    await store([made(), made(), made()]);

    expect(await deliveries.drop(queue, { through: null, limit: 2 })).toBe(2);
    expect(await due()).toHaveLength(1);
    expect(await deliveries.drop(queue, { through: null, limit: 2 })).toBe(1);
    expect(await deliveries.drop(queue, { through: null, limit: 2 })).toBe(0);
  });
}

function attemptsAreRecorded(held: () => Held): void {
  test('that is to be repeated makes its delivery due later', async () => {
    const { deliveries, record, queue, due, pending } = held();
    const delivery = await pending();

    expect(await record(attempt(delivery))).toBe(true);

    expect(await due()).toEqual([]);
    expect((await deliveries.nextDueAt(queue))?.getTime()).toBeCloseTo(Date.now() + 60_000, -4);
    expect(await deliveries.after(queue, 0, 10)).toMatchObject([{ id: delivery.id, attempts: 1 }]);
  });

  test.each(['delivered', 'failed'] as const)('that has its delivery %s ends it', async (type) => {
    const { deliveries, record, queue, pending } = held();
    const delivery = await pending();

    await record(attempt(delivery, { outcome: { type } }));

    expect(await deliveries.nextDueAt(queue)).toBeUndefined();
  });

  test('that was recorded is not recorded again, by whichever worker', async () => {
    const { deliveries, record, queue, pending } = held();
    const delivery = await pending();
    await record(attempt(delivery));

    expect(await record(attempt(delivery, { outcome: { type: 'delivered' } }))).toBe(false);
    expect(await deliveries.after(queue, 0, 10)).toMatchObject([{ id: delivery.id, attempts: 1 }]);
  });
}

function deliveriesAreSentAgain(held: () => Held): void {
  test('begins its schedule again where it had ended', async () => {
    const { record, resend, due, pending } = held();
    const delivery = await pending();
    await record(attempt(delivery, { outcome: { type: 'failed' } }));

    await resend(delivery.id);

    expect(await due()).toMatchObject([{ id: delivery.id, attempts: 1, scheduleFrom: 1 }]);
  });

  test('is due now where it waited, and goes on with its schedule', async () => {
    const { record, resend, due, pending } = held();
    const delivery = await pending();
    await record(attempt(delivery));

    await resend(delivery.id);

    expect(await due()).toMatchObject([{ id: delivery.id, attempts: 1, scheduleFrom: 0 }]);
  });

  test('is not found where there is none of its id', async () => {
    const { resend } = held();
    await expect(resend('dlv_unknown')).rejects.toMatchObject({ code: 'not_found' });
  });
}

function endpointsAreFound(held: () => Held): void {
  test('is open, paused or gone for its worker, and at rest where its receiver asked for it', async () => {
    const { add, record, findTarget, target, pending, queue } = held();
    const paused = endpoint({ tenant: target.tenant, state: { status: 'paused' } });
    await add(paused);
    const of = (endpointId: string) => findTarget({ ...queue, endpointId });

    expect(await of(target.id)).toMatchObject({ type: 'open', url: URL, mode: { type: 'parallel' } });
    expect(await of(paused.id)).toEqual({ type: 'paused' });
    expect(await of('whk_unknown')).toEqual({ type: 'gone' });

    await record(attempt(await pending(), { status: 429, consequence: { type: 'rest', ms: 60_000 } }));
    expect(await of(target.id)).toEqual({ type: 'backing-off', until: expect.any(Date) });
  });
}
