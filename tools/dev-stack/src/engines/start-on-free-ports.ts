import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { KeptProcess } from '../processes/kept-process.ts';
import { freePort, isFree } from '../processes/ports.ts';
import { hasEnded, identityOf, parseIdentity } from '../processes/process-identity.ts';

const PATIENCE_MS = 60_000;

/** A server that was launched on given ports, and a promise that it answers. */
export interface Launch {
  readonly process: KeptProcess;
  readonly logFile: string;
  /** Resolves when the server answers; `signal` aborts when the server has ended and no caller needs the answer. */
  readonly ready: (signal: AbortSignal) => Promise<void>;
}

/** The folder that a server is launched in, and the signal that ends it. */
export interface LaunchSite {
  readonly folder: string;
  /** Ends the wait for an answer, and the server. */
  readonly signal: AbortSignal;
}

/** A server that was launched and answers, and its ports. */
export interface Launched {
  readonly process: KeptProcess;
  readonly ports: EnginePorts;
}

/**
 * Launches a server on free ports and waits until it answers. Between choosing a port and listening on it another process may
 * take it: then it is tried again on other ports, three times in all. The folder's last server, left by an owner that was
 * killed, may still be stopping: it is waited for.
 *
 * @throws Error with the end of the server's log if it ends before it answers, or does not answer within 60 s.
 */
export async function startOnFreePorts(
  { folder, signal }: LaunchSite,
  launch: (ports: EnginePorts) => Promise<Launch>,
): Promise<Launched> {
  await endOfLastServer(folder);
  for (let tries = 1; ; tries += 1) {
    const ports = await choosePorts(folder);
    const launched = await launch(ports);
    await rememberServer(folder, launched.process.pid);
    const outcome = await answers(launched, signal);
    if (outcome === 'ready') return { process: launched.process, ports };
    await launched.process.stop();
    signal.throwIfAborted();
    const taken = !(await isFree(ports.port)) || !(await isFree(ports.innerPort));
    if (outcome === 'late' || !taken || tries === 3) throw new Error(await story(launched, outcome));
  }
}

async function answers({ process, ready }: Launch, given: AbortSignal): Promise<'ready' | 'ended' | 'late'> {
  const over = new AbortController();
  const signal = AbortSignal.any([given, over.signal, AbortSignal.timeout(PATIENCE_MS)]);
  const ended = process.exited.then(() => 'ended' as const);
  const answered = ready(signal).then(() => (signal.aborted ? ('late' as const) : ('ready' as const)));
  const outcome = await Promise.race([ended, answered]);
  over.abort();
  return outcome;
}

async function story({ logFile }: Launch, outcome: 'ended' | 'late'): Promise<string> {
  const log = await readFile(logFile, 'utf8').catch(() => '');
  const end = log.trimEnd().split('\n').slice(-15).join('\n');
  return `the server ${outcome === 'ended' ? 'ended before it answered' : 'did not answer within 60 s'}; its log ${logFile} ends:\n${end}`;
}

// A keeper gives its server 20 s to stop when their owner is gone.
const LAST_SERVER_PATIENCE_MS = 25_000;

/** Writes down which process serves an engine's folder. */
async function rememberServer(folder: string, pid: number): Promise<void> {
  await writeFile(fileIn(folder), JSON.stringify((await identityOf(pid)) ?? null), { mode: 0o600 });
}

/**
 * Waits until the process that served the folder last has ended.
 *
 * @throws Error if it still runs after 25 s.
 */
async function endOfLastServer(folder: string): Promise<void> {
  const last = parseIdentity(await readFile(fileIn(folder), 'utf8').catch(() => ''));
  if (last && !(await hasEnded(last, { withinMs: LAST_SERVER_PATIENCE_MS }))) {
    throw new Error(`process ${last.pid} still serves ${folder}; end it first`);
  }
}

function fileIn(folder: string): string {
  return join(folder, 'process.json');
}

const savedPorts = z.object({ port: z.int(), innerPort: z.int() });

/** An engine's port for clients, and one more for those that also talk to themselves. */
export type EnginePorts = Readonly<z.infer<typeof savedPorts>>;

/**
 * Free loopback ports for an engine's folder: those it had last time where they are still free, so that a client that was
 * configured by hand finds it again. The choice is saved.
 */
export async function choosePorts(folder: string): Promise<EnginePorts> {
  const saved = await readSaved(fileOfPorts(folder));
  const ports = { port: await freePort(saved?.port), innerPort: await freePort(saved?.innerPort) };
  await savePorts(folder, ports);
  return ports;
}

/** Has the folder's engine take these ports next, where they are free. */
export async function savePorts(folder: string, ports: EnginePorts): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(fileOfPorts(folder), JSON.stringify(ports), { mode: 0o600 });
}

function fileOfPorts(folder: string): string {
  return join(folder, 'ports.json');
}

async function readSaved(file: string): Promise<EnginePorts | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  try {
    return savedPorts.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
