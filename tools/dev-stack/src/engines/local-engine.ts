import type { Cache } from '../fetch/cache.ts';
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
