#!/usr/bin/env node
import { writeSync } from 'node:fs';
import * as http from 'node:http';
import process from 'node:process';
import { EXIT } from './failures.ts';
import { runFulfil } from './run-fulfil.ts';

useProxies();

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    // The second one does not wait.
    if (interrupted.signal.aborted) process.exit(130);
    interrupted.abort();
  });
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader has seen enough: `fulfil … | head`.
    if (error.code === 'EPIPE') process.exit(EXIT.done);
    if (stream === process.stdout) sayUnwritten(error);
    process.exit(EXIT.unwritten);
  });

const status = await runFulfil({
  args: process.argv.slice(2),
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: interrupted.signal,
});
// All is written before the process ends, which neither an open input nor a kept connection delays.
await new Promise((written) => process.stdout.write('', written));
process.exit(status);

/** At once: the process ends behind it. A write of the command has taken effect, so this is no refusal. */
function sayUnwritten({ message }: Error): void {
  const text = `The output could not be written: ${message}. What the command has done stands.`;
  const error = { code: 'unwritten', message: text, exit_status: EXIT.unwritten };
  try {
    writeSync(process.stderr.fd, `${process.argv.includes('--json') ? JSON.stringify({ error }) : `fulfil: ${text}`}\n`);
  } catch {
    // Standard error is closed or full as well.
  }
}

/** The proxies of the environment, as curl and others read them; Node before 24.14 has no way to them while it runs. */
function useProxies(): void {
  if ('setGlobalProxyFromEnv' in http && typeof http.setGlobalProxyFromEnv === 'function') http.setGlobalProxyFromEnv();
}
