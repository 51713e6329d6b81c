import { generateKeyPairSync } from 'node:crypto';
import { type DomainEvent, domainEvent, IDENTITY_HEADER, type Role, TOPICS } from '@fulfilment/contracts';
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

export interface Request {
  /** Method and path below the version: `GET /scans?limit=1`. */
  readonly to: string;
  /** Text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed where it is JSON. */
  readonly body: unknown;
}

export interface Instance extends Stoppable {
  call(by: Caller, request: Request): Promise<Reply>;
  /** What operators see. */
  internal(path: '/readyz' | '/metrics'): Promise<string>;
}

/** The service as it runs, on real engines, with names of its own so that tests do not meet. */
export interface TestBed extends Stoppable {
  /** Every event that is in the log, as a subscriber reads it, duplicates too. */
  readonly heard: readonly DomainEvent[];
  /** The database of the service, to look behind it. */
  readonly mongo: Mongo;
  /** Starts an instance; several may run at once. */
  start(settings?: Readonly<Record<string, string>>): Promise<Instance>;
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
  const name = uniqueName('scans_test');
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
  const log = openKafkaLog({
    brokers: kafkaBrokers.split(','),
    clientId: 'test',
    logger: silentLogger,
    topicPrefix: env.TOPIC_PREFIX,
    onFatal: fail,
  });
  const mongo = await connectMongo({ url: mongodbUrl, database: name, appName: 'test' });
  await ensureAllTopics(log, { replicationFactor: 1 });
  const heard: DomainEvent[] = [];
  const listening = await listen(log, heard);
  return {
    heard,
    mongo,
    start: async (settings = {}) => instanceOf(await compose(readConfig({ ...env, ...settings }), fail)),
    stop: async () => {
      await listening.stop();
      await log.stop();
      await mongo.db.dropDatabase();
      await mongo.stop();
    },
  };
}

async function listen(log: EventLog, heard: DomainEvent[]): Promise<Stoppable> {
  const listening = await log.consume({
    group: 'subscriber',
    topics: [TOPICS.scansEvents],
    handle: async ({ records }) => {
      for (const { value } of records) heard.push(domainEvent.parse(JSON.parse(value)));
    },
  });
  await listening.ready();
  return listening;
}

async function instanceOf(running: Awaited<ReturnType<typeof compose>>): Promise<Instance> {
  const internal = async (path: string): Promise<string> =>
    (await fetch(`http://127.0.0.1:${running.internalPort}${path}`)).text();
  await eventually(async () => {
    const report = await internal('/readyz');
    if (!report.includes('"status":"ready"')) throw new Error(report);
  });
  return {
    internal,
    call: async (by, { to, body, headers = {} }) => {
      const [method = '', path = ''] = to.split(' ');
      const reply = await fetch(`http://127.0.0.1:${running.port}/v1${path}`, {
        method,
        headers: { [IDENTITY_HEADER]: await identityOf(by), 'content-type': 'application/json', ...headers },
        body: body === undefined || typeof body === 'string' ? (body ?? null) : JSON.stringify(body),
      });
      return { status: reply.status, headers: reply.headers, body: await reply.json() };
    },
    stop: () => running.stop(),
  };
}

const identities = new Map<string, Promise<string>>();

/** One for each key, as the gateway keeps them. */
function identityOf({ keyId, accountId, environment, role }: Caller): Promise<string> {
  const which = [keyId, accountId, environment, role].join();
  const known = identities.get(which) ?? sign({ sub: keyId, acc: accountId, env: environment, role }, 'scans');
  identities.set(which, known);
  return known;
}

function fail(error: unknown): never {
  throw error;
}
