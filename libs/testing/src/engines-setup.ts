import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engines, startEngines } from '@fulfilment/local-engines';
import type { TestProject } from 'vitest/node';

/** The addresses of the engines that the tests of a run share. */
export interface EngineAddresses {
  /** Comma list of `host:port`. */
  readonly kafkaBrokers: string;
  readonly mongodbUrl: string;
  readonly redisUrl: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    engines: EngineAddresses;
  }
}

/** Engines that are up, and how many vitest projects use them. */
interface Share {
  readonly engines: Promise<Engines>;
  users: number;
}

declare global {
  // Each vitest project loads this module anew; only the global scope is theirs together.
  var fulfilmentEngines: Share | undefined;
}

/** Starts the engines once for all projects of a run (or takes those of the environment) and provides their addresses. */
export async function setup(project: TestProject): Promise<void> {
  const share = (globalThis.fulfilmentEngines ??= { engines: start(), users: 0 });
  share.users += 1;
  const { kafkaBrokers, mongodbUrl, redisUrl } = await share.engines;
  project.provide('engines', { kafkaBrokers, mongodbUrl, redisUrl });
}

/** Stops them when the last project is done. */
export async function teardown(): Promise<void> {
  const share = globalThis.fulfilmentEngines;
  if (!share) return;
  share.users -= 1;
  if (share.users > 0) return;
  globalThis.fulfilmentEngines = undefined;
  const engines = await share.engines;
  await engines.stop();
}

async function start(): Promise<Engines> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fulfilment-test-'));
  return await startEngines({ dataDir, keepData: false, testCommands: true, progress });
}

function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}
