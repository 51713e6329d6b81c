import { tenantKey } from '@fulfilment/kernel';
import { type Caller, LaterRelease, newCaller, type WriteCounters } from '@fulfilment/service/test-bed';
import { eventually } from '@fulfilment/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import * as documents from './documents.ts';
import type { EndpointCommands } from './endpoints/manage-endpoints.ts';
import { answers, type Receiver, startReceiver } from './receiver.fixture.ts';
import { type Instance, openTestBed, scanEvent, type TestBed } from './webhooks.fixture.ts';

/** The collections of records that one release after the other writes; no writer compares a counter. */
const WRITTEN_OVER: WriteCounters = {
  endpoints: null,
  events: null,
  deliveries: null,
  pending: null,
  queues: null,
  replays: null,
};
/** Documents that are added, and counters and positions that are raised by `$inc` and `$set` alone. */
const RAISED = ['attempts', 'changes', 'endpoint_counts', 'endpoint_hours', 'handovers', 'positions'];

let bed: TestBed;
let webhooks: Instance;
let receiver: Receiver;
let by: Caller;
let id: string;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  webhooks = await bed.start({ WEBHOOK_RETRY_SCHEDULE: '0,60' });
});

beforeEach(async () => {
  receiver = await startReceiver(answers(204));
  by = newCaller();
  ({ id } = await webhooks.add(by, receiver.url));
  await told('delivered');
});

afterEach(() => receiver.stop());

afterAll(async () => {
  await webhooks.stop();
  await bed.stop();
});

async function own(to: string, body?: unknown): Promise<void> {
  const reply = await webhooks.own(by, to.replace(':id', id), body);
  if (reply.status >= 300) throw new Error(`${to}: ${JSON.stringify(reply.body)}`);
}

/** Publishes an event and waits for its delivery, with nothing under way behind it. */
async function told(state: 'delivered' | 'pending', attempts = 1): Promise<void> {
  const event = scanEvent(by);
  await bed.publish(event);
  await delivered({ event_id: event.id, state, attempts });
}

async function delivered(wanted: Readonly<Record<string, unknown>>): Promise<void> {
  await eventually(async () => {
    if (!(await bed.collections.deliveries.findOne({ tenant: tenantKey(by), ...wanted }))) throw new Error('Not delivered');
    const queue = await bed.collections.queues.findOne({ _id: id });
    if (queue?.owner) throw new Error('A worker is at the endpoint');
  });
}

interface UseCase {
  readonly given?: () => Promise<unknown>;
  readonly run: () => Promise<unknown>;
  /** Collections among those that it writes; what dispatch writes beside it is left open. */
  readonly writes: readonly (keyof typeof WRITTEN_OVER)[];
}

const pause = () => own('POST /webhooks/:id/pause');
const held = async (isHeld: boolean) => {
  const { status } = await webhooks.call(`POST /accounts/${by.accountId}/${isHeld ? 'suspend' : 'resume'}`);
  expect(status).toBeLessThan(300);
};

type Dispatched = 'success' | 'failure' | 'resend' | 'replay';

const USE_CASES: Record<keyof EndpointCommands | Dispatched, UseCase> = {
  add: { run: () => webhooks.add(by, receiver.url), writes: [] },
  update: {
    given: () => own('PATCH /webhooks/:id', { batch: { max_events: 5 } }),
    run: () => own('PATCH /webhooks/:id', { description: 'Warehouse' }),
    writes: ['endpoints'],
  },
  pause: { run: pause, writes: ['endpoints'] },
  resume: { given: pause, run: () => own('POST /webhooks/:id/resume', { held: 'deliver' }), writes: ['endpoints'] },
  rotateSecret: { run: () => own('POST /webhooks/:id/secret/rotate', {}), writes: ['endpoints'] },
  holdAccount: { run: () => held(true), writes: ['endpoints'] },
  remove: { run: () => own('DELETE /webhooks/:id'), writes: ['endpoints'] },
  success: { run: () => told('delivered'), writes: ['queues'] },
  failure: {
    run: async () => {
      receiver.behave(answers(500));
      await told('pending');
    },
    writes: ['endpoints', 'queues'],
  },
  resend: {
    run: async () => {
      const delivery = await bed.collections.deliveries.findOne({ tenant: tenantKey(by), event_id: { $exists: true } });
      const { _id: deliveryId } = delivery ?? { _id: 'none' };
      await own(`POST /deliveries/${deliveryId}/resend`);
      await delivered({ attempts: 2 });
    },
    writes: ['deliveries'],
  },
  replay: {
    run: async () => {
      await own('POST /webhooks/:id/resend', { since: new Date(Date.now() - 60_000).toISOString(), status: 'all' });
      await delivered({ attempts: 2 });
    },
    writes: ['deliveries'],
  },
};

test('every collection of the service is known to be written over, or raised and added to', () => {
  const known = [...Object.keys(WRITTEN_OVER), ...RAISED];

  expect(known.toSorted()).toEqual(Object.values(documents.COLLECTION_NAMES).toSorted());
});

test.each(Object.entries(USE_CASES))('%s keeps the fields of a later release', async (_name, { given, run, writes }) => {
  await given?.();
  const later = new LaterRelease(bed.mongo, WRITTEN_OVER);
  await later.write({ tenant: tenantKey(by) });

  await run();

  const { written, lost } = await later.aftermath();
  expect(lost).toEqual([]);
  expect(written).toEqual(expect.arrayContaining([...writes]));
});
