import { CONSUMER_GROUPS, errors } from '@fulfilment/contracts';
import { Steps, systemClock, unwatched } from '@fulfilment/kernel';
import { silentLogger } from '@fulfilment/observability';
import { makeAttemptDelivery } from '../../../apps/webhooks/src/dispatch/attempt-delivery.ts';
import type { FindTarget, Target } from '../../../apps/webhooks/src/dispatch/attempt-reads-store.ts';
import { BodyMemory } from '../../../apps/webhooks/src/dispatch/body-memory.ts';
import { Dispatcher } from '../../../apps/webhooks/src/dispatch/dispatcher.ts';
import { FairSemaphore, MAX_IN_FLIGHT } from '../../../apps/webhooks/src/dispatch/fair-semaphore.ts';
import { HostLimiter } from '../../../apps/webhooks/src/dispatch/host-limiter.ts';
import type { Send } from '../../../apps/webhooks/src/deliveries/delivery-ports.ts';
import { EndpointCommands, type EndpointCommandsParts } from '../../../apps/webhooks/src/endpoints/manage-endpoints.ts';
import {
  decodeDomainEvent,
  handleDomainEvents,
  makeStoreEvents,
} from '../../../apps/webhooks/src/events/event-intake-messages.ts';
import type { StoreTurns } from '../../../apps/webhooks/src/events/event-ports.ts';
import { IntakeQueue } from '../../../apps/webhooks/src/events/intake-queue.ts';
import { consume, type Process } from '../consume.ts';
import { leasesOf } from './memory-queues.ts';
import { type Calls, deliveriesOf } from './memory-webhooks.ts';

/** The use cases of webhooks that clients ask for. */
export interface WebhookApi {
  readonly endpoints: EndpointCommands;
  readonly resend: (deliveryId: string) => Promise<{ readonly attempts: number; readonly hadEnded: boolean }>;
}

/** Seconds before each attempt: faults end before the last. */
const SCHEDULE = [0, ...Array.from({ length: 60 }, () => 1)];
/** Milliseconds of a lease: calls may stay pending for longer. */
const LEASE_MS = 3_000;
const LIMITS = { concurrency: 100, rate: 1_000, rateOf: () => 1_000, unprovenRate: 1_000 };

/** Starts a process of webhooks: intake, dispatcher, workers and commands as they are, on memory adapters of their ports. */
export async function startWebhooks(process: Process): Promise<WebhookApi> {
  const { system, actor } = process;
  const call: Calls = (name, effect) => system.scheduler.call(actor, name, () => effect(system.webhooks.store));
  const steps = new Steps(unwatched, { name: 'endpoints', engines: ['mongodb'], endsProcess: false });
  const findTarget = targetsOf(process, call);
  const findEvent = ({ eventId }: { readonly eventId: string }) => call('find event', ({ events }) => events.get(eventId)?.event);
  const attempt = makeAttemptDelivery({
    steps,
    deadlineMs: 10_000,
    findTarget,
    findEvent,
    bodies: new BodyMemory(),
    record: (made) => call(`record attempt ${made.n}`, (store) => store.record(made)),
    send: sendOf(process),
    watch: { began: () => undefined, ended: () => undefined },
    schedule: SCHEDULE,
    now: systemClock,
    random: () => 0.5,
  });
  const dispatcher = new Dispatcher({
    leases: leasesOf({ owner: actor, leaseMs: LEASE_MS }, (name, effect) => call(name, ({ queues }) => effect(queues))),
    hints: system.hints.channelsOf(actor),
    leaseMs: LEASE_MS,
    abort: async () => undefined,
    progress: unwatched,
    steps,
    worker: {
      deliveries: deliveriesOf(call),
      batches: { compose: async () => false, split: async () => undefined },
      findTarget,
      loadEvents: async () => ({ of: () => undefined, release: () => undefined }),
      attempt,
      slots: new FairSemaphore(MAX_IN_FLIGHT),
      hosts: new HostLimiter(LIMITS, async () => []),
      logger: silentLogger,
    },
  });
  const intake = new IntakeQueue(storeTurnsOf(process, call));
  const storeEvents = makeStoreEvents(
    (events, signal) => intake.submit(events, signal),
    (queues) => dispatcher.wake(queues),
  );
  await consume(process, {
    group: 'webhooks',
    topics: CONSUMER_GROUPS.webhooks.topics,
    decode: decodeDomainEvent,
    handle: handleDomainEvents(
      storeEvents,
      { firstMoved: async () => -1, awaitFormer: async () => undefined },
      async () => undefined,
    ),
  });
  return {
    endpoints: commandsOf(call, dispatcher),
    resend: async (id) => {
      const resent = await call('resend', (store) => store.resend(id));
      dispatcher.notify([resent.endpointId]);
      return resent;
    },
  };
}

