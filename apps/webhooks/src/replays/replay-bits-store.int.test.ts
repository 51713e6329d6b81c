import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { Store } from '../compose-store.ts';
import { BY, endpoint, event, openTestStore, replayOf, TENANT, TENANT_KEY, type TestStore } from '../database/store.fixture.ts';
import type { Endpoint } from '../endpoints/domain/endpoint.ts';
import { tellOfEnd } from '../endpoints/endpoint-disabled-messages.ts';
import type { Replay } from './replay-ports.ts';

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

/** The next bit, without the wait for it. */
async function nextBit({ id }: Replay): Promise<void> {
  await bed.collections.replays.updateOne({ _id: id, state: 'running' }, { $set: { due_at: new Date(0) } });
  await store.replays.step();
}

test.each(['before it began', 'while it goes on'])(
  'a batch that was composed %s goes once, however many bits look at its events',
  async (when) => {
    const endpointId = await added();
    const compose = async () => store.compose(await due(endpointId), 10);
    await stored(6);
    if (when === 'before it began') await compose();
    await deliver();
    const replay = await begun(replayOf(endpointId, { rate: 3 }));

    const sent: number[] = [];
    for (let bit = 0; bit < 4; bit += 1) {
      await nextBit(replay);
      if (bit === 0 && when === 'while it goes on') {
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

test('a batch that is dissolved while a replay goes on goes once too, event by event', async () => {
  const endpointId = await added();
  const queue = { tenant: TENANT_KEY, endpointId };
  await stored(4);
  await store.compose(await due(endpointId), 10);
  await deliver();
  const replay = await begun(replayOf(endpointId, { rate: 1 }));

  const sent: number[] = [];
  for (let bit = 0; bit < 5; bit += 1) {
    await nextBit(replay);
    await store.dissolve(queue);
    sent.push((await store.deliveries.behind(queue, 0, 10)).length);
    await deliver();
  }

  expect(sent).toEqual([4, 0, 0, 0, 0]);
  expect(await state(replay)).toMatchObject({ status: 'done', examined: 4 });
});

test('a batch comes again with the next replay', async () => {
  const endpointId = await added();
  await stored(3);
  await store.compose(await due(endpointId), 10);
  await deliver();
  await nextBit(await begun(replayOf(endpointId)));
  await deliver();

  const again = await begun(replayOf(endpointId));
  await nextBit(again);

  expect(await state(again)).toMatchObject({ status: 'done', resent: 1 });
});

test('an endpoint is not told of its own end by a replay either', async () => {
  const endpointId = await added();
  const other = await added();
  const ofEnd = { url: 'https://hooks.example.com/in', description: null, reason: 'gone' as const, failures: 1 };
  const times = { failingSince: new Date(), lastSuccessAt: null, lastStatus: 410, lastError: null, at: new Date() };
  const told = tellOfEnd({ endpointId, tenant: TENANT_KEY, ...ofEnd, ...times }, event().id);
  await store.events.store([told]);
  await bed.end();
  await bed.collections.deliveries.deleteMany({});

  await nextBit(await begun(replayOf(endpointId)));
  await nextBit(await begun(replayOf(other)));

  expect(await due(endpointId)).toEqual([]);
  expect(await due(other)).toMatchObject([{ eventId: told.id }]);
});

test.each<[string, Record<string, unknown>]>([
  ['is paused', { status: 'paused' }],
  ['is disabled', { status: 'disabled' }],
  ['rests', { rests_until: new Date(Date.now() + 3_600_000) }],
])('while its endpoint %s a replay makes nothing due and is looked at every few seconds; then it goes on', async (_, changes) => {
  const endpointId = await added();
  await stored(5);
  await deliver();
  await bed.collections.endpoints.updateOne({ _id: endpointId }, { $set: changes });
  const replay = await begun(replayOf(endpointId, { rate: 1_000 }));

  await nextBit(replay);

  expect(await due(endpointId)).toEqual([]);
  const waiting = await bed.collections.replays.findOne({ _id: replay.id });
  expect(waiting?.due_at?.getTime()).toBeGreaterThan(Date.now() + 3_000);
  await bed.collections.endpoints.updateOne({ _id: endpointId }, { $set: { status: 'active', rests_until: new Date(0) } });
  await nextBit(replay);
  expect(await due(endpointId)).toHaveLength(5);
});

test.each([null, 1_000])('with a rate of %s no more than a thousand wait', async (rate) => {
  const endpointId = await added();
  for (let group = 0; group < 6; group += 1) await stored(200);
  await deliver();
  const replay = await begun(replayOf(endpointId, { rate }));

  for (let bit = 0; bit < 8; bit += 1) await nextBit(replay);

  expect(await due(endpointId)).toHaveLength(1_000);
  await deliver();
  await nextBit(replay);
  expect(await due(endpointId)).toHaveLength(200);
});

const large = (barcode: string) =>
  event({ body: JSON.stringify({ type: 'order.created', data: { barcode, note: 'x'.repeat(850_000) } }) });

test('for its filter a replay reads events that the endpoint never got, some megabytes at a time', async () => {
  await store.events.store([large('A'), large('B'), large('A')]);
  await store.events.store([large('A'), large('B'), large('A')]);
  const endpointId = await added({ filter: JSON.stringify({ data: { barcode: ['A'] } }) });
  const replay = await begun(replayOf(endpointId));

  await nextBit(replay);
  expect(await state(replay)).toMatchObject({ status: 'running', examined: 5, resent: 3 });
  await nextBit(replay);
  await nextBit(replay);
  expect(await state(replay)).toMatchObject({ status: 'done', examined: 6, resent: 4 });
});

test('what the endpoint got is not read again for its filter', async () => {
  const endpointId = await added({ filter: JSON.stringify({ data: { barcode: ['A'] } }) });
  await store.events.store([large('A'), large('A')]);
  await deliver();
  const replay = await begun(replayOf(endpointId));
  await bed.mongo.db.command({ profile: 2 });

  await nextBit(replay);
  await bed.mongo.db.command({ profile: 0 });

  const reads = await bed.mongo.db.collection('system.profile').find({ 'command.find': 'events' }).toArray();
  expect(reads.length).toBeGreaterThan(0);
  expect(Math.max(...reads.map(({ responseLength }) => Number(responseLength)))).toBeLessThan(50_000);
  expect(await state(replay)).toMatchObject({ resent: 2 });
});
