import type { DomainEvent } from '@fulfilment/contracts';
import type { Stoppable, Tenant } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { newTenant, type ServiceEnvironment } from '@fulfilment/service/test-bed';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import type { Collections } from '../database/collections-documents.ts';
import type { AttemptDocument, DeliveryDocument } from '../database/delivery-documents.ts';
import { releaseOf } from '../database/queue-documents.ts';
import type { EndpointDocument } from '../database/endpoint-documents.ts';
import { answers, type Behaviour, type Receiver, startReceiver } from '../receiver.fixture.ts';
import { type Instance, openTestBed, scanEvent, type TestBed } from '../webhooks.fixture.ts';

/** Generous, since a test's machine may be busy: no test is slower for it. */
export const PATIENCE = { withinMs: 40_000 };

/** Three tries in a moment. The deadline is longer than a machine with other work stalls. */
export const QUICK = { WEBHOOK_RETRY_SCHEDULE: '0,0.1,0.1', WEBHOOK_DEADLINE_MS: '1500', WEBHOOK_LEASE_MS: '4000' };

/** The running service with a way to look at what it delivers. */
interface Delivering extends Stoppable {
  readonly bed: TestBed;
  readonly webhooks: Instance;
  deliveries(endpointId: string): Promise<readonly DeliveryDocument[]>;
  attempts(endpointId: string): Promise<readonly AttemptDocument[]>;
  /** Changes what its owner chose, as the API does. */
  rules(endpointId: string, rules: Partial<EndpointDocument>): Promise<void>;
  /** Waits until that many deliveries of the endpoint have ended. @returns all of them. */
  ended(endpointId: string, count: number): Promise<readonly DeliveryDocument[]>;
}

/** A tenant of its own, and receivers that stop with it. */
interface Story extends Stoppable {
  readonly tenant: Tenant;
  /** Answers 204 until told otherwise. */
  readonly receiver: Receiver;
  receiverThat(behaviour: Behaviour): Promise<Receiver>;
  publish(count?: number): Promise<readonly DomainEvent[]>;
  /** Publishes one event for each of the records, in this order. */
  publishOf(...records: readonly string[]): Promise<readonly DomainEvent[]>;
}

/** The parts that a test uses. */
interface Scene extends Pick<Delivering, 'webhooks'>, Pick<Story, 'tenant' | 'receiver'> {
  readonly delivering: Delivering;
  readonly story: Story;
}

/** The attempts at an endpoint, by number. */
export async function attemptsAt({ attempts }: Collections, endpointId: string): Promise<readonly AttemptDocument[]> {
  const found = await attempts.find({ 'made.endpoint_id': endpointId }).toArray();
  const made = found.flatMap(({ made: together }) => together).filter((attempt) => attempt.endpoint_id === endpointId);
  return made.toSorted((a, b) => a.n - b.n);
}

/** Runs the service for the tests of a file, and begins a story for each. @returns what the test that runs has at hand. */
export function sceneOfEachTest(settings: ServiceEnvironment = {}): () => Scene {
  let delivering: Delivering | undefined;
  let scene: Scene | undefined;
  beforeAll(async () => {
    delivering = await startDelivering({ ...QUICK, ...settings });
  });
  beforeEach(async () => {
    if (!delivering) throw new Error('The service did not start');
    const story = await begin(delivering.bed);
    scene = { delivering, webhooks: delivering.webhooks, story, tenant: story.tenant, receiver: story.receiver };
  });
  afterEach(() => scene?.story.stop());
  afterAll(() => delivering?.stop());
  return () => {
    if (!scene) throw new Error('No test is running');
    return scene;
  };
}

async function startDelivering(settings: ServiceEnvironment): Promise<Delivering> {
  const bed = await openTestBed(inject('engines'));
  const webhooks = await bed.start(settings);
  const deliveries = (endpointId: string) => bed.collections.deliveries.find({ endpoint_id: endpointId }).toArray();
  return {
    bed,
    webhooks,
    deliveries,
    attempts: (endpointId) => attemptsAt(bed.collections, endpointId),
    rules: async (endpointId, rules) => {
      const changed = await bed.collections.endpoints.findOneAndUpdate({ _id: endpointId }, { $set: rules });
      if (!changed) throw new Error(`There is no ${endpointId}`);
      await bed.collections.queues.updateOne({ _id: endpointId }, releaseOf(changed.tenant), { upsert: true });
    },
    ended: (endpointId, count) =>
      eventually(async () => {
        const all = await deliveries(endpointId);
        expect(all.filter(({ state }) => state !== 'pending')).toHaveLength(count);
        return all;
      }, PATIENCE),
    stop: async () => {
      await webhooks.stop();
      await bed.stop();
    },
  };
}

async function begin(bed: TestBed): Promise<Story> {
  const tenant = newTenant();
  const receivers: Receiver[] = [];
  const receiverThat = async (behaviour: Behaviour): Promise<Receiver> => {
    const started = await startReceiver(behaviour);
    receivers.push(started);
    return started;
  };
  return {
    tenant,
    receiver: await receiverThat(answers(204)),
    receiverThat,
    publish: async (count = 1) => {
      const events = Array.from({ length: count }, (_, place) => scanEvent(tenant, String(place)));
      await bed.publish(...events);
      return events;
    },
    publishOf: async (...records) => {
      const events = records.map((record) => scanEvent(tenant, record));
      await bed.publishOf(events.map((event, place) => ({ event, record: records[place] ?? '' })));
      return events;
    },
    stop: async () => {
      await Promise.all(receivers.map((receiver) => receiver.stop()));
    },
  };
}