/** The commands of owners, whose endpoints this process then looks at. */
function commandsOf(call: Calls, dispatcher: Dispatcher): EndpointCommands {
  const released = async <Result>(id: string, changed: Promise<Result>): Promise<Result> => {
    const result = await changed;
    dispatcher.notify([id]);
    return result;
  };
  const endpoints: EndpointCommandsParts['endpoints'] = {
    add: (endpoint) => call('add endpoint', (store) => void store.endpoints.set(endpoint.id, endpoint)).then(() => true),
    count: () => call('count endpoints', (store) => store.endpoints.size),
    change: ({ id }, _by, decide) =>
      released(
        id,
        call('change endpoint', (store) => store.change(id, decide)),
      ),
    bringForward: ({ id }) => call('bring forward', (store) => store.bringForward(id)),
    remove: ({ id }, _by, check) =>
      released(
        id,
        call('remove endpoint', (store) => store.remove(id, check)),
      ),
    holdAccount: async () => 0,
  };
  return new EndpointCommands({
    endpoints,
    newSecret: () => 'whsec_of_the_simulation',
    now: systemClock,
    present: ({ version }) => ({ version }),
    checkTarget: async () => undefined,
    urlRules: { allowHttp: false },
  });
}

function storeTurnsOf({ system: { webhooks } }: Process, call: Calls): StoreTurns {
  const { storesEventsFirst = false } = webhooks.store.bugs;
  return async (turns) => {
    const fresh = turns.flat().filter(({ id }) => !webhooks.store.events.has(id));
    const stored = await call('store events', (store) => store.storeTurns(turns));
    if (storesEventsFirst)
      await call('add deliveries', (store) => {
        for (const { id } of fresh) store.addDeliveries(id);
      });
    return stored;
  };
}

/** Endpoints as they are read for a queue, or for an attempt: the moment of that read is noted. */
function targetsOf({ system: { webhooks }, actor }: Process, call: Calls): FindTarget {
  const remembered = new Map<string, Target>();
  return async (queue) => {
    const known = remembered.get(queue.endpointId);
    if ('id' in queue) webhooks.seen.readFor(actor, String(queue.id));
    if (webhooks.store.bugs.remembersTargets === true && known) return known;
    const target = await call('find endpoint', (store) => {
      if ('id' in queue) webhooks.seen.readFor(actor, String(queue.id));
      return store.findTarget(queue);
    });
    if (target.type === 'open') remembered.set(queue.endpointId, target);
    return target;
  };
}

/** A request to a receiver: it arrives or not, at once or late, and its answer may be lost. */
function sendOf({ system: { scheduler, webhooks }, actor }: Process): Send {
  return async ({ delivery, attempt }) => {
    const { id: deliveryId, eventId } = delivery;
    const endpointId = webhooks.store.deliveries.get(deliveryId)?.endpointId;
    if (endpointId === undefined) throw errors.notFound('There is no such delivery.');
    webhooks.seen.sends(actor, { deliveryId, endpointId, claimedBy: webhooks.store.queues.claimedBy(endpointId) });
    try {
      const status = await scheduler.call(actor, `POST attempt ${attempt}`, () => webhooks.seen.arrives(endpointId, eventId));
      return { type: 'answered', headers: {}, status, excerpt: '' };
    } catch {
      return { type: 'broken', headers: {}, fault: 'connection_lost', detail: null, status: null, excerpt: null };
    }
  };
}
