import { chmod, cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { delay } from '@fulfilment/kernel';
import type { Java } from '../fetch/java.ts';
import type { KafkaJars } from '../fetch/kafka-jars.ts';
import { startKept } from '../processes/kept-process.ts';
import { javaArguments, READY_WORDS, serverProperties } from './kafka-settings.ts';
import type { EnginePorts } from './saved-ports.ts';
import type { Launch } from './start-on-free-ports.ts';

export interface KafkaLaunch {
  readonly java: Java;
  readonly jars: KafkaJars;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  /** A formatted data folder, copied where the engine's folder has no data yet. */
  readonly template: string;
  /** JVM arguments about its class-data archive. */
  readonly archive: readonly string[];
}

/** Runs Kafka's main class on the given ports. */
export async function launchKafka(launch: KafkaLaunch, ports: EnginePorts): Promise<Launch> {
  const dataFolder = join(launch.folder, 'data');
  const settings = join(launch.folder, 'server.properties');
  const logFile = join(launch.folder, 'kafka.log');
  await mkdir(launch.folder, { recursive: true, mode: 0o700 });
  await copyPrivately(launch.template, dataFolder);
  await writeFile(settings, serverProperties(dataFolder, ports), { mode: 0o600 });
  const logStart = await sizeOf(logFile);
  const args = [...javaArguments(launch.jars, launch.archive), 'kafka.Kafka', settings];
  const process = await startKept({ file: launch.java.executable, args, logFile, env: launch.env });
  return { process, logFile, ready: (signal) => saysReady(logFile, logStart, signal) };
}

// A copy has the mode of its original, whatever the umask.
async function copyPrivately(template: string, dataFolder: string): Promise<void> {
  await cp(template, dataFolder, { recursive: true, force: false });
  await chmod(dataFolder, 0o700);
  const entries = await readdir(template, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  await Promise.all(files.map(({ parentPath, name }) => chmod(join(dataFolder, relative(template, parentPath), name), 0o600)));
}

// The port opens before the broker is allowed to serve; its log says when it does.
async function saysReady(logFile: string, logStart: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const log = await readFile(logFile).catch(() => Buffer.alloc(0));
    if (log.subarray(logStart).includes(READY_WORDS)) return;
    await delay(25, signal);
  }
}

async function sizeOf(file: string): Promise<number> {
  return await stat(file).then(
    (found) => found.size,
    () => 0,
  );
}
