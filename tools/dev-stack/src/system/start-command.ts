import { once } from 'node:events';
import { relative } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { askToMigrate } from './ask-to-migrate.ts';
import { parseStartArguments, START_USAGE, type StartRequest, stopRequested } from './command-line.ts';
import { dataFolder } from './data-folder.ts';
import type { MayMigrate } from './migrate-stores.ts';
import { type RunningSystem, startSystem } from './start-system.ts';

/** `npm start`: resolves with its exit code. 0: stopped by the user; 1: did not come up; 2: wrong usage. */
export async function startCommand(args: readonly string[]): Promise<number> {
  const request = parseStartArguments(args);
  switch (request.kind) {
    case 'help':
      print(START_USAGE);
      return 0;
    case 'misuse':
      complain(`${request.message}\nnpm start -- --help lists flags and settings.`);
      return 2;
    case 'start':
      return await runSystem(request);
  }
}

async function runSystem({ fresh, migrate, scale }: Extract<StartRequest, { kind: 'start' }>): Promise<number> {
  const dataDir = dataFolder(process.env);
  const stop = stopRequested(process.env);
  try {
    const mayMigrate: MayMigrate = (plan) =>
      migrate || askToMigrate(plan, { input: process.stdin, output: process.stdout, signal: stop });
    const system = await startSystem({ dataDir, fresh, scale, mayMigrate, progress: print, signal: stop });
    collectGarbage();
    print(`Ready after ${(performance.now() / 1000).toFixed(1)} s.`);
    print(welcome(system, shortest(dataDir)));
    if (!stop.aborted) await once(stop, 'abort');
    print('Stopping: services first, then engines …');
    await system.stop();
    print('Stopped.');
    return 0;
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

/** Frees what starting needed: from here on the supervisor has little to do, and would keep it for long. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

function shortest(path: string): string {
  const fromHere = relative('.', path);
  return fromHere.startsWith('..') || fromHere === '' ? path : fromHere;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

const SAMPLE_SKU = { sku: 'MUG-01', name: 'Mug', on_hand: 100, reorder_point: 10, location: 'A3/S2' };

/** The text that the newcomer reads once everything runs. */
function welcome(
  { baseUrl, accounts, signInLink }: Pick<RunningSystem, 'baseUrl' | 'accounts' | 'signInLink'>,
  dataDir: string,
): string {
  const { key } = accounts.demo;
  return `
  Base URL   ${baseUrl}/v1
  API key    ${key}   (sandbox, role admin)
  Sign in    ${signInLink}   (once, within 15 minutes)
  Guides     ${baseUrl}/docs/getting-started
  Console    ${baseUrl}/console
  Reference  ${baseUrl}/docs
  Data       ${dataDir} (data, key, secrets, logs)

The guides use these variables; copy the line into a shell:

  export API=${baseUrl}/v1 ACCOUNT_API=${baseUrl}/account/v1 KEY=${key}

Create a SKU:

  curl -i -X POST ${baseUrl}/v1/inventory \\
    -H 'Authorization: Bearer ${key}' \\
    -H 'Content-Type: application/json' \\
    -d '${JSON.stringify(SAMPLE_SKU)}'

Stop: Ctrl-C`;
}
