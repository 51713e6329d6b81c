import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { type ServiceEnvironment, untilReady } from '@fulfilment/service/test-bed';

/** The service as a process of its own. */
export interface RunningProcess {
  /** Everything that it has written. */
  output(): string;
  /** Sends a signal and waits for its end. @returns the exit code; null where the signal ended it. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

export async function startProcess(env: ServiceEnvironment): Promise<RunningProcess> {
  const starting = await beginProcess(env);
  await starting.ready();
  return starting;
}

/** Starts a process, and does not wait for it. */
export async function beginProcess(env: ServiceEnvironment): Promise<RunningProcess & { ready(): Promise<void> }> {
  const internalPort = await freePort();
  const { child, output } = launch({ ...env, INTERNAL_PORT: String(internalPort) });
  return {
    output,
    ready: () => untilReady(internalPort),
    end: async (signal) => {
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
      return child.exitCode;
    },
  };
}

/** Runs a process that ends by itself. */
export async function runProcess(env: ServiceEnvironment): Promise<{ readonly code: number | null; readonly output: string }> {
  const { child, output } = launch(env);
  await once(child, 'close');
  return { code: child.exitCode, output: output() };
}

function launch(env: ServiceEnvironment) {
  const main = new URL('main.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [main], {
    env: { ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return { child, output: () => text };
}

/** A port on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port');
  return address.port;
}
