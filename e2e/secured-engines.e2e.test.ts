import { readRedisTls } from '@fulfilment/config';
import { connectRedis, redisErrorLog } from '@fulfilment/redis';
import { silentLogger } from '@fulfilment/observability';
import { eventually } from '@fulfilment/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, type SecuredEngines, startSecuredEngines } from '../tools/dev-stack/src/engines/secured-engines.fixture.ts';
import { eventsOfType } from './system/receiver.ts';
import { type OwnTestSystem, startTestSystem } from './system/start-test-system.ts';
import { openTenant } from './system/tenant.ts';

let engines: SecuredEngines;
let system: OwnTestSystem;

beforeAll(async () => {
  engines = await startSecuredEngines();
  system = await startTestSystem(engines, { settings: engines.settings });
});

afterAll(async () => {
  await system?.stop();
  await engines?.stop();
});

test('the main job runs on SASL over TLS for Kafka, and on TLS with users for MongoDB and Redis', async () => {
  const tenant = await openTenant(system);
  const { shop, subscriber } = tenant;
  await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 10 });
  const { id } = await shop.createOrder({ lines: [{ sku: 'MUG-01', quantity: 2 }] });
  await shop.pack(id);
  expect(await shop.ship(id)).toMatchObject({ status: 'shipped' });
  expect(await shop.sku('MUG-01')).toMatchObject({ on_hand: 8, available: 8 });
  await eventually(() => expect(eventsOfType(subscriber, 'order.shipped')).toHaveLength(1));
  await tenant.stop();

  expect(await system.differences()).toEqual([]);
});

/** The first process that fails ends a start: one tells as much as all. */
const ONE_PROCESS = { inventory: 1, gateway: 0, orders: 0, scans: 0, webhooks: 0 };

interface WrongSettings {
  readonly mongodbUrl?: string;
  readonly settings?: Readonly<Record<string, string>>;
}

test.each<[string, () => WrongSettings, RegExp]>([
  [
    'the password of Kafka',
    () => ({ settings: { KAFKA_SASL_PASSWORD: 'wrong' } }),
    /^Kafka refuses the credentials: see KAFKA_SASL_\*\.$/m,
  ],
  [
    'the authority of Kafka',
    () => ({ settings: { KAFKA_TLS_CA: engines.foreignCa } }),
    /^The certificate of Kafka is not trusted \([^;]+\): see KAFKA_TLS and KAFKA_TLS_CA\.$/m,
  ],
  [
    'the password of MongoDB',
    () => ({ mongodbUrl: engines.mongodbUrl.replace(PASSWORD, 'wrong') }),
    /^MongoDB refuses the credentials: see MONGODB_URL\.$/m,
  ],
  [
    'the authority of MongoDB',
    () => ({ mongodbUrl: engines.mongodbUrl.replace(/tlsCAFile=.*/, `tlsCAFile=${engines.foreignCa}`) }),
    /^The certificate of MongoDB is not trusted \([^;]+\): see tls and tlsCAFile in MONGODB_URL\.$/m,
  ],
])('a process with a wrong setting for %s ends with one line that names the setting', async (_what, wrong, line) => {
  const { settings, ...addresses } = wrong();
  const start = startTestSystem(
    { ...engines, ...addresses },
    {
      scale: ONE_PROCESS,
      settings: { ...engines.settings, ...settings },
    },
  );

  await expect(start).rejects.toThrow(line);
});

test.each([
  ['password', () => ({ url: engines.redisUrl.replace(PASSWORD, 'wrong') }), 'Redis refuses the credentials: see REDIS_URL.'],
  [
    'authority',
    () => ({ tls: { ca: '' } }),
    expect.stringMatching(/^The certificate of Redis is not trusted \(.+\): see REDIS_URL and REDIS_TLS_CA\.$/),
  ],
])('Redis is optional: a wrong %s is logged as one error, however often the connection is tried', async (_what, wrong, line) => {
  const lines: unknown[] = [];
  const tries: Error[] = [];
  const log = redisErrorLog({ ...silentLogger, error: (text: unknown) => void lines.push(text) });
  const onError = (error: Error): void => {
    tries.push(error);
    log(error);
  };
  const tls = readRedisTls({ REDIS_URL: engines.redisUrl, REDIS_TLS_CA: engines.settings['REDIS_TLS_CA'] });
  const connection = connectRedis({ url: engines.redisUrl, tls, prefix: '', commandTimeoutMs: 1_000, onError, ...wrong() });
  await eventually(() => expect(tries.length).toBeGreaterThan(2));
  await connection.stop();

  expect(lines).toEqual([line]);
});
