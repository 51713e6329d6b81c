import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { delay, type Stoppable } from '@fulfilment/kernel';
import { MongoClient } from 'mongodb';
import { cacheFolder } from '../fetch/cache.ts';
import { fetchWheel } from '../fetch/wheels.ts';
import { startKept, systemVariables } from '../processes/kept-process.ts';
import { portOpens } from '../processes/ports.ts';
import { makeEngineFolder } from './engine-folder.ts';
import { startOnFreePorts } from './start-on-free-ports.ts';

/** Databases that a server makes for itself, some of them minutes after its start. */
const OF_THE_SERVER = new Set(['admin', 'config', 'local']);

/** A MongoDB that is no replica set. */
export interface StandaloneMongodb extends Stoppable {
  /** `host:port`. */
  readonly host: string;
  /** The names of the databases that clients made, in order. */
  databases(): Promise<readonly string[]>;
}

/** Starts it in a temporary folder, which its stop removes. */
export async function startStandaloneMongodb(): Promise<StandaloneMongodb> {
  const folder = await makeEngineFolder();
  const cache = { directory: cacheFolder(process.env), progress: () => undefined };
  const wheel = await fetchWheel(cache, { wheel: 'mongodb', label: 'MongoDB', engine: 'mongodb', env: process.env });
  const [dataFolder, logFile] = [join(folder, 'data'), join(folder, 'mongod.log')];
  await mkdir(dataFolder);
  const launched = await startOnFreePorts({ folder, signal: new AbortController().signal }, async ({ port }) => {
    const args = ['--dbpath', dataFolder, '--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket', '--quiet'];
    const file = join(wheel, 'fiftyone/db/bin/mongod');
    const server = await startKept({ file, args, logFile, env: systemVariables(process.env) });
    const ready = async (signal: AbortSignal): Promise<void> => {
      while (!signal.aborted && !(await portOpens({ host: '127.0.0.1', port }))) await delay(25, signal);
    };
    return { process: server, logFile, ready };
  });
  const host = `127.0.0.1:${launched.ports.port}`;
  return {
    host,
    databases: async () => {
      const client = await MongoClient.connect(`mongodb://${host}`);
      const { databases } = await client.db('admin').admin().listDatabases();
      await client.close();
      return databases.flatMap(({ name }) => (OF_THE_SERVER.has(name) ? [] : [name])).toSorted();
    },
    stop: async () => {
      await launched.process.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
