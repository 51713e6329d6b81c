import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stoppable } from '@fulfilment/kernel';
import { z } from 'zod';
import { cacheFolder } from '../fetch/cache.ts';
import { keepRunning, type Supervised } from '../processes/keep-running.ts';
import { signal as send } from '../processes/kept-process.ts';
import { makeEngineFolder } from './engine-folder.ts';
import { CLUSTER_ID, type SettingsAt, startKafka } from './kafka.ts';
import type { LocalEngine } from './local-engine.ts';
import { choosePorts, type EnginePorts, savePorts } from './start-on-free-ports.ts';

/** The number of a broker in a cluster of three. */
export type Broker = 1 | 2 | 3;

const ALL: readonly Broker[] = [1, 2, 3];

/** Every topic outlives one of three brokers, and no write is acknowledged by one alone: those of Kafka itself too. */
const REPLICATED: Readonly<Record<string, string>> = {
  'default.replication.factor': '3',
  'min.insync.replicas': '2',
  'offsets.topic.replication.factor': '3',
  'transaction.state.log.replication.factor': '3',
  'transaction.state.log.min.isr': '2',
  'share.coordinator.state.topic.replication.factor': '3',
  'share.coordinator.state.topic.min.isr': '2',
};

/** The start of a broker below the folder of its cluster. */
interface BrokerSite {
  /** Of the cluster. */
  readonly folder: string;
  readonly progress?: (line: string) => void;
  readonly signal: AbortSignal;
}

/** A broker that runs, or is being started again. */
interface RunningBroker {
  /** `kafka-1` and on. */
  readonly name: string;
  readonly pid: number;
  readonly port: number;
  /** `host:port`. */
  readonly url: string;
}

/** Three nodes of one cluster, each broker and controller, as processes of this machine that are started again when they end. */
export interface Brokers extends Stoppable {
  describe(): readonly RunningBroker[];
  /** The name of the node that is the active controller. @throws Error where none was elected yet. */
  controller(): Promise<string>;
}

/** The port of a controller, which all brokers are told at their start, was taken by another process. */
class ControllerPortTaken extends Error {}

/**
 * Starts them in a temporary folder, which their stop removes; on other ports where one was taken between its choice and its use, three
 * times in all.
 *
 * @throws Error if one does not come up; none runs then.
 */
export async function startBrokers(site: Omit<Required<BrokerSite>, 'folder'>): Promise<Brokers> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startCluster(site);
    } catch (error) {
      if (!(error instanceof ControllerPortTaken) || tries === 3) throw error;
    }
  }
}

async function startCluster({ progress, signal }: Omit<Required<BrokerSite>, 'folder'>): Promise<Brokers> {
  const folder = await makeEngineFolder();
  const ports = new Map<Broker, EnginePorts>();
  for (const broker of ALL) ports.set(broker, await choosePorts(folderOf(folder, broker)));
  const voters = [...ports].map(([broker, { innerPort }]) => `${broker}@127.0.0.1:${innerPort}`);
  const start = async (broker: Broker, over: AbortSignal): Promise<LocalEngine> => {
    const own = ports.get(broker);
    // A start that found them taken has saved others.
    if (own) await savePorts(folderOf(folder, broker), own);
    return await startBroker(broker, { folder, progress, signal: over }, ({ innerPort }) => {
      if (innerPort !== own?.innerPort) throw new ControllerPortTaken(`the port of controller ${broker} was taken`);
      return { ...REPLICATED, 'node.id': String(broker), 'controller.quorum.voters': voters.join(',') };
    });
  };
  const started = await Promise.allSettled(
    ALL.map((broker) =>
      keepRunning({
        label: `Kafka ${broker}`,
        start: (over) => start(broker, over),
        progress,
        signal,
      }),
    ),
  );
  const running = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const stop = async (): Promise<void> => {
    await Promise.all(running.map(endAtOnce));
    await rm(folder, { recursive: true, force: true });
  };
  const failed = started.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') {
    await stop();
    throw failed.reason;
  }
  return {
    describe: () =>
      running.map((each, at) => {
        const { process, port, url } = each.current();
        return { name: nameOf(ALL[at]), pid: process.pid, port, url };
      }),
    controller: async () => nameOf(await activeController(folder)),
    stop,
  };
}

/** Starts a broker on the ports that it had before. */
export async function startBroker(
  broker: Broker,
  { folder, progress = () => undefined, signal }: BrokerSite,
  settingsAt: SettingsAt,
): Promise<LocalEngine> {
  const own = folderOf(folder, broker);
  await formatAs(broker, own);
  const site = {
    cache: { directory: cacheFolder(process.env), progress },
    folder: own,
    env: process.env,
    keepData: true,
    testCommands: false,
    prepares: 'before',
    signal,
  } as const;
  return await startKafka(site, settingsAt);
}

function folderOf(cluster: string, broker: Broker): string {
  return join(cluster, `kafka-${broker}`);
}

function nameOf(broker: number | undefined): string {
  return `kafka-${broker}`;
}

/** In an orderly stop brokers hand their partitions over, the last one to none; there is nothing to keep. */
async function endAtOnce(broker: Supervised<LocalEngine>): Promise<void> {
  const stopped = broker.stop();
  send(broker.current().process.pid, 'SIGKILL');
  await stopped;
}

/** Files that are there are not replaced by those of the template, which is formatted for node 1. */
async function formatAs(node: Broker, folder: string): Promise<void> {
  const data = join(folder, 'data');
  await mkdir(data, { recursive: true, mode: 0o700 });
  const lines = [
    `node.id=${node}`,
    `directory.id=${randomBytes(16).toString('base64url')}`,
    'version=1',
    `cluster.id=${CLUSTER_ID}`,
  ];
  await writeFile(join(data, 'meta.properties'), lines.join('\n'), { flag: 'wx', mode: 0o600 }).catch(isThere);
}

function isThere(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
}

const quorumState = z.object({ leaderId: z.int(), leaderEpoch: z.int() });

/** Each node writes down whom it follows, in which epoch; clients are told of any broker as the controller. */
async function activeController(folder: string): Promise<number> {
  const texts = await Promise.all(
    ALL.map((broker) => readFile(join(folderOf(folder, broker), 'data', '__cluster_metadata-0', 'quorum-state'), 'utf8')),
  );
  const [latest] = texts
    .map((text) => quorumState.parse(JSON.parse(text)))
    .filter(({ leaderId }) => leaderId > 0)
    .toSorted((a, b) => b.leaderEpoch - a.leaderEpoch);
  if (!latest) throw new Error('The cluster has no controller');
  return latest.leaderId;
}
