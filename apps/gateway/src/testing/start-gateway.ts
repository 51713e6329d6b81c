import {
  accountRecord,
  type AccountRecord,
  issuedKey,
  type IssuedKey,
  keyRecord,
  type KeyRecord,
  type Plan,
  type Role,
} from '@fulfilment/contracts';
import { makeSignIdentity } from '@fulfilment/identity';
import type { Environment } from '@fulfilment/kernel';
import { type EngineAddresses, uniqueName } from '@fulfilment/testing';
import { connectMongo, migrateStore } from '@fulfilment/mongo';
import { compose, type ComposeOptions, type Gateway } from '../compose.ts';
import { readConfig } from '../config.ts';
import { EDGE_TIMES, type EdgeTimes } from '../edge/server.ts';
import { AUDIENCE } from '../accounts/account-routes.ts';
import { ServedDocuments } from '../reference/served-documents.ts';
import { SCHEMA } from '../schema.ts';
import { signingKeys } from './signing-keys.ts';

export const PUBLIC_URL = 'https://api.example.test';

/** Rendered once a worker: it takes seconds of CPU, and depends on the public URL alone. */
const DOCUMENTS = new ServedDocuments(PUBLIC_URL);

/** The environment of gateways that belong together: one database, one set of rate limits, one pair of keys. */
export function gatewayEnv(engines: Pick<EngineAddresses, 'mongodbUrl' | 'redisUrl'>, upstream: string) {
  const name = uniqueName('gateway');
  return {
    PORT: '0',
    PUBLIC_URL,
    MONGODB_URL: engines.mongodbUrl,
    MONGODB_DATABASE: name,
    REDIS_URL: engines.redisUrl,
    REDIS_PREFIX: `${name}:`,
    LOG_LEVEL: 'silent',
    CURSOR_SECRET: 'a secret for cursors in tests only',
    KEY_PEPPER: 'a pepper that is long enough for tests',
    UPSTREAM_INVENTORY: upstream,
    UPSTREAM_ORDERS: upstream,
    UPSTREAM_SCANS: upstream,
    UPSTREAM_WEBHOOKS: upstream,
    TRUSTED_PROXIES: '127.0.0.0/8',
    // Two cores and everything on them: what is tested is the limiter, not the machine.
    RATE_LIMIT_BUDGET_MS: '1000',
    ...signingKeys(),
  };
}

export type GatewayEnv = Readonly<Record<string, string>>;

export interface TestGateway extends Gateway {
  readonly url: string;
  readonly internalUrl: string;
  readonly env: GatewayEnv;
  readonly operator: Operator;
}

/** The operator's API of a gateway, as the commands use it. */
export interface Operator {
  call(method: string, path: string, body?: unknown): Promise<{ readonly status: number; readonly body: unknown }>;
  account(plan?: Plan): Promise<AccountRecord>;
  key(wish: KeyWish): Promise<IssuedKey>;
  revoke(id: string): Promise<KeyRecord>;
}

export interface KeyWish {
  readonly accountId: string;
  readonly environment?: Environment;
  readonly role?: Role;
  readonly burst?: number;
  readonly rate?: number;
  readonly expiresAt?: string;
}

export async function startGateway(
  env: GatewayEnv,
  times: EdgeTimes = EDGE_TIMES,
  watched: Omit<ComposeOptions, 'times'> = {},
): Promise<TestGateway> {
  const config = readConfig(env);
  const mongo = await connectMongo({ url: config.MONGODB_URL, database: config.MONGODB_DATABASE, appName: 'test' });
  await migrateStore({ db: mongo.db, schema: SCHEMA });
  await mongo.stop();
  const documents = config.PUBLIC_URL === PUBLIC_URL ? { documents: DOCUMENTS } : {};
  const gateway = await compose(config, { times, ...documents, ...watched });
  const internalUrl = `http://127.0.0.1:${gateway.internalPort}`;
  const operator = await operatorOf(internalUrl, env);
  return { ...gateway, url: `http://127.0.0.1:${gateway.port}`, internalUrl, env, operator };
}

async function operatorOf(internalUrl: string, env: GatewayEnv): Promise<Operator> {
  const sign = await makeSignIdentity({ key: JSON.parse(env['JWT_PRIVATE_KEY'] ?? ''), lifetimeSeconds: 60 });
  const send = async (method: string, path: string, body?: unknown) => {
    const token = await sign({ sub: 'operator', op: true }, AUDIENCE);
    const response = await fetch(internalUrl + path, {
      method,
      headers: { 'x-internal-identity': token, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const done = async (...request: Parameters<typeof send>) => {
    const { status, body } = await send(...request);
    if (status >= 400) throw new Error(`${status}: ${JSON.stringify(body)}`);
    return body;
  };
  return {
    call: send,
    account: async (plan = 'enterprise') =>
      accountRecord.parse(await done('POST', '/operator/v1/accounts', { name: 'Mugs & Co', plan })),
    key: async ({ accountId, environment = 'sandbox', role = 'admin', expiresAt, ...limit }) => {
      const body = { account_id: accountId, environment, role, expires_at: expiresAt, ...limit };
      return issuedKey.parse(await done('POST', '/operator/v1/keys', body));
    },
    revoke: async (id) => keyRecord.parse(await done('POST', `/operator/v1/keys/${id}/revoke`)),
  };
}

/** The value of a metric of a gateway, summed over its label sets that contain `labels`, such as `outcome="not-sent"`. */
export async function metricOf({ internalUrl }: Pick<TestGateway, 'internalUrl'>, name: string, labels = ''): Promise<number> {
  const text = await (await fetch(`${internalUrl}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith(`fulfilment_${name}{`) && line.includes(labels));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}
