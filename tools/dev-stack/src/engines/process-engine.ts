import { join } from 'node:path';
import { ENGINES, type EngineName } from '../engine-missing.ts';
import { keepRunning } from '../processes/keep-running.ts';
import type { Engine, EngineSite } from './engine-site.ts';
import { startKafka } from './kafka-process.ts';
import type { LocalEngine, StartLocal } from './local-engine.ts';
import { startMongodb } from './mongodb-process.ts';
import { startRedis } from './redis-process.ts';

const START: Readonly<Record<EngineName, StartLocal>> = { kafka: startKafka, mongodb: startMongodb, redis: startRedis };

/**
 * Runs an engine as a process of this machine, and starts it again on the same port if it ends by itself.
 *
 * @throws EngineMissing if it is not here and cannot be fetched.
 */
export async function startProcess(name: EngineName, site: EngineSite): Promise<Engine> {
  const folder = join(site.dataDir, name);
  const { progress, onRestart, signal } = site;
  const { label } = ENGINES[name];
  const started = Date.now();
  const start = (over: AbortSignal): Promise<LocalEngine> => START[name]({ ...site, folder, signal: over });
  const supervised = await keepRunning({ label, start, progress, onRestart, signal });
  const first = supervised.current();
  progress(`${first.description}: up on port ${first.port} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  return {
    describe: () => {
      const { url, port, description, process } = supervised.current();
      return { name, url, port, description, from: 'process', pid: process.pid };
    },
    stop: () => supervised.stop(),
  };
}
