import type { Stoppable } from '@fulfilment/kernel';
import type { EngineName } from '../engine-missing.ts';
import type { Cache, Progress } from '../fetch/cache.ts';

/** Where and how engines are started. */
export interface EngineSite {
  readonly dataDir: string;
  readonly cache: Cache;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly progress: Progress;
  readonly keepData: boolean;
  readonly testCommands: boolean;
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
