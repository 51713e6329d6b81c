import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { delay, type Stoppable } from '@fulfilment/kernel';
import { type Command, freePort, portOpens, startKept } from '@fulfilment/dev-stack/processes';

/** A program that is measured: it answers on a port of the loopback address. */
export interface Contender extends Stoppable {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
  /** True if it lets in only requests with the key. */
  readonly asksForKey: boolean;
}

export const STRAIGHT = 'straight to the upstream';
export const BARE = 'bare Node proxy';

const PATIENCE_MS = 60_000;
const LOOK_MS = 20;

/** A program of which one process serves a port. */
export interface Program {
  readonly name: string;
  readonly asksForKey: boolean;
  readonly folder: string;
  /** The command to run so that it listens on `port`. */
  readonly command: (port: number) => Promise<Pick<Command, 'file' | 'args'>> | Pick<Command, 'file' | 'args'>;
}

/** @throws Error if nothing answers on its port within 60 s; it has what the program wrote. */
export async function startContender({ name, asksForKey, folder, command }: Program): Promise<Contender> {
  const port = await freePort();
  const logFile = join(folder, `${name.replaceAll(' ', '-')}.log`);
  const kept = await startKept({ ...(await command(port)), env: withSystemFolders(process.env), logFile, graceSeconds: 1 });
  const startedAt = performance.now();
  while (!(await portOpens({ host: '127.0.0.1', port }))) {
    if (kept.hasExited() || performance.now() - startedAt > PATIENCE_MS) {
      await kept.stop();
      throw new Error(`${name} does not listen on port ${port}:\n${await readFile(logFile, 'utf8')}`);
    }
    await delay(LOOK_MS);
  }
  return { name, port, asksForKey, pid: kept.pid, stop: () => kept.stop() };
}

/** A program of this folder, with the port that it is to listen on before its other arguments. */
function onPort(program: string, ...more: readonly number[]): Program['command'] {
  const file = fileURLToPath(new URL(program, import.meta.url));
  return (port) => ({ file: process.execPath, args: [file, ...[port, ...more].map(String)] });
}

/** Starts the upstream, which stands behind all the others. */
export function startUpstream(folder: string): Promise<Contender> {
  return startContender({ name: STRAIGHT, asksForKey: false, folder, command: onPort('./upstream-process.ts') });
}

export function startBareProxy(folder: string, upstreamPort: number): Promise<Contender> {
  return startContender({ name: BARE, asksForKey: false, folder, command: onPort('./bare-proxy-process.ts', upstreamPort) });
}

/** Debian has these where only the administrator's PATH leads. */
const SYSTEM_FOLDERS = '/usr/local/sbin:/usr/sbin:/sbin';

export function withSystemFolders(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  return { ...env, PATH: `${env['PATH'] ?? ''}:${SYSTEM_FOLDERS}` };
}
