import type { Stoppable } from '@fulfilment/kernel';
import type { Cache, Progress } from '../fetch/cache.ts';
import type { KeptProcess } from '../processes/kept-process.ts';

/** The label of each engine, and the variable that names one which runs already. */
export const ENGINES = {
  kafka: { label: 'Kafka', variable: 'KAFKA_BROKERS', example: '127.0.0.1:9092' },
  mongodb: { label: 'MongoDB', variable: 'MONGODB_URL', example: 'mongodb://127.0.0.1:27017/?replicaSet=rs0' },
  redis: { label: 'Redis', variable: 'REDIS_URL', example: 'redis://127.0.0.1:6379' },
} as const;

export type EngineName = keyof typeof ENGINES;

/** An engine cannot be had on this machine; the message is one line that says what is missing and the three ways to give it. */
export class EngineMissing extends Error {
  override readonly name = 'EngineMissing';
  readonly engine: EngineName;

  constructor(engine: EngineName, missing: string) {
    const { label, variable, example } = ENGINES[engine];
    const local = LOCAL_NEEDS[engine];
    super(
      `${label} cannot be started: ${missing}. Give it by URL (${variable}=${example}), by a running Docker engine, or locally (${local}).`,
    );
    this.engine = engine;
  }
}

const LOCAL_NEEDS: Readonly<Record<EngineName, string>> = {
  kafka: 'Linux or macOS with Maven, and Java 17 or newer or Python 3 with pip',
  mongodb: 'Linux on x86-64 or arm64 with Python 3 and pip',
  redis: 'redis-server on the PATH, or Linux with Python 3 and pip',
};

/** When to make what lets later starts be quick, where the cache lacks it: before this start, or on request after it. */
export type Prepares = 'before' | 'after';

/** The options of an engine that is started as a process of this machine. */
export interface LocalSite {
  readonly cache: Cache;
  /** The engine's own folder: its data, its log and the ports it had last time. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly keepData: boolean;
  readonly testCommands: boolean;
  readonly prepares: Prepares;
  /** Ends a start that is under way. */
  readonly signal: AbortSignal;
}

/** An engine that runs as a process of this machine and answers. */
export interface LocalEngine {
  /** For people: product and version. */
  readonly description: string;
  readonly url: string;
  readonly port: number;
  readonly process: KeptProcess;
}

export type StartLocal = (site: LocalSite) => Promise<LocalEngine>;

/** The options of all engines. */
export interface EngineSite {
  readonly dataDir: string;
  readonly cache: Cache;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly progress: Progress;
  readonly keepData: boolean;
  readonly testCommands: boolean;
  readonly prepares: Prepares;
  readonly onRestart: () => void | Promise<void>;
  /** Ends a start that is under way. */
  readonly signal: AbortSignal;
}

/** One engine that can be used. */
export interface RunningEngine {
  readonly name: EngineName;
  readonly url: string;
  readonly from: 'environment' | 'container' | 'process';
  /** For people: product and version. */
  readonly description: string;
  /** Of a local process; another after a restart. */
  readonly pid?: number;
  readonly port?: number;
}

/** An engine, as it is now, and how it is stopped. */
export interface Engine extends Stoppable {
  describe(): RunningEngine;
}
