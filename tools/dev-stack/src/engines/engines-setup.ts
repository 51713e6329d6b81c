import type { EngineAddresses } from '@fulfilment/testing';
import { makeEngineFolder } from './engine-folder.ts';
import { type Engines, startEngines } from './start-engines.ts';
import type { TestProject } from 'vitest/node';

/** Engines that are up, and how many vitest projects use them. */
interface Share {
  readonly engines: Promise<Engines>;
  users: number;
}

declare global {
  // Each vitest project loads a copy of this module; they share only the global scope.
  var fulfilmentEngines: Share | undefined;
}

/** Starts the engines once for all projects of a run (or takes those of the environment) and provides their addresses. */
export async function setup(project: TestProject): Promise<void> {
  const share = (globalThis.fulfilmentEngines ??= { engines: start(), users: 0 });
  share.users += 1;
  const { kafkaBrokers, mongodbUrl, redisUrl } = await share.engines;
  const addresses: EngineAddresses = { kafkaBrokers, mongodbUrl, redisUrl };
  project.provide('engines', addresses);
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
  const dataDir = await makeEngineFolder();
  return await startEngines({ dataDir, keepData: false, testCommands: true, progress });
}

function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}
