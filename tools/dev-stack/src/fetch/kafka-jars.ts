import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { EngineMissing } from '../engine-missing.ts';
import { runCommand } from '../processes/run-command.ts';
import { type Cache, fetchOnce, firstWrongFile, parseSums } from './cache.ts';
import type { Java } from './java.ts';

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
