import { addedWebhook, type AddedWebhook, type DomainEvent, domainEvent, TOPICS } from '@fulfilment/contracts';
import { SAMPLE_EVENTS } from '@fulfilment/api-docs/samples';
import { newId, type Tenant, tenantKey } from '@fulfilment/kernel';
import type { EngineAddresses } from '@fulfilment/testing';
import {
  type Caller,
  failTheRun,
  identityOf,
  openServiceBed,
  type Reply,
  type ServiceBed,
  type ServiceEnvironment,
  type ServiceInstance,
  signIdentity,
} from '@fulfilment/service/test-bed';
import { compose, type Surroundings } from './compose.ts';
import { readConfig } from './config.ts';
import { SCHEMA } from './schema.ts';
import { type Collections, collectionsOf } from './database/collections-documents.ts';

export interface Instance extends Omit<ServiceInstance, 'call'> {
  /**
   * Calls the operator's API.
   *
   * @param to method and path below the version: `GET /webhooks`.
   * @param token whose identity it is called with; by default the operator's.
   */
  call(to: string, body?: unknown, token?: string): Promise<Reply>;
  /** Calls the account's API. @param to method and path below the version: `POST /webhooks/whk_…/pause`. */
  own(by: Caller, to: string, body?: unknown): Promise<Reply>;
  /** Reads the public API. @param to the path below the version: `/events?limit=1`. */
  read(by: Caller, to: string): Promise<Reply>;
  /** Adds an endpoint that by default gets everything. */
  add(tenant: Tenant, url: string, changes?: Readonly<Record<string, unknown>>): Promise<AddedWebhook>;
}

/** The service as it runs, on real engines. */
export interface TestBed extends ServiceBed {
  readonly collections: Collections;
  start(settings?: ServiceEnvironment, surroundings?: Surroundings): Promise<Instance>;
  /** Puts events on their topic, as the services do. @returns their bodies. */
  publish(...events: readonly DomainEvent[]): Promise<readonly string[]>;
  /** As `publish`, each with the key of a record of its own. */
  publishOf(events: readonly { readonly event: DomainEvent; readonly record: string }[]): Promise<void>;
  /** Puts a value on the topic that no service would write, with a key of its own. */
  publishText(value: string): Promise<void>;
}

const operatorToken = await signIdentity({ sub: 'operator', op: true }, 'webhooks');

export const scanEvent = ({ accountId, environment }: Tenant, barcode = '4006381333931'): DomainEvent => {
  const sample = SAMPLE_EVENTS['scan.completed'];
  const at = new Date().toISOString();
  return domainEvent.parse({
    ...sample,
    id: newId('evt'),
    created_at: at,
    account_id: accountId,
    environment,
    data: { ...sample.data, id: newId('scn'), barcode, client_scan_id: null, received_at: at },
  });
};

/** An order that was shipped to an address. */
export const addressedEvent = ({ accountId, environment }: Tenant, name = 'Kari Nordmann'): DomainEvent => {
  const sample = SAMPLE_EVENTS['order.shipped'];
  return domainEvent.parse({
    ...sample,
    id: newId('evt'),
    account_id: accountId,
    environment,
    data: {
      ...sample.data,
      id: newId('ord'),
      ship_to: { name, address1: 'Gata 1', city: 'Oslo', country: 'NO' },
    },
  });
};

export async function openTestBed(engines: EngineAddresses): Promise<TestBed> {
  const bed = await openServiceBed(engines, SCHEMA, {
    WEBHOOK_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
    // Tests flood one tenant of the sandbox.
    WEBHOOK_TENANT_RATE: '10000',
  });
  return {
    ...bed,
    collections: collectionsOf(bed.mongo.db),
    start: async (settings = {}, surroundings = {}) => {
      const running = await compose(readConfig({ ...bed.env, ...settings }), failTheRun, surroundings);
      return forOperator(await bed.reach(running));
    },
    publish: async (...events) => {
      const records = events.map((event) => toRecord(event));
      await bed.log.append(records);
      return records.map(({ value }) => value);
    },
    publishOf: (events) => bed.log.append(events.map(({ event, record }) => toRecord(event, record))),
    publishText: (value) => bed.log.append([{ topic: TOPICS.scansEvents, key: newId('scn'), value, headers: {} }]),
  };
}

function toRecord(event: DomainEvent, record = 'device-7') {
  const tenant = tenantKey({ accountId: event.account_id, environment: event.environment });
  const headers = { request_id: 'req_1', traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
  // As no serialiser of ours would write it: what is sent has to be this and not what a parser makes of it.
  return { topic: TOPICS.scansEvents, key: `${tenant}|${record}`, value: ` ${JSON.stringify(event, undefined, 1)}\n`, headers };
}

function forOperator(instance: ServiceInstance): Instance {
  const call: Instance['call'] = (to, body, token = operatorToken) =>
    instance.send(to.replace(' ', ' /operator/v1'), { token, body });
  return {
    ...instance,
    call,
    own: async (by, to, body) =>
      instance.send(to.replace(' ', ' /account/v1'), { token: await identityOf(by, 'webhooks'), body, headers: by.headers }),
    read: (by, to) => instance.call(by, `GET ${to}`),
    add: async ({ accountId, environment }, url, changes = {}) => {
      const { status, body } = await call('POST /webhooks', { account_id: accountId, environment, url, ...changes });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return addedWebhook.parse(body);
    },
  };
}
