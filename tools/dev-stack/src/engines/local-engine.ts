import type { Stoppable } from '@fulfilment/kernel';
import type { EngineName } from '../engine-missing.ts';
import type { Cache, Progress } from '../fetch/cache.ts';
import type { KeptProcess } from '../processes/kept-process.ts';

/** Where and how an engine is started as a process of this machine. */
export interface LocalSite {
  readonly cache: Cache;
  /** The engine's own folder: its data, its log and the ports it had last time. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly keepData: boolean;
  readonly testCommands: boolean;
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
