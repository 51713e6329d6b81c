import { generateKeyPairSync } from 'node:crypto';
import { IDENTITY_HEADER, type Role } from '@fulfilment/contracts';
import { makeSignIdentity } from '@fulfilment/http';
import { newId, type Stoppable } from '@fulfilment/kernel';
import { ensureAllTopics, type EventLog, openKafkaLog } from '@fulfilment/messaging';
import { connectMongo } from '@fulfilment/mongo';
import { silentLogger } from '@fulfilment/observability';
import { type EngineAddresses, eventually, uniqueName } from '@fulfilment/testing';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';

/** The service as it runs, on real engines, with names of its own so that tests do not meet. */
export interface TestBed extends Stoppable {
  /** A second client of the same log: for what stands on its other side. */
  readonly log: EventLog;
  /** Starts an instance; several may run at once. */
  start(settings?: Readonly<Record<string, string>>): Promise<Instance>;
  /** A new account's caller. */
  caller(role?: Role): Caller;
}

export interface Caller {
  readonly accountId: string;
  readonly role: Role;
  /** Sent beside the usual ones, or in their place. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed where it is JSON. */
  readonly body: unknown;
}

export interface Instance extends Stoppable {
  /**
   * @param request method and path, without the version: `POST /orders`.
   * @param body text is sent as it is, anything else as JSON.
   */
  call(caller: Caller, request: string, body?: unknown): Promise<Reply>;
  metrics(): Promise<string>;
}

const KEY_ID = 'test';
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const sign = await makeSignIdentity({ key: { ...privateKey.export({ format: 'jwk' }), kid: KEY_ID }, lifetimeSeconds: 600 });

export async function openTestBed({ kafkaBrokers, mongodbUrl, redisUrl }: EngineAddresses): Promise<TestBed> {
  const name = uniqueName('orders_test');
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
  await ensureAllTopics(log, { replicationFactor: 1 });
  const mongo = await connectMongo({ url: mongodbUrl, database: name, appName: 'test' });
  return {
    log,
    caller: (role = 'admin') => ({ accountId: newId('acc'), role }),
    start: async (settings = {}) => {
      const running = await compose(readConfig({ ...env, ...settings }), fail);
      await eventually(() => hasItsPartitions(running.internalPort));
      return instanceOf(running);
    },
    stop: async () => {
      await log.stop();
      await mongo.db.dropDatabase();
      await mongo.stop();
    },
  };
}

function instanceOf(running: Awaited<ReturnType<typeof compose>>): Instance {
  return {
    call: async ({ accountId, role, headers }, request, body) => {
      const [method = '', path = ''] = request.split(' ');
      const identity = await sign({ sub: newId('key'), acc: accountId, env: 'sandbox', role }, 'orders');
      const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
      const reply = await fetch(`http://127.0.0.1:${running.port}/v1${path}`, {
        method,
        headers: { [IDENTITY_HEADER]: identity, 'content-type': 'application/json', ...headers },
        ...sent,
      });
      return { status: reply.status, headers: reply.headers, body: await reply.json() };
    },
    metrics: async () => (await fetch(`http://127.0.0.1:${running.internalPort}/metrics`)).text(),
    stop: () => running.stop(),
  };
}

async function hasItsPartitions(internalPort: number): Promise<void> {
  const ready = await fetch(`http://127.0.0.1:${internalPort}/readyz`);
  const report = await ready.text();
  if (!report.includes('"status":"ready"')) throw new Error(report);
}

function fail(error: unknown): never {
  throw error;
}
