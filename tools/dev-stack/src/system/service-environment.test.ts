import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSecrets } from './secrets.ts';
import { serviceEnvironment, type SystemSettings } from './service-environment.ts';
import { type ProcessName } from '@fulfilment/contracts';
import { planServices, type ServicePlan } from './services.ts';

let dataDir: string;
let settings: SystemSettings;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fulfilment-environment-'));
  settings = {
    env: { PATH: '/bin', MONGODB_DATABASE: 'foreign' },
    engines: { kafkaBrokers: '127.0.0.1:9092', mongodbUrl: 'mongodb://127.0.0.1/', redisUrl: 'redis://127.0.0.1' },
    secrets: await loadSecrets(dataDir),
    plans: await planServices({ orders: 2 }, { host: '127.0.0.1', port: 8080 }),
    publicUrl: 'http://localhost:8080',
    namespace: '',
    compileCacheDir: '/tmp/compile',
  };
});

afterAll(() => rm(dataDir, { recursive: true }));

function environmentOf(service: ProcessName, changes: Partial<SystemSettings> = {}) {
  const [plan] = plansOf(service);
  if (!plan) throw new Error(`${service} is not planned`);
  return serviceEnvironment(plan, { ...settings, ...changes });
}

function plansOf(service: ProcessName): ServicePlan[] {
  return settings.plans.filter((plan) => plan.service === service);
}

test('each service has its own database, whatever the environment says', async () => {
  expect((await environmentOf('orders'))['MONGODB_DATABASE']).toBe('orders');
  expect((await environmentOf('scans'))['MONGODB_DATABASE']).toBe('scans');
});

test('the private key, the pepper and the webhook key are with those alone who need them', async () => {
  const { keyPepper, webhookSecretKey, signingKey } = settings.secrets;

  for (const service of ['inventory', 'orders', 'scans'] as const) {
    const values = Object.values(await environmentOf(service)).join('\n');
    for (const secret of [keyPepper, webhookSecretKey, signingKey.d]) expect(values).not.toContain(secret);
  }
  expect((await environmentOf('gateway'))['KEY_PEPPER']).toBe(keyPepper);
  expect((await environmentOf('webhooks'))['WEBHOOK_SECRET_KEY']).toBe(webhookSecretKey);
  expect((await environmentOf('webhooks'))['JWT_PRIVATE_KEY']).toBeUndefined();
});

test('the gateway knows every process of a service', async () => {
  const expected = plansOf('orders').map(({ port }) => `http://127.0.0.1:${port}`);

  expect(expected).toHaveLength(2);
  expect((await environmentOf('gateway'))['UPSTREAM_ORDERS']).toBe(expected.join(','));
});

test('a namespace keeps systems apart that share engines', async () => {
  expect(await environmentOf('orders', { namespace: 'blue' })).toMatchObject({
    MONGODB_DATABASE: 'blue_orders',
    TOPIC_PREFIX: 'blue.',
    REDIS_PREFIX: 'ful:blue:',
  });
});

test('a process gets its own settings and those of the machine, and no credentials of other programs', async () => {
  const env = {
    PATH: '/bin',
    LOG_LEVEL: 'warn',
    ORDER_WAIT_MS: '100',
    AWS_SECRET_ACCESS_KEY: 'theirs',
    WEBHOOK_LEASE_MS: '9000',
  };
  const given = await environmentOf('orders', { env });

  expect(given).toMatchObject({ PATH: '/bin', LOG_LEVEL: 'warn', ORDER_WAIT_MS: '100' });
  expect(Object.keys(given)).not.toContain('AWS_SECRET_ACCESS_KEY');
  expect(Object.keys(given)).not.toContain('WEBHOOK_LEASE_MS');
});

test('one replica is asked of the local broker, and another number where the environment names it', async () => {
  const env = { ...settings.env, KAFKA_REPLICATION_FACTOR: '3' };

  expect((await environmentOf('orders'))['KAFKA_REPLICATION_FACTOR']).toBe('1');
  expect((await environmentOf('orders', { env }))['KAFKA_REPLICATION_FACTOR']).toBe('3');
});

test('Node’s options of the user come last, where they count', async () => {
  const env = { ...settings.env, NODE_OPTIONS: '--max-semi-space-size=32' };

  expect((await environmentOf('orders'))['NODE_OPTIONS']).toBe('--max-semi-space-size=8');
  expect((await environmentOf('orders', { env }))['NODE_OPTIONS']).toBe('--max-semi-space-size=8 --max-semi-space-size=32');
});
