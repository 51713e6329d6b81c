import { generateKeyPairSync } from 'node:crypto';
import {
  type DomainEvent,
  domainEvent,
  IDENTITY_HEADER,
  type Role,
  type SkuRecord,
  skuRecord,
  type StockCommand,
  stockCommandKey,
  type StockOutcome,
  stockOutcome,
  TOPICS,
} from '@fulfilment/contracts';
import { makeSignIdentity } from '@fulfilment/http';
import { newId, type Stoppable, type Tenant } from '@fulfilment/kernel';
import { ensureAllTopics, type EventLog, openKafkaLog } from '@fulfilment/messaging';
import { connectMongo, type Mongo } from '@fulfilment/mongo';
import { silentLogger } from '@fulfilment/observability';
import { type EngineAddresses, eventually, uniqueName } from '@fulfilment/testing';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';

export interface Caller extends Tenant {
  readonly keyId: string;
  readonly role: Role;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** What is sent: text as it is, anything else as JSON. */
export interface Sent {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Instance extends Stoppable {
  /** @param to method and path below the version: `GET /inventory?limit=1`. */
  call(by: Caller, to: string, sent?: Sent): Promise<Reply>;
  /** @throws ZodError unless it is answered with a SKU. */
  sku(by: Caller, to: string, body?: unknown): Promise<SkuRecord>;
  internal(path: '/readyz' | '/metrics'): Promise<string>;
}

/** The service as it runs, on real engines, with names of its own so that tests do not meet. */
export interface TestBed extends Stoppable {
  readonly mongo: Mongo;
  start(): Promise<Instance>;
  /** What subscribers were told of a tenant, as it is in the log. */
  eventsOf(tenant: Tenant): readonly DomainEvent[];
  /** What orders was told of an order. */
  outcomesOf(orderId: string): readonly StockOutcome[];
  /** Puts values on `stock.commands`. */
  send(tenant: Tenant, ...values: readonly unknown[]): Promise<void>;
  /** What is on the dead-letter topic of the commands. */
  readonly dead: readonly string[];
}

const KEY_ID = 'test';
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const sign = await makeSignIdentity({ key: { ...privateKey.export({ format: 'jwk' }), kid: KEY_ID }, lifetimeSeconds: 600 });

/** A caller of a new account. */
export const caller = (role: Role = 'admin'): Caller => ({
  accountId: newId('acc'),
  environment: 'sandbox',
  keyId: newId('key'),
  role,
});

export async function openTestBed({ kafkaBrokers, mongodbUrl, redisUrl }: EngineAddresses): Promise<TestBed> {
  const name = uniqueName('inventory_test');
  const env = {
    KAFKA_BROKERS: kafkaBrokers,
    MONGODB_URL: mongodbUrl,
    REDIS_URL: redisUrl,
    MONGODB_DATABASE: name,
    TOPIC_PREFIX: `${name}.`,
    REDIS_PREFIX: `${name}:`,
    LOG_LEVEL: 'silent',
    CURSOR_SECRET: 'a secret for cursors in tests only',
    JWT_PUBLIC_KEYS: JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: KEY_ID }] }),
  };
  const brokers = kafkaBrokers.split(',');
  const log = openKafkaLog({ brokers, clientId: 'test', logger: silentLogger, topicPrefix: env.TOPIC_PREFIX, onFatal: fail });
  const mongo = await connectMongo({ url: mongodbUrl, database: name, appName: 'test' });
  await ensureAllTopics(log, { replicationFactor: 1 });
  const events: DomainEvent[] = [];
  const outcomes: StockOutcome[] = [];
  const dead: string[] = [];
  const listening = await listen(log, {
    [TOPICS.inventoryEvents]: (value) => events.push(domainEvent.parse(JSON.parse(value))),
    [TOPICS.stockOutcomes]: (value) => outcomes.push(stockOutcome.parse(JSON.parse(value))),
    [`${TOPICS.stockCommands}.dlq`]: (value) => dead.push(value),
  });
  return {
    mongo,
    dead,
    start: async () => instanceOf(await compose(readConfig(env), fail)),
    eventsOf: ({ accountId }) => events.filter((event) => event.account_id === accountId),
    outcomesOf: (orderId) => outcomes.filter((outcome) => outcome.order_id === orderId),
    send: (tenant, ...values) =>
      log.append(
        values.map((value) => ({
          topic: TOPICS.stockCommands,
          key: stockCommandKey(tenant, ''),
          value: typeof value === 'string' ? value : JSON.stringify(value),
          headers: {},
        })),
      ),
    stop: async () => {
      await listening.stop();
      await log.stop();
      await mongo.db.dropDatabase();
      await mongo.stop();
    },
  };
}

/** A step of an order, as the orders service asks for it. */
export function step(
  by: Caller,
  type: 'confirm' | 'ship' | 'release',
  { order, attempt }: { order: string; attempt: number },
): StockCommand {
  return { ...commonOf(by, type, { order, attempt }), type };
}

/** An order that asks for stock for the first time. */
export function allocate(by: Caller, order: string, lines: readonly (readonly [sku: string, quantity: number])[]): StockCommand {
  const common = commonOf(by, 'allocate', { order, attempt: 1 });
  return {
    ...common,
    type: 'allocate',
    order_created_at: common.at,
    lines: lines.map(([sku, quantity]) => ({ id: newId('lin'), sku, quantity })),
  };
}

function commonOf(
  { accountId, environment, keyId }: Caller,
  verb: string,
  { order, attempt }: { order: string; attempt: number },
) {
  return {
    id: `${verb}:${order}:${attempt}`,
    account_id: accountId,
    environment,
    order_id: order,
    attempt,
    actor: keyId,
    request_id: newId('req'),
    at: new Date().toISOString(),
  };
}

async function listen(log: EventLog, heard: Readonly<Record<string, (value: string) => unknown>>): Promise<Stoppable> {
  const listening = await log.consume({
    group: 'listener',
    topics: Object.keys(heard),
    handle: async ({ topic, records }) => {
      for (const { value } of records) heard[topic]?.(value);
    },
  });
  await listening.ready();
  return listening;
}

async function instanceOf(running: Awaited<ReturnType<typeof compose>>): Promise<Instance> {
  const internal: Instance['internal'] = async (path) => (await fetch(`http://127.0.0.1:${running.internalPort}${path}`)).text();
  await eventually(async () => {
    const report = await internal('/readyz');
    if (!report.includes('"status":"ready"')) throw new Error(report);
  });
  const call: Instance['call'] = async (by, to, { body, headers = {} } = {}) => {
    const [method = '', path = ''] = to.split(' ');
    const reply = await fetch(`http://127.0.0.1:${running.port}/v1${path}`, {
      method,
      headers: { [IDENTITY_HEADER]: await identityOf(by), 'content-type': 'application/json', ...headers },
      body: body === undefined || typeof body === 'string' ? (body ?? null) : JSON.stringify(body),
    });
    return { status: reply.status, headers: reply.headers, body: await reply.json() };
  };
  return {
    internal,
    call,
    sku: async (by, to, body) => skuRecord.parse((await call(by, to, { body })).body),
    stop: () => running.stop(),
  };
}

const identities = new Map<string, Promise<string>>();

/** One for each key, as the gateway keeps them. */
function identityOf({ keyId, accountId, environment, role }: Caller): Promise<string> {
  const which = [keyId, accountId, environment, role].join();
  const known = identities.get(which) ?? sign({ sub: keyId, acc: accountId, env: environment, role }, 'inventory');
  identities.set(which, known);
  return known;
}

function fail(error: unknown): never {
  throw error;
}
