import { createHash } from 'node:crypto';
import { GenericContainer, type StartedTestContainer, Wait } from 'testcontainers';
import { type Engine, type EngineName, ENGINES, type EngineSite } from './local-engine.ts';
import { freePort } from '../processes/ports.ts';
import { becomePrimary, TRANSACTION_LIFETIME } from './mongodb-process.ts';

/** A container that is up, and the address by which it is reached from here. */
interface Started {
  readonly container: StartedTestContainer;
  readonly url: string;
}

/** Those of deploy/compose, which a test compares. */
const IMAGES: Readonly<Record<EngineName, string>> = {
  kafka: 'apache/kafka:4.3.0',
  mongodb: 'mongo:8.0.26',
  redis: 'redis:7.4.11-alpine',
};
const DATA_FOLDERS: Readonly<Record<EngineName, string>> = { kafka: '/var/lib/kafka/data', mongodb: '/data/db', redis: '/data' };
const START = { kafka: startKafka, mongodb: startMongodb, redis: startRedis } as const;

/**
 * Runs an engine as a container of the Docker engine that answers. Kept data is in a volume whose name follows from the data
 * folder. The image can be another one: `KAFKA_IMAGE`, `MONGODB_IMAGE`, `REDIS_IMAGE`.
 *
 * @throws Error if the image cannot be had or the server does not come up.
 */
export async function startContainer(name: EngineName, site: EngineSite): Promise<Engine> {
  const image = site.env[`${name.toUpperCase()}_IMAGE`] ?? IMAGES[name];
  const { label } = ENGINES[name];
  site.progress(`${label}: starting a container of ${image}`);
  const prepared = new GenericContainer(image).withStartupTimeout(60_000);
  if (site.keepData) prepared.withBindMounts([{ source: volumeOf(name, site.dataDir), target: DATA_FOLDERS[name] }]);
  const { container, url } = await START[name](prepared, site);
  const port = Number(new URL(url.includes('://') ? url : `kafka://${url}`).port);
  site.progress(`${label}: up in a container on port ${port}`);
  return {
    describe: () => ({ name, url, port, from: 'container', description: `${label} (${image})` }),
    stop: async () => void (await container.stop({ timeout: 20_000, removeVolumes: !site.keepData })),
  };
}

/** The name of the volume that keeps an engine's data for a data folder. */
export function volumeOf(name: EngineName, dataDir: string): string {
  return `fulfilment-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}-${name}`;
}

// Clients are told the advertised address, so the port outside has to be known before the start.
async function startKafka(prepared: GenericContainer): Promise<Started> {
  const port = await freePort();
  const container = await prepared
    .withExposedPorts({ container: 9092, host: port })
    .withEnvironment({
      KAFKA_NODE_ID: '1',
      KAFKA_PROCESS_ROLES: 'broker,controller',
      KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
      KAFKA_LISTENERS: 'PLAINTEXT://0.0.0.0:9092,CONTROLLER://localhost:9093',
      KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://localhost:${port}`,
      KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
      KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
      KAFKA_LOG_DIRS: DATA_FOLDERS.kafka,
      KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
      KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
      KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
    })
    .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/))
    .start();
  return { container, url: `${container.getHost()}:${port}` };
}

async function startMongodb(prepared: GenericContainer, site: EngineSite): Promise<Started> {
  const testing = site.testCommands ? ['--setParameter', 'enableTestCommands=1'] : [];
  const container = await prepared
    .withExposedPorts(27_017)
    .withCommand(['mongod', '--replSet', 'rs0', '--bind_ip_all', ...TRANSACTION_LIFETIME, ...testing])
    .withWaitStrategy(Wait.forListeningPorts())
    .start();
  const [host, port] = [container.getHost(), container.getMappedPort(27_017)];
  await becomePrimary({ host, port, knownAs: '127.0.0.1:27017' }, AbortSignal.timeout(60_000));
  // The set knows itself by an address inside the container, so clients must not follow it.
  return { container, url: `mongodb://${host}:${port}/?directConnection=true` };
}

async function startRedis(prepared: GenericContainer, site: EngineSite): Promise<Started> {
  const persistence = ['--dir', DATA_FOLDERS.redis, '--save', '', '--appendonly', site.keepData ? 'yes' : 'no'];
  const container = await prepared
    .withExposedPorts(6379)
    // Protected mode refuses every client that is not in the container itself.
    .withCommand(['redis-server', '--protected-mode', 'no', ...persistence])
    .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/))
    .start();
  return { container, url: `redis://${container.getHost()}:${container.getMappedPort(6379)}` };
}
