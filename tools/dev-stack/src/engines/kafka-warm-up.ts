import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Artefact, type Cache, fetchOnce } from '../fetch/cache.ts';
import type { Java } from '../fetch/java.ts';
import { KAFKA_VERSION, type KafkaJars } from '../fetch/kafka-jars.ts';
import { runCommand } from '../processes/run-command.ts';
import { javaArguments, serverProperties } from './kafka-settings.ts';
import { launchKafka } from './launch-kafka.ts';
import { startOnFreePorts } from './start-on-free-ports.ts';

const ARCHIVE = 'kafka.classes';

// Any 16 bytes in base64url; the id only has to be the same in everything made from the template.
const CLUSTER_ID = 'ZnVsZmlsbWVudC1sb2NhbA';

/** What makes Kafka start quickly: a formatted data folder to copy, and an archive of its loaded classes. */
export interface KafkaWarmUp {
  readonly template: string;
  /** JVM arguments. */
  readonly archive: readonly string[];
}

export interface KafkaRuntime {
  readonly java: Java;
  readonly jars: KafkaJars;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** Makes both once per Java version and place of the jars, which the archive of classes depends on. */
export async function warmUpKafka(cache: Cache, runtime: KafkaRuntime): Promise<KafkaWarmUp> {
  const { java, jars } = runtime;
  const dependsOn = createHash('sha256').update(`${java.executable} ${java.version} ${jars.folder} ${ARCHIVE}`).digest('hex');
  const artefact: Artefact = {
    folder: `kafka-${KAFKA_VERSION}-warm-${dependsOn.slice(0, 12)}`,
    label: 'Kafka',
    make: async (draft) => {
      cache.progress(`Kafka ${KAFKA_VERSION}: preparing a quick start, once`);
      await format(runtime, draft);
      await archiveClasses(runtime, draft);
    },
  };
  const folder = await fetchOnce(cache, artefact);
  return { template: join(folder, 'template'), archive: [`-XX:${archiveKind(java).use}=${join(folder, ARCHIVE)}`] };
}

async function format({ java, jars, env }: KafkaRuntime, draft: string): Promise<void> {
  const settings = join(draft, 'format.properties');
  await writeFile(settings, serverProperties(join(draft, 'template'), { port: 9092, innerPort: 9093 }));
  const tool = ['kafka.tools.StorageTool', 'format', '--config', settings, '--cluster-id', CLUSTER_ID];
  const { code, output } = await runCommand(java.executable, [...javaArguments(jars, []), ...tool], env);
  if (code !== 0) throw new Error(`Kafka could not format its data folder:\n${output}`);
  await rm(settings);
}

// The archive holds what one start and stop loads: the JVM writes it as it ends.
async function archiveClasses(runtime: KafkaRuntime, draft: string): Promise<void> {
  const folder = join(draft, 'rehearsal');
  const rehearsal = {
    ...runtime,
    folder,
    template: join(draft, 'template'),
    archive: [`-XX:${archiveKind(runtime.java).make}=${join(draft, ARCHIVE)}`],
  };
  const launched = await startOnFreePorts({ folder, signal: runtime.signal }, (ports) => launchKafka(rehearsal, ports));
  await launched.process.stop();
  await rm(folder, { recursive: true });
}

// JEP 514 (Java 25) also works on runtimes without a base archive, such as the one that is fetched.
function archiveKind({ version }: Java): { readonly make: string; readonly use: string } {
  const ahead = Number.parseInt(version, 10) >= 25;
  return ahead ? { make: 'AOTCacheOutput', use: 'AOTCache' } : { make: 'ArchiveClassesAtExit', use: 'SharedArchiveFile' };
}
