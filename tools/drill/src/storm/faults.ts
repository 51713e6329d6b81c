import { once } from 'node:events';
import { connect } from 'node:net';
import { delay, type Random } from '@fulfilment/kernel';
import { MongoClient } from 'mongodb';
import type { DrilledSystem } from '../drilled-system.ts';

/** A fault, and what it is of. It resolves when what it was done to may go on. */
export interface Fault {
  readonly name: string;
  /** Two faults at once are of two of these. */
  readonly component: string;
  readonly plant: (system: DrilledSystem, signal: AbortSignal) => Promise<void>;
}

const ENGINES: readonly string[] = ['kafka', 'mongodb', 'redis'];
/** Seconds that a process hangs: shorter and longer than sessions of Kafka's groups, leases and time-outs of requests. */
const HANGS = [1, 3, 6, 10, 15, 25, 40] as const;
const SLOW_S = 10;
const STEP_DOWN_S = 5;
const BACK_MS = 60_000;

/**
 * The next fault at random; one in four is two at once, of different components.
 *
 * @param names of all processes of the system, engines too.
 * @param only the component that is hit alone, by one fault at a time.
 */
export function nextFault(random: Random, names: readonly string[], only?: string): Fault {
  if (only !== undefined) return faultOf(random, random.of(names.filter((name) => componentOf(name) === only)));
  const first = single(random, names);
  if (!random.chance(0.25)) return first;
  let second = single(random, names);
  while (second.component === first.component) second = single(random, names);
  return {
    name: `${first.name}, ${second.name}`,
    component: `${first.component}, ${second.component}`,
    plant: async (system, signal) => {
      await Promise.all([first.plant(system, signal), second.plant(system, signal)]);
    },
  };
}

/** Engines are hit as often as all services together. */
function single(random: Random, names: readonly string[]): Fault {
  const engine = random.of(ENGINES);
  const service = random.of(names.filter((name) => !ENGINES.includes(name)));
  return faultOf(random, random.of([engine, service]));
}

function faultOf(random: Random, name: string): Fault {
  const own = OF_ENGINES.get(name);
  return random.of([kill(name), hang(name, random.of(HANGS)), slow(name, SLOW_S), ...(own ? [own] : [])]);
}

const componentOf = (name: string): string => name.replace(/-\d+$/, '');

/** Ended with SIGKILL; the supervisor starts it again. Of an engine there is no other, so it is over when it answers again. */
export function kill(name: string): Fault {
  return {
    name: `kill ${name}`,
    component: componentOf(name),
    plant: async (system, signal) => {
      const pid = pidOf(system, name);
      process.kill(pid, 'SIGKILL');
      if (ENGINES.includes(name)) await untilBack(async () => system.process(name).pid !== pid, name, signal);
    },
  };
}

/** Stopped for so long: the kernel takes its connections, and nothing answers. */
export function hang(name: string, seconds: number): Fault {
  return {
    name: `hang ${name} ${seconds} s`,
    component: componentOf(name),
    plant: async (system, signal) => {
      const pid = pidOf(system, name);
      process.kill(pid, 'SIGSTOP');
      try {
        await delay(seconds * 1_000, signal);
      } finally {
        continueIfThere(pid);
      }
    },
  };
}

const SLOW = { stoppedMs: 80, goesOnMs: 20 } as const;

/** Stopped for four fifths of the time, in pieces of 80 ms: as on a core that others take, or on a slow disk. */
export function slow(name: string, seconds: number): Fault {
  return {
    name: `slow ${name} ${seconds} s`,
    component: componentOf(name),
    plant: async (system, signal) => {
      const pid = pidOf(system, name);
      const until = performance.now() + seconds * 1_000;
      try {
        while (performance.now() < until) {
          process.kill(pid, 'SIGSTOP');
          await delay(SLOW.stoppedMs, signal);
          continueIfThere(pid);
          await delay(SLOW.goesOnMs, signal);
        }
      } finally {
        continueIfThere(pid);
      }
    },
  };
}

const STEP_DOWN: Fault = {
  name: 'step-down mongodb',
  component: 'mongodb',
  plant: async (system, signal) => {
    const client = await MongoClient.connect(system.process('mongodb').baseUrl, { serverSelectionTimeoutMS: 30_000 });
    const admin = client.db('admin');
    try {
      await admin.command({ replSetStepDown: STEP_DOWN_S, force: true });
      const isPrimary = async (): Promise<boolean> => (await admin.command({ hello: 1 }))['isWritablePrimary'] === true;
      await untilBack(isPrimary, 'mongodb', signal);
    } finally {
      await client.close();
    }
  },
};

/** As after a failover to an empty replica. */
const FLUSH: Fault = {
  name: 'flush redis',
  component: 'redis',
  plant: async (system) => {
    const { hostname, port } = new URL(system.process('redis').baseUrl);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write('FLUSHALL\r\n');
    await once(socket, 'data');
    socket.destroy();
  },
};

const OF_ENGINES: ReadonlyMap<string, Fault> = new Map([
  ['mongodb', STEP_DOWN],
  ['redis', FLUSH],
]);

async function untilBack(isBack: () => Promise<boolean>, name: string, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + BACK_MS;
  while (!(await isBack().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`${name} is not back after ${BACK_MS / 1_000} s`);
    await delay(50, signal);
  }
}

function pidOf(system: DrilledSystem, name: string): number {
  const { pid } = system.process(name);
  if (pid === undefined) throw new Error(`${name} is no process of this machine`);
  return pid;
}

/** The supervisor may have ended one that hung for long. */
function continueIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT');
  } catch {
    // It ended.
  }
}
