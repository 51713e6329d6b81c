import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { IDENTITY_HEADER } from '@fulfilment/contracts';
import { makeSignIdentity, type SignIdentity } from '@fulfilment/identity';
import { deadLetterIndexes, outboxIndexes, shardLeaseIndexes } from '@fulfilment/messaging';
import { baseline, connectMongo, migrateStore } from '@fulfilment/mongo';
import { type EngineAddresses, uniqueName } from '@fulfilment/testing';
import { type OpenOptions, openService, type RunningService, type Service } from './index.ts';

/** A service on engines of its own names, and its operator. */
export interface OperatedService {
  readonly service: Service;
  readonly sign: SignIdentity;
  /** Opens its ports. */
  readonly serve: () => Promise<void>;
  /** Calls its operator API below `/operator/v1`. @param token of the operator by default. */
  call(method: string, path: string, body?: object, token?: string): Promise<Response>;
  /** Reads a path of its internal port. */
  readonly internal: (path: '/readyz' | '/metrics') => Promise<Response>;
  stop(): Promise<void>;
}

/** How it is opened. `republishSince`: see `OUTBOX_REPUBLISH_SINCE`. */
interface Opened extends Partial<Pick<OpenOptions, 'onFatal' | 'lookEveryMs'>> {
  readonly republishSince?: Date;
}

/** @param name of its database, and before its topics and groups. */
export async function openOperatedService(
  { kafkaBrokers, mongodbUrl, redisUrl }: EngineAddresses,
  serviceName: string,
  name = uniqueName('service'),
  { republishSince, onFatal = () => undefined, ...watched }: Opened = {},
): Promise<OperatedService> {
  const key = { ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }), kid: randomUUID() };
  const { d: _private, ...publicKey } = key;
  const schema = {
    service: serviceName,
    needs: 1,
    migrations: [baseline([...deadLetterIndexes, ...shardLeaseIndexes, ...outboxIndexes])],
  };
  const mongo = await connectMongo({ url: mongodbUrl, database: name, appName: 'test' });
  await migrateStore({ db: mongo.db, schema });
  await mongo.stop();
  const service = await openService({
    schema,
    settings: {
      HOST: '127.0.0.1',
      PORT: 0,
      INTERNAL_HOST: '127.0.0.1',
      INTERNAL_PORT: 0,
      OTEL_TRACES_SAMPLER_ARG: 1,
      PUBLIC_URL: 'http://localhost:8080',
      MONGODB_URL: mongodbUrl,
      MONGODB_DATABASE: name,
      REDIS_URL: redisUrl,
      REDIS_PREFIX: `${name}:`,
      KAFKA_BROKERS: kafkaBrokers.split(','),
      KAFKA_TLS: false,
      KAFKA_REPLICATION_FACTOR: 1,
      KAFKA_PARTITIONS: 3,
      TOPIC_PREFIX: `${name}.`,
      JWT_PUBLIC_KEYS: { keys: [publicKey] },
      DRAIN_NOTICE_MS: 0,
      LOG_LEVEL: 'silent',
      START_WAIT_SECONDS: 0,
      OUTBOX_REPUBLISH_SINCE: republishSince,
    },
    onFatal,
    ...watched,
  });
  const sign = await makeSignIdentity({ key, lifetimeSeconds: 60 });
  let running: RunningService | undefined;
  return {
    service,
    sign,
    serve: async () => {
      running = await service.serve({ routes: [] });
    },
    // oxlint-disable-next-line max-params -- the token is what few tests name.
    call: async (method, path, body, token) =>
      fetch(`http://127.0.0.1:${running?.port}/operator/v1${path}`, {
        method,
        headers: {
          [IDENTITY_HEADER]: token ?? (await sign({ sub: 'operator', op: true }, serviceName)),
          'content-type': 'application/json',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    internal: (path) => fetch(`http://127.0.0.1:${running?.internalPort}${path}`),
    stop: async () => {
      await service.mongo.db.dropDatabase();
      await running?.stop();
    },
  };
}
