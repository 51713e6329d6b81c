import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { delay } from '@fulfilment/kernel';
import { EngineMissing, type LocalEngine, type LocalSite } from './local-engine.ts';
import { type Artefact, type Cache, fetchedBefore, fetchOnce } from '../fetch/cache.ts';
import { fetchKafkaJars, findJava, type Java, KAFKA_VERSION } from '../fetch/kafka-jars.ts';
import type { FetchedJars } from '../fetch/maven-jars.ts';
import { runCommand, startKept, systemVariables } from '../processes/kept-process.ts';
import { type EnginePorts, type Launch, startOnFreePorts } from './start-on-free-ports.ts';

export interface KafkaLaunch {
  readonly java: Java;
  readonly jars: FetchedJars;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  /** A formatted data folder, copied where the engine's folder has no data yet. */
  readonly template: string;
  /** JVM arguments about its class-data archive. */
  readonly archive: readonly string[];
  readonly settingsAt?: SettingsAt | undefined;
  /** True where systems by the dozen share the broker, as in tests: it holds thousands of partitions. */
  readonly isCrowded?: boolean;
}

/** The heap of a crowded broker, which need not grow by collections; the last of each option counts. */
const CROWDED_HEAP = ['-Xms256m', '-Xmx768m', '-Xmn96m'];
/** A crowded broker is not shut out because it was busy for two seconds: every partition would be without a leader. */
const CROWDED: Readonly<Record<string, string>> = { 'broker.session.timeout.ms': '9000' };

/** Settings of the broker in place of its defaults. */
export type SettingsAt = (ports: EnginePorts) => Readonly<Record<string, string>>;

