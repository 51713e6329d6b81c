import { delay } from '@fulfilment/kernel';
import { MongoClient } from 'mongodb';
import type { DrilledSystem } from '../drilled-system.ts';
import { openPublisher } from '../published-events.ts';
import { kill } from '../storm/faults.ts';
import type { Prometheus } from './prometheus.ts';
import { type Surroundings, type SurroundingValues, WELL } from './surroundings.ts';

/** All that a fault can be planted in. */
export interface Watched {
  readonly system: DrilledSystem;
  readonly prometheus: Prometheus;
  readonly surroundings: Surroundings;
  /** From one scrape to the next. */
  readonly everySeconds: number;
  readonly signal: AbortSignal;
}

/** A fault that lasts until it is undone, and the alert that has to tell of it. */
export interface AlarmingFault {
  /** The name that `--only` takes. */
  readonly id: string;
  readonly name: string;
  /** One of them has to fire. */
  readonly alerts: readonly string[];
  /** The process that the alert names, where it names one. */
  readonly process?: string;
  readonly severity: 'critical' | 'warning';
  /** Seconds from the fault to the alert, at most, with the product's rules and intervals. */
  readonly aimSeconds: number;
  /** True where it touches no process, so that others are planted beside it. */
  readonly isBeside?: boolean;
  /** @returns what undoes it. */
  readonly plant: (watched: Watched) => Promise<() => Promise<void>>;
}

/** Another start than the last three within half an hour. */
const STARTS = 4;

/** From what takes the service away to what takes its surroundings away. */
export const ALARMING_FAULTS: readonly AlarmingFault[] = [
  {
    ...hung('gateway', 'the only gateway hangs'),
    alerts: ['ProcessDown'],
    process: 'gateway',
    severity: 'critical',
    aimSeconds: 180,
  },
  { ...hung('kafka', 'Kafka hangs'), alerts: ['OutboxBehind'], severity: 'critical', aimSeconds: 150 },
  {
    ...hung('mongodb', 'MongoDB hangs'),
    alerts: ['StoreNotAnswering'],
    severity: 'critical',
    aimSeconds: 180,
  },
  { ...hung('redis', 'Redis hangs'), alerts: ['RateLimitDegraded'], severity: 'warning', aimSeconds: 120 },
  {
    ...hung('inventory', 'the only process of inventory hangs'),
    alerts: ['ProcessDown'],
    process: 'inventory',
    severity: 'critical',
    aimSeconds: 180,
  },
  {
    id: 'webhooks',
    name: 'webhooks is gone, and discovery knows no process of it',
    alerts: ['ServiceAbsent'],
    severity: 'critical',
    aimSeconds: 180,
    plant: async (watched) => {
      const { system, prometheus } = watched;
      const all = processAddresses(system);
      const own = addressOf(system, 'webhooks');
      const goOn = await hung('webhooks', '').plant(watched);
      await prometheus.discover(all.filter((address) => address !== own));
      return async () => {
        await goOn();
        await prometheus.discover(all);
      };
    },
  },
  {
    id: 'lag',
    name: 'MongoDB takes no writes and answers reads: the lag stands',
    alerts: ['ConsumerHeadStuck', 'ConsumerStandsStill'],
    severity: 'critical',
    aimSeconds: 210,
    plant: ({ system }) => lockWrites(system),
  },
  {
    id: 'restarts',
    name: `scans ends ${STARTS} times`,
    alerts: ['ProcessRestarts'],
    severity: 'warning',
    aimSeconds: 270,
    plant: async ({ system, everySeconds, signal }) => {
      for (let times = 0; times < STARTS; times += 1) {
        await kill('scans').plant(system, signal);
        // A start that no scrape saw is none.
        await delay(2 * everySeconds * 1_000, signal);
        signal.throwIfAborted();
      }
      return async () => undefined;
    },
  },
  {
    id: 'poison',
    name: 'a record that cannot be read',
    alerts: ['RecordsDeadLettered'],
    severity: 'warning',
    aimSeconds: 60,
    plant: async ({ system }) => {
      const publisher = openPublisher(system.process('kafka').baseUrl);
      await publisher.publishUnreadable();
      return () => publisher.stop();
    },
  },
  inSurroundings('disk', 'a twentieth of the disk of MongoDB is free', {
    alerts: ['EngineDiskFilling'],
    set: { freeDisk: 0.05 },
  }),
  inSurroundings('certificate', 'a certificate ends in a day', {
    alerts: ['CertificateEnds'],
    set: { certificateEndsInSeconds: 86_400 },
  }),
  {
    ...inSurroundings('job', 'the Job of the migrations failed', { alerts: ['JobFailed'], set: { failedJobs: 1 } }),
    severity: 'warning',
    aimSeconds: 120,
  },
  inSurroundings('backup', 'the last backup is 30 hours old', { alerts: ['BackupOld'], set: { backupAgeSeconds: 30 * 3_600 } }),
];

/** Stopped until it is undone: the kernel takes its connections, and nothing answers. */
function hung(name: string, meaning: string): Pick<AlarmingFault, 'id' | 'name' | 'plant'> {
  return {
    id: name,
    name: meaning,
    plant: async ({ system }) => {
      const { pid } = system.process(name);
      if (pid === undefined) throw new Error(`${name} is no process of this machine`);
      process.kill(pid, 'SIGSTOP');
      return async () => void process.kill(pid, 'SIGCONT');
    },
  };
}

function inSurroundings(
  id: string,
  name: string,
  { alerts, set }: Pick<AlarmingFault, 'alerts'> & { readonly set: Partial<SurroundingValues> },
): AlarmingFault {
  return {
    id,
    name,
    alerts,
    severity: 'critical',
    aimSeconds: 660,
    isBeside: true,
    plant: async ({ surroundings: { values: now } }) => {
      Object.assign(now, set);
      return async () => void Object.assign(now, Object.fromEntries(Object.entries(WELL).filter(([key]) => key in set)));
    },
  };
}

/** As while its files are copied: each write waits. */
async function lockWrites(system: DrilledSystem): Promise<() => Promise<void>> {
  const mongo = await MongoClient.connect(system.process('mongodb').baseUrl);
  const admin = mongo.db('admin');
  await admin.command({ fsync: 1, lock: true });
  return async () => {
    await admin.command({ fsyncUnlock: 1 });
    await mongo.close();
  };
}

const addressOf = (system: DrilledSystem, name: string): string => `127.0.0.1:${system.process(name).internalPort}`;

/** Where each process of the system has its metrics. */
export function processAddresses(system: DrilledSystem): readonly string[] {
  return system.processes().flatMap(({ internalPort }) => (internalPort === undefined ? [] : [`127.0.0.1:${internalPort}`]));
}
