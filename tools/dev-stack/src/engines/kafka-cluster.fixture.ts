import { rm } from 'node:fs/promises';
import type { Stoppable } from '@fulfilment/kernel';
import { signal } from '../processes/kept-process.ts';
import { type Broker, startBroker } from './brokers.ts';
import { makeEngineFolder } from './engine-folder.ts';
import type { SettingsAt } from './kafka.ts';
import type { LocalEngine } from './local-engine.ts';

/** Three brokers of one cluster, as processes of this machine. The first is the only controller: it has to live, and two may die. */
export interface KafkaCluster extends Stoppable {
  /** Comma list of `host:port`. */
  readonly brokers: string;
  /** Ends a broker with SIGKILL. */
  kill(broker: 2 | 3): Promise<void>;
  /** Starts a killed broker again, on its port. */
  revive(broker: 2 | 3): Promise<void>;
  /** Ends a broker with SIGTERM: it hands over what it leads and coordinates. Then starts it again. */
  restart(broker: Broker): Promise<void>;
}

/** Offsets of consumer groups have three replicas, so that groups outlive brokers. */
const REPLICATED_OFFSETS = { 'offsets.topic.replication.factor': '3', 'offsets.topic.num.partitions': '3' };

/** Starts it in a temporary folder, which its stop removes. */
export async function startKafkaCluster(): Promise<KafkaCluster> {
  const folder = await makeEngineFolder();
  const running = new Map<number, LocalEngine>();
  let controllerPort = 0;
  const site = { folder, signal: new AbortController().signal };
  const start = async (broker: Broker): Promise<void> => {
    running.set(
      broker,
      await startBroker(broker, site, (ports) => {
        if (broker === 1) controllerPort = ports.innerPort;
        return broker === 1 ? REPLICATED_OFFSETS : { ...REPLICATED_OFFSETS, ...brokerOnly(broker, ports.port, controllerPort) };
      }),
    );
  };
  const remove = (broker: number): LocalEngine => {
    const removed = running.get(broker);
    if (!removed) throw new Error(`Broker ${broker} does not run`);
    running.delete(broker);
    return removed;
  };
  const kill = async (broker: number): Promise<void> => {
    const killed = remove(broker);
    signal(killed.process.pid, 'SIGKILL');
    await killed.process.exited;
  };
  const restart = async (broker: Broker): Promise<void> => {
    await remove(broker).process.stop();
    await start(broker);
  };
  const stop = async (): Promise<void> => {
    // In an orderly stop brokers hand their partitions over; there is nothing to keep.
    for (const broker of Array.from(running.keys()).toReversed()) await kill(broker);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await start(1);
    await Promise.all([start(2), start(3)]);
    const brokers = [1, 2, 3].map((broker) => running.get(broker)?.url).join(',');
    return { brokers, kill, revive: start, restart, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function brokerOnly(node: number, port: number, controllerPort: number): ReturnType<SettingsAt> {
  return {
    'process.roles': 'broker',
    'node.id': String(node),
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `PLAINTEXT://127.0.0.1:${port}`,
  };
}
