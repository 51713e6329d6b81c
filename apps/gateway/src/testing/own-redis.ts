import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stoppable } from '@fulfilment/kernel';
import type { EngineAddresses } from '@fulfilment/testing';
import { startEngines } from '@fulfilment/dev-stack';
import { connectRedis } from '@fulfilment/redis';

/** A Redis that a test may kill, stop and empty. After a kill it starts again, empty. */
export interface OwnRedis extends Stoppable {
  readonly url: string;
  kill(): void;
  /** It keeps its connections and answers nothing. */
  hang(): void;
  resume(): void;
  /** Has it carry out a command. */
  ask(command: string, ...args: readonly string[]): Promise<unknown>;
}

/** @param others the engines that are not to be started. @param environment that of this process. */
export async function startOwnRedis(others: EngineAddresses, environment: NodeJS.ProcessEnv): Promise<OwnRedis> {
  const env = {
    ...environment,
    KAFKA_BROKERS: others.kafkaBrokers,
    MONGODB_URL: others.mongodbUrl,
    REDIS_URL: '',
    FULFILMENT_ENGINES: 'processes',
  };
  const dataDir = await mkdtemp(join(tmpdir(), 'fulfilment-own-redis-'));
  const engines = await startEngines({ dataDir, env, keepData: false });
  const signal = (name: NodeJS.Signals): void => {
    const pid = engines.describe().find((engine) => engine.name === 'redis')?.pid;
    if (pid === undefined) throw new Error('Redis is not running');
    process.kill(pid, name);
  };
  return {
    url: engines.redisUrl,
    kill: () => signal('SIGKILL'),
    hang: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    ask: async (command, ...args) => {
      const connection = connectRedis({ url: engines.redisUrl, prefix: '', commandTimeoutMs: 2_000, onError: () => undefined });
      await new Promise((resolve) => connection.redis.once('ready', resolve));
      const answer = await connection.redis.call(command, ...args);
      await connection.stop();
      return answer;
    },
    stop: () => engines.stop(),
  };
}