/** Runs Kafka's main class on the given ports. */
export async function launchKafka(launch: KafkaLaunch, ports: EnginePorts): Promise<Launch> {
  const dataFolder = join(launch.folder, 'data');
  const settings = join(launch.folder, 'server.properties');
  const logFile = join(launch.folder, 'kafka.log');
  await mkdir(launch.folder, { recursive: true, mode: 0o700 });
  await copyPrivately(launch.template, dataFolder);
  const crowded = launch.isCrowded ? CROWDED : {};
  await writeFile(settings, serverProperties(dataFolder, ports, { ...crowded, ...launch.settingsAt?.(ports) }), { mode: 0o600 });
  const logStart = await sizeOf(logFile);
  const heap = launch.isCrowded ? CROWDED_HEAP : [];
  const args = [...javaArguments(launch.jars, launch.archive), ...heap, 'kafka.Kafka', settings];
  const process = await startKept({ file: launch.java.executable, args, logFile, env: systemVariables(launch.env) });
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

/** Starts Kafka as one KRaft node. @param settingsAt by default its clients need neither TLS nor credentials. */
export async function startKafka(
  { cache, env, folder, testCommands, prepares, signal }: LocalSite,
  settingsAt?: SettingsAt,
): Promise<LocalEngine> {
  if (process.platform === 'win32') throw new EngineMissing('kafka', 'local engines do not run on Windows');
  const java = await findJava(cache, env);
  const jars = await fetchKafkaJars(cache, java, env);
  const runtime = { java, jars, env, signal };
  const template = await formattedFolder(cache, runtime);
  const classes = classArchive(runtime, template);
  const archived = prepares === 'before' ? await fetchOnce(cache, classes) : await fetchedBefore(cache, classes);
  const archive = archived === undefined ? [] : [`-XX:${archiveKind(java).use}=${join(archived, ARCHIVE)}`];
  const launch = { java, jars, env, folder, template, archive, settingsAt, isCrowded: testCommands };
  const launched = await startOnFreePorts({ folder, signal }, (ports) => launchKafka(launch, ports));
  const { port } = launched.ports;
  return { description: `Kafka ${KAFKA_VERSION}`, url: `127.0.0.1:${port}`, port, process: launched.process };
}

/** Makes the archive of classes that Kafka starts quickly with, at the lowest priority; does nothing where there is one. */
export async function prepareKafka({ cache, env, signal }: Pick<LocalSite, 'cache' | 'env' | 'signal'>): Promise<void> {
  const java = await findJava(cache, env);
  const runtime = { java, jars: await fetchKafkaJars(cache, java, env), env, signal };
  await fetchOnce(cache, classArchive(runtime, await formattedFolder(cache, runtime)));
}

/** The text of `server.properties` for one KRaft node that is broker and controller. */
function serverProperties(
  dataFolder: string,
  { port, innerPort }: EnginePorts,
  others: Readonly<Record<string, string>> = {},
): string {
  const lines = {
    'process.roles': 'broker,controller',
    'node.id': '1',
    // Static voters, so that a formatted folder knows no ports and can be copied.
    'controller.quorum.voters': `1@127.0.0.1:${innerPort}`,
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${innerPort}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${port}`,
    'controller.listener.names': 'CONTROLLER',
    'inter.broker.listener.name': 'PLAINTEXT',
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'log.dirs': dataFolder,
    'auto.create.topics.enable': 'false',
    'default.replication.factor': '1',
    'offsets.topic.replication.factor': '1',
    'transaction.state.log.replication.factor': '1',
    'transaction.state.log.min.isr': '1',
    'share.coordinator.state.topic.replication.factor': '1',
    'share.coordinator.state.topic.min.isr': '1',
    'offsets.topic.num.partitions': '8',
    'group.initial.rebalance.delay.ms': '0',
    // A broker that was killed is let in again only when the session of the one before has ended: 9 s by default.
    'broker.session.timeout.ms': '2000',
    'broker.heartbeat.interval.ms': '500',
    // An idle controller writes a record to its log each half second by default.
    'metadata.max.idle.interval.ms': '30000',
    // The default of 128 MB is half of the heap this broker gets; 2 MB hold the keys of a topic that is compacted here.
    'log.cleaner.dedupe.buffer.size': '2097152',
    'log.cleaner.io.buffer.size': '131072',
    // Read once at the start, 5 MB for each of the three kinds of coordinators by default.
    'offsets.load.buffer.size': '262144',
    'transaction.state.log.load.buffer.size': '262144',
    'share.coordinator.load.buffer.size': '262144',
    'num.network.threads': '2',
    'num.io.threads': '4',
  };
  return Object.entries({ ...lines, ...others })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

/** Begins small, and returns what a collection leaves free beyond a third. */
const HEAP = ['-Xms32m', '-Xmx256m', '-XX:MinHeapFreeRatio=10', '-XX:MaxHeapFreeRatio=30'];

/** The arguments of `java` up to the main class: small heap, quick start, only warnings and the line that says it is up. */
export function javaArguments({ folder, names }: FetchedJars, archive: readonly string[]): string[] {
  // Counters that tools such as jstat would read wake the machine twenty times a second.
  const machine = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-XX:-UsePerfData', ...HEAP, ...archive];
  const log = ['defaultLogLevel=warn', 'showDateTime=true', 'dateTimeFormat=HH:mm:ss.SSS', `log.${READY_LOGGER}=info`];
  const logging = log.map((setting) => `-Dorg.slf4j.simpleLogger.${setting}`);
  return [...machine, ...logging, '-cp', names.map((name) => join(folder, name)).join(delimiter)];
}

/** The logger and the words with which Kafka says that it serves requests. */
const READY_LOGGER = 'kafka.server.KafkaRaftServer';
const READY_WORDS = 'Kafka Server started';

const ARCHIVE = 'kafka.classes';

// Any 16 bytes in base64url; the id only has to be the same in everything made from the template.
export const CLUSTER_ID = 'ZnVsZmlsbWVudC1sb2NhbA';

interface KafkaRuntime {
  readonly java: Java;
  readonly jars: FetchedJars;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** A formatted data folder to copy: made once, since a Java machine starts for it. */
async function formattedFolder(cache: Cache, runtime: KafkaRuntime): Promise<string> {
  const made = await fetchOnce(cache, {
    folder: `kafka-${KAFKA_VERSION}-formatted`,
    label: 'Kafka',
    make: (draft) => format(runtime, draft),
  });
  return join(made, 'template');
}

/** An archive of Kafka's loaded classes: made once per Java version and place of the jars, which it depends on. */
function classArchive(runtime: KafkaRuntime, template: string): Artefact {
  const { java, jars } = runtime;
  const dependsOn = createHash('sha256').update(`${java.executable} ${java.version} ${jars.folder} ${ARCHIVE}`).digest('hex');
  return {
    folder: `kafka-${KAFKA_VERSION}-classes-${dependsOn.slice(0, 12)}`,
    label: 'Kafka',
    make: (draft) => archiveClasses(runtime, draft, template),
  };
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
async function archiveClasses(runtime: KafkaRuntime, draft: string, template: string): Promise<void> {
  const folder = join(draft, 'rehearsal');
  const rehearsal = {
    ...runtime,
    folder,
    template,
    archive: [`-XX:${archiveKind(runtime.java).make}=${join(draft, ARCHIVE)}`],
  };
  const launched = await startOnFreePorts({ folder, signal: runtime.signal }, async (ports) => {
    const launch = await launchKafka(rehearsal, ports);
    // Nothing waits for it, and much else runs.
    setPriority(launch.process.pid, constants.priority.PRIORITY_LOW);
    return launch;
  });
  await launched.process.stop();
  await rm(folder, { recursive: true });
}

// JEP 514 (Java 25) also works on runtimes without a base archive, such as the one that is fetched.
function archiveKind({ version }: Java): { readonly make: string; readonly use: string } {
  const ahead = Number.parseInt(version, 10) >= 25;
  return ahead ? { make: 'AOTCacheOutput', use: 'AOTCache' } : { make: 'ArchiveClassesAtExit', use: 'SharedArchiveFile' };
}
