import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { Store } from '../compose-store.ts';
import { BY, endpoint, event, openTestStore, replayOf, TENANT, TENANT_KEY, type TestStore } from '../database/store.fixture.ts';
import type { Endpoint } from '../model/domain/endpoint.ts';
import { endpointDisabledEvent } from '../endpoints/endpoint-disabled-messages.ts';
import type { Replay } from '../model/domain/replay.ts';

let bed: TestStore;
let store: Store;

beforeEach(async () => {
  bed = await openTestStore(inject('engines').mongodbUrl);
  store = bed.process('one');
});

afterEach(() => bed.stop());

async function added(changes: Partial<Endpoint> = {}): Promise<string> {
  const made = endpoint(changes);
  await store.endpoints.add(made, 'whsec_x', BY);
  return made.id;
}

const deliver = () => bed.end();
const stored = (count: number) => store.events.store(Array.from({ length: count }, () => event()));
const due = (endpointId: string) => store.deliveries.due({ tenant: TENANT_KEY, endpointId }, { limit: 2_000, except: [] });
const state = (replay: Replay) => store.replays.find(TENANT, replay);

async function begun(replay: Replay): Promise<Replay> {
  await store.replays.add(replay, BY);
  return replay;
}

/** The next step, without its pause. */
async function nextStep({ id }: Replay): Promise<void> {
  await bed.collections.replays.updateOne({ _id: id, state: 'running' }, { $set: { due_at: new Date(0) } });
  await store.replays.step();
}

test.each(['before it began', 'while it goes on'])(
  'a batch that was composed %s is resent once, however many steps examine its events',
  async (when) => {
    const endpointId = await added();
    const compose = async () => store.batches.compose(await due(endpointId), 10);
    await stored(6);
    if (when === 'before it began') await compose();
    await deliver();
    const replay = await begun(replayOf(endpointId, { rate: 3 }));

    const sent: number[] = [];
    for (let step = 0; step < 4; step += 1) {
      await nextStep(replay);
      if (step === 0 && when === 'while it goes on') {
        await bed.undo();
        await compose();
      }
      sent.push((await due(endpointId)).length);
      await deliver();
    }

    expect(sent).toEqual([1, 0, 0, 0]);
    expect(await state(replay)).toMatchObject({ status: 'done', examined: 6 });
  },
);

test('a batch that is split during a replay is resent once, event by event', async () => {
  const endpointId = await added();
  const queue = { tenant: TENANT_KEY, endpointId };
  await stored(4);
  await store.batches.compose(await due(endpointId), 10);
  await deliver();
  const replay = await begun(replayOf(endpointId, { rate: 1 }));

  const sent: number[] = [];
  for (let step = 0; step < 5; step += 1) {
    await nextStep(replay);
    await store.batches.split(queue);
    sent.push((await store.deliveries.after(queue, 0, 10)).length);
    await deliver();
  }

  expect(sent).toEqual([4, 0, 0, 0, 0]);
  expect(await state(replay)).toMatchObject({ status: 'done', examined: 4 });
});

test('a batch is resent by the next replay', async () => {
  const endpointId = await added();
  await stored(3);
  await store.batches.compose(await due(endpointId), 10);
  await deliver();
  await nextStep(await begun(replayOf(endpointId)));
  await deliver();

  const again = await begun(replayOf(endpointId));
  await nextStep(again);

  expect(await state(again)).toMatchObject({ status: 'done', resent: 1 });
});

test('a replay does not deliver the event of an auto-disable to the disabled endpoint', async () => {
  const endpointId = await added();
  const other = await added();
  const disabled = { endpointId, tenant: TENANT_KEY, url: 'https://hooks.example.com/in', description: null };
  const times = { failingSince: new Date(), lastSuccessAt: null, at: new Date() };
  const gone = { reason: 'gone' as const, failures: 1, lastStatus: 410, lastError: null, ...times };
  const told = endpointDisabledEvent(disabled, gone, event().id);
  await store.events.store([told]);
  await bed.end();
  await bed.collections.deliveries.deleteMany({});

  await nextStep(await begun(replayOf(endpointId)));
  await nextStep(await begun(replayOf(other)));

  expect(await due(endpointId)).toEqual([]);
  expect(await due(other)).toMatchObject([{ eventId: told.id }]);
});

test.each<[string, Record<string, unknown>]>([
  ['is paused', { status: 'paused' }],
  ['is disabled', { status: 'disabled' }],
  ['rests', { rests_until: new Date(Date.now() + 3_600_000) }],
])('while its endpoint %s a replay makes nothing due and is checked every few seconds; then it goes on', async (_, changes) => {
  const endpointId = await added();
  await stored(5);
  await deliver();
  await bed.collections.endpoints.updateOne({ _id: endpointId }, { $set: changes });
  const replay = await begun(replayOf(endpointId, { rate: 1_000 }));

  const beforeMs = Date.now();
  await nextStep(replay);

  expect(await due(endpointId)).toEqual([]);
  const waiting = await bed.collections.replays.findOne({ _id: replay.id });
  expect(waiting?.due_at?.getTime()).toBeGreaterThan(beforeMs + 3_000);
  await bed.collections.endpoints.updateOne({ _id: endpointId }, { $set: { status: 'active', rests_until: new Date(0) } });
  await nextStep(replay);
  expect(await due(endpointId)).toHaveLength(5);
});

test.each([null, 1_000])('with a rate of %s at most a thousand deliveries are pending', async (rate) => {
  const endpointId = await added();
  for (let group = 0; group < 6; group += 1) await stored(200);
  await deliver();
  const replay = await begun(replayOf(endpointId, { rate }));

  for (let step = 0; step < 8; step += 1) await nextStep(replay);

  expect(await due(endpointId)).toHaveLength(1_000);
  await deliver();
  await nextStep(replay);
  expect(await due(endpointId)).toHaveLength(200);
});

const large = (barcode: string) =>
  event({ body: JSON.stringify({ type: 'order.created', data: { barcode, note: 'x'.repeat(850_000) } }) });

test('a replay reads the bodies of events without a delivery for the filter, some megabytes a step', async () => {
  await store.events.store([large('A'), large('B'), large('A')]);
  await store.events.store([large('A'), large('B'), large('A')]);
  const endpointId = await added({ filter: JSON.stringify({ data: { barcode: ['A'] } }) });
  const replay = await begun(replayOf(endpointId));

  await nextStep(replay);
  expect(await state(replay)).toMatchObject({ status: 'running', examined: 5, resent: 3 });
  await nextStep(replay);
  await nextStep(replay);
  expect(await state(replay)).toMatchObject({ status: 'done', examined: 6, resent: 4 });
});

test('the bodies of events with a delivery are not read for the filter', async () => {
  const endpointId = await added({ filter: JSON.stringify({ data: { barcode: ['A'] } }) });
  await store.events.store([large('A'), large('A')]);
  await deliver();
  const replay = await begun(replayOf(endpointId));
  await bed.mongo.db.command({ profile: 2 });

  await nextStep(replay);
  await bed.mongo.db.command({ profile: 0 });

  const reads = await bed.mongo.db.collection('system.profile').find({ 'command.find': 'events' }).toArray();
  expect(reads.length).toBeGreaterThan(0);
  expect(Math.max(...reads.map(({ responseLength }) => Number(responseLength)))).toBeLessThan(50_000);
  expect(await state(replay)).toMatchObject({ resent: 2 });
});
