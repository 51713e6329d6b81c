import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Stoppable } from '@fulfilment/kernel';
import { cacheFolder, type Progress } from '../fetch/cache.ts';
import { tryLock } from '../processes/process-identity.ts';
import { prepareKafka } from './kafka.ts';
import type { Engine, EngineSite, Prepares, RunningEngine } from './local-engine.ts';
import { startEngine } from './start-engine.ts';

/** Options of the engines: where their files are kept, and how they run. */
export interface EngineOptions {
  /** Where data, logs and ports of local engines are kept; made if it is not there, readable by its owner alone. */
  readonly dataDir: string;
  /** Where what was fetched is kept; by default `FULFILMENT_CACHE`, else `.cache/engines` of the workspace. */
  readonly cacheDir?: string;
  /** Names engines that run already, and whatever Maven, pip and Java read; the process's own by default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly progress?: Progress;
  /** True, the default, if data survives a stop. Without it the folder is removed. */
  readonly keepData?: boolean;
  /** Of engines that tests share: MongoDB takes injected failures (`failCommand`), Kafka has room for many systems; false by default. */
  readonly testCommands?: boolean;
  /** `before`, the default, or `after`: then {@link Engines.prepare} does it. */
  readonly prepares?: Prepares;
  /** Told after an engine that ended by itself was started again. */
  readonly onRestart?: () => void | Promise<void>;
  /** Ends a start that is under way: what was started is stopped, and the call rejects. */
  readonly signal?: AbortSignal;
}

/** The three engines. Stopping ends what was started here, and nothing else. */
export interface Engines extends Stoppable {
  /** Comma list of `host:port`. */
  readonly kafkaBrokers: string;
  readonly mongodbUrl: string;
  readonly redisUrl: string;
  describe(): readonly RunningEngine[];
  /** Makes what lets the next start of local engines be quick, at low priority; ends early when they stop. Does nothing where it is there. */
  prepare(): Promise<void>;
}

/**
 * Brings up Kafka, MongoDB and Redis side by side, each from the first place that has it: the environment, a Docker engine,
 * a process of this machine. What is fetched for the last is fetched once.
 *
 * @throws EngineMissing if an engine cannot be had here, in one line that says what is missing and how to give it.
 * @throws Error if engines of the same folder run already, a given one does not answer, or a server does not come up.
 */
export async function startEngines(options: EngineOptions): Promise<Engines> {
  const site = siteOf(options);
  const release = await holdFolder(site.dataDir);
  try {
    return await startThree(site, release);
  } catch (error) {
    await release();
    throw error;
  }
}

function siteOf(options: EngineOptions): EngineSite {
  const { env = process.env, progress = () => undefined } = options;
  return {
    keepData: true,
    testCommands: false,
    prepares: 'before',
    onRestart: () => undefined,
    signal: new AbortController().signal,
    ...options,
    dataDir: resolve(options.dataDir),
    cache: { directory: resolve(options.cacheDir ?? cacheFolder(env)), progress },
    env,
    progress,
  };
}

async function startThree(site: EngineSite, release: () => Promise<void>): Promise<Engines> {
  const engines = [startEngine('kafka', site), startEngine('mongodb', site), startEngine('redis', site)] as const;
  await allOrNone(engines);
  const [kafka, mongodb, redis] = await Promise.all(engines);
  const all = [kafka, mongodb, redis];
  const stopped = new AbortController();
  let preparing: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    stopped.abort();
    await Promise.all([...all.map((engine) => engine.stop()), preparing?.catch(() => undefined)]);
    if (!site.keepData) await rm(site.dataDir, { recursive: true, force: true });
    await release();
  };
  return {
    kafkaBrokers: kafka.describe().url,
    mongodbUrl: mongodb.describe().url,
    redisUrl: redis.describe().url,
    describe: () => all.map((engine) => engine.describe()),
    prepare: async () => {
      if (kafka.describe().from !== 'process') return;
      preparing ??= prepareKafka({ ...site, signal: stopped.signal });
      await preparing.catch((error: unknown) => {
        if (!stopped.signal.aborted) throw error;
      });
    },
    stop,
  };
}

async function allOrNone(starts: ReadonlyArray<Promise<Engine>>): Promise<void> {
  const settled = await Promise.allSettled(starts);
  const failed = settled.find((start) => start.status === 'rejected');
  if (!failed) return;
  const started = settled.filter((start) => start.status === 'fulfilled');
  await Promise.all(started.map((start) => start.value.stop()));
  throw failed.reason;
}

async function holdFolder(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'engines.lock');
  const holder = await tryLock(file);
  if (holder) throw new Error(`the engines of ${dataDir} run already (process ${holder.pid})`);
  return () => rm(file, { force: true });
}
