import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { Store } from '../compose-store.ts';
import { BY, endpoint, event, openTestStore, replayOf, TENANT, type TestStore } from '../database/store.fixture.ts';
import type { Replay } from '../model/domain/replay.ts';

let bed: TestStore;
let stores: readonly Store[];
let endpointId: string;

beforeEach(async () => {
  bed = await openTestStore(inject('engines').mongodbUrl);
  stores = [bed.process('one'), bed.process('two')];
  const added = endpoint();
  endpointId = added.id;
  await stores[0]?.endpoints.add(added, 'whsec_x', BY);
  for (let group = 0; group < 5; group += 1) await stores[0]?.events.store(Array.from({ length: 90 }, () => event()));
  await bed.end({}, { state: 'failed', rare_state: 'failed', attempts: 3, ended_at: new Date() });
});

afterEach(() => bed.stop());

const replay = (selection: Replay['selection']): Replay => replayOf(endpointId, { selection });

async function stepToEnd(store: Store): Promise<void> {
  let carriedOn = true;
  while (carriedOn) carriedOn = await store.replays.step();
}

test.each(['failed', 'all'] as const)(
  'with selection %s each delivery is made due once by concurrent processes',
  async (selection) => {
    const asked = replay(selection);
    await stores[0]?.replays.add(asked, BY);

    await Promise.all(stores.map(stepToEnd));

    expect(await stores[1]?.replays.find(TENANT, asked)).toMatchObject({ status: 'done', examined: 450, resent: 450 });
    expect(await bed.collections.deliveries.countDocuments({ state: 'pending', schedule_from: 3, attempts: 3 })).toBe(450);
  },
);

test('another process takes over a replay after its lease, from the end of the last step', async () => {
  const asked = replay('failed');
  const [one, two] = stores;
  await one?.replays.add(asked, BY);
  await one?.replays.step();
  const claimed = { $inc: { epoch: 1 }, $set: { due_at: new Date(Date.now() + 60_000) } };
  await bed.collections.replays.updateOne({ _id: asked.id }, claimed);
  expect(await two?.replays.step()).toBe(false);

  await bed.collections.replays.updateOne({ _id: asked.id }, { $set: { due_at: new Date() } });
  if (two) await stepToEnd(two);

  expect(await two?.replays.find(TENANT, asked)).toMatchObject({ status: 'done', examined: 450, resent: 450 });
});

test('an endpoint has one replay at a time', async () => {
  const first = replay('failed');
  await stores[0]?.replays.add(first, BY);

  await expect(stores[1]?.replays.add(replay('all'), BY)).rejects.toMatchObject({
    code: 'replay_in_progress',
    details: { replay_id: first.id },
  });
  await stores[0]?.replays.cancel(TENANT, first, BY);
  await expect(stores[1]?.replays.add(replay('all'), BY)).resolves.toBeUndefined();
});
