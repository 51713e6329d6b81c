import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { runCommand } from '../processes/kept-process.ts';
import { type Cache, fetchOnce, firstWrongFile, parseSums } from './cache.ts';

const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies';

/** Jars that a `pom.xml` asks for, and the file that pins them: lines of `sha256sum`. */
export interface MavenJars {
  /** Begins the name of their folder: `kafka-4.3.0`. */
  readonly name: string;
  /** How they are named to people: `Kafka 4.3.0`. */
  readonly label: string;
  readonly pom: string;
  readonly lock: string | URL;
  /** Makes the error of a failure. */
  readonly missing: (reason: string) => Error;
}

/** Jars on this machine: their folder and their names, sorted, since a class path must be the same at every start. */
export interface FetchedJars {
  readonly folder: string;
  readonly names: readonly string[];
}

/**
 * The jars that a `pom.xml` asks for, fetched by the user's own Maven with his settings and held against the lock.
 *
 * @param env as the process has it, with the `JAVA_HOME` that Maven is to use.
 * @throws whatever `missing` makes, if there is no Maven, it fails, or a jar is not the pinned one.
 */
export async function fetchMavenJars(
  cache: Cache,
  { name, label, pom, lock: lockFile, missing }: MavenJars,
  env: Readonly<Record<string, string | undefined>>,
): Promise<FetchedJars> {
  const lock = await readFile(lockFile, 'utf8');
  const sums = parseSums(lock);
  const folder = await fetchOnce(cache, {
    folder: `${name}-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`,
    label,
    make: async (draft) => {
      cache.progress(`${label}: fetching ${sums.size} jars by Maven, once`);
      const failure = await copyDependencies(pom, draft, env);
      if (failure !== undefined) throw missing(failure);
      const fault = await firstWrongFile(draft, sums);
      if (fault !== undefined) throw missing(`what Maven brought is not what is pinned: ${fault}`);
    },
  });
  return { folder, names: [...sums.keys()].toSorted() };
}

/** @returns why it failed; undefined if it did not. */
async function copyDependencies(
  pom: string,
  draft: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  if ((await runCommand('mvn', ['--version'], env)).code !== 0) return 'there is no Maven (mvn) to fetch it';
  const flags = ['--batch-mode', '--quiet', '--no-transfer-progress', '--file', pom];
  const result = await runCommand('mvn', [...flags, COPY, '-DincludeScope=runtime', `-DoutputDirectory=${draft}`], env);
  if (result.code === 0) return undefined;
  const reason = result.output.split('\n').find((line) => line.includes('ERROR')) ?? result.output.trim();
  return `Maven could not fetch it (${reason.trim()})`;
}
