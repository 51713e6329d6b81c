import { generateKeyPairSync } from 'node:crypto';
import { addedWebhook, type AddedWebhook, type DomainEvent, domainEvent, IDENTITY_HEADER, TOPICS } from '@fulfilment/contracts';
import { makeSignIdentity } from '@fulfilment/http';
import { newId, type Stoppable, type Tenant, tenantKey } from '@fulfilment/kernel';
import { ensureAllTopics, openKafkaLog } from '@fulfilment/messaging';
import { connectMongo } from '@fulfilment/mongo';
import { silentLogger } from '@fulfilment/observability';
import { type EngineAddresses, eventually, uniqueName } from '@fulfilment/testing';
import { compose, type Surroundings } from './compose.ts';
import { readConfig } from './config.ts';
import { type Collections, collectionsOf } from './store/documents.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

type Environment = Readonly<Record<string, string>>;

export interface Instance extends Stoppable {
  /** @param token whose identity it is called with; the operator's unless told. */
  call(request: string, body?: unknown, token?: string): Promise<Reply>;
  /** Adds an endpoint that gets everything unless told otherwise. */
  add(tenant: Tenant, url: string, changes?: Readonly<Record<string, unknown>>): Promise<AddedWebhook>;
  metrics(): Promise<string>;
}

/** The service as it runs, on real engines, with names of its own so that tests do not meet. */
export interface TestBed extends Stoppable {
  readonly collections: Collections;
  /** What a process of the service gets. */
  readonly env: Environment;
  start(settings?: Environment, surroundings?: Surroundings): Promise<Instance>;
  /** Puts events on their topic, as the services do. @returns their bodies. */
  publish(...events: readonly DomainEvent[]): Promise<readonly string[]>;
  /** Puts a value on the topic that no service would write. */
  publishText(value: string): Promise<void>;
}

const KEY_ID = 'test';
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
export const sign = await makeSignIdentity({
  key: { ...privateKey.export({ format: 'jwk' }), kid: KEY_ID },
  lifetimeSeconds: 600,
});
export const operatorToken = await sign({ sub: 'operator', op: true }, 'webhooks');

export const newTenant = (): Tenant => ({ accountId: newId('acc'), environment: 'sandbox' });

export const scanEvent = ({ accountId, environment }: Tenant, barcode = '4006381333931'): DomainEvent => {
  const at = new Date().toISOString();
  const nothing = { sku: null, quantity: null, location: null, order_id: null, device_id: null, operator: null };
  return domainEvent.parse({
    id: newId('evt'),
    type: 'scan.completed',
    created_at: at,
    api_version: 'v1',
    account_id: accountId,
    environment,
    data: {
      ...nothing,
      id: newId('scn'),
      barcode,
      type: 'pick',
      scanned_at: null,
      client_scan_id: null,
      metadata: {},
      received_at: at,
    },
  });
};

export async function openTestBed({ kafkaBrokers, mongodbUrl, redisUrl }: EngineAddresses): Promise<TestBed> {
  const name = uniqueName('webhooks_test');
  const env = {
    KAFKA_BROKERS: kafkaBrokers,
    MONGODB_URL: mongodbUrl,
    REDIS_URL: redisUrl,
    MONGODB_DATABASE: name,
    TOPIC_PREFIX: `${name}.`,
    REDIS_PREFIX: `${name}:`,
    LOG_LEVEL: 'silent',
    JWT_PUBLIC_KEYS: JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: KEY_ID }] }),
    WEBHOOK_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
  };
  const brokers = kafkaBrokers.split(',');
  const log = openKafkaLog({ brokers, clientId: 'test', logger: silentLogger, topicPrefix: env.TOPIC_PREFIX, onFatal: fail });
  const mongo = await connectMongo({ url: mongodbUrl, database: name, appName: 'test' });
  await ensureAllTopics(log, { replicationFactor: 1 });
  return {
    env,
    collections: collectionsOf(mongo.db),
    start: async (settings = {}, surroundings = {}) =>
      instanceOf(await compose(readConfig({ ...env, ...settings }), fail, surroundings)),
    publish: async (...events) => {
      const records = events.map(toRecord);
      await log.append(records);
      return records.map(({ value }) => value);
    },
    publishText: (value) => log.append([{ topic: TOPICS.scansEvents, key: 'k', value, headers: {} }]),
    stop: async () => {
      await log.stop();
      await mongo.db.dropDatabase();
      await mongo.stop();
    },
  };
}

function toRecord(event: DomainEvent) {
  const tenant = tenantKey({ accountId: event.account_id, environment: event.environment });
  const headers = { request_id: 'req_1', traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
  // As no serialiser of ours would write it: what is sent has to be this and not what a parser makes of it.
  return { topic: TOPICS.scansEvents, key: `${tenant}|device-7`, value: ` ${JSON.stringify(event, undefined, 1)}\n`, headers };
}

export async function isReady(internalPort: number): Promise<void> {
  const ready = await fetch(`http://127.0.0.1:${internalPort}/readyz`);
  const report = await ready.text();
  if (!report.includes('"status":"ready"')) throw new Error(report);
}

async function instanceOf(running: Awaited<ReturnType<typeof compose>>): Promise<Instance> {
  await eventually(() => isReady(running.internalPort), { withinMs: 30_000 });
  const call: Instance['call'] = async (request, body, token = operatorToken) => {
    const [method = '', path = ''] = request.split(' ');
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
    const headers = { [IDENTITY_HEADER]: token, 'content-type': 'application/json' };
    const reply = await fetch(`http://127.0.0.1:${running.port}/operator/v1${path}`, { method, headers, ...sent });
    return { status: reply.status, headers: reply.headers, body: await reply.json() };
  };
  return {
    call,
    add: async ({ accountId, environment }, url, changes = {}) => {
      const { status, body } = await call('POST /webhooks', { account_id: accountId, environment, url, ...changes });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return addedWebhook.parse(body);
    },
    metrics: async () => (await fetch(`http://127.0.0.1:${running.internalPort}/metrics`)).text(),
    stop: () => running.stop(),
  };
}

function fail(error: unknown): never {
  throw error;
}
