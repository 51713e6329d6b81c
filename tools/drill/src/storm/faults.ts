import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { delay, type Random } from '@fulfilment/kernel';
import { MongoClient } from 'mongodb';
import { electLeaders, KILL_CONTROLLER, restartInOrder } from './broker-faults.ts';
import { componentOf, type Fault, type Faulted, isEngine, isOneOfBrokers, isThere, pidOf, untilBack } from './fault.ts';
import { clockStep, networkFault } from './network-faults.ts';

/** Seconds that a process hangs: shorter and longer than sessions of Kafka's groups, leases and time-outs of requests. */
const HANGS = [1, 3, 6, 10, 15, 25, 40] as const;
const SLOW_S = 10;
const STEP_DOWN_S = 5;
const FULL_S = 5;
/** Of so many faults of a broker in a cluster, one is of two brokers at once. */
const PAIR_OF = 6;

/**
 * The next fault at random; one in four is two at once, of different components. Of three brokers it is of one, or rarely of two.
 *
 * @param names of all processes of the system, engines too.
 * @param only the component that is hit alone, by one fault at a time.
 */
export function nextFault(random: Random, names: readonly string[], only?: string): Fault {
  const name = only === undefined ? anyName(random, names) : random.of(names.filter((each) => componentOf(each) === only));
  const first = faultOf(random, name, names);
  if (only === undefined && random.chance(0.25)) return both(first, ofAnother(random, first, names));
  if (!isOneOfBrokers(name) || !random.chance(1 / PAIR_OF)) return first;
  const other = random.of(names.filter((each) => isOneOfBrokers(each) && each !== name));
  const pair = both(first, faultOf(random, other, names));
  return { ...pair, name: `two brokers: ${pair.name}` };
}

function both(first: Fault, second: Fault): Fault {
  return {
    name: `${first.name}, ${second.name}`,
    component: `${first.component}, ${second.component}`,
    plant: async (system, signal) => {
      await Promise.all([first.plant(system, signal), second.plant(system, signal)]);
    },
  };
}

function ofAnother(random: Random, { component }: Fault, names: readonly string[]): Fault {
  for (;;) {
    const fault = faultOf(random, anyName(random, names), names);
    if (fault.component !== component) return fault;
  }
}

/** Engines are hit as often as all services together. */
function anyName(random: Random, names: readonly string[]): string {
  const engine = random.of(names.filter(isEngine));
  const service = random.of(names.filter((name) => !isEngine(name)));
  return random.of([engine, service]);
}

/** One in three is of the network; of services one in six of the clock, which engines have from the machine. */
function faultOf(random: Random, name: string, names: readonly string[]): Fault {
  if (random.chance(1 / 3)) return networkFault(random, name, names);
  if (!isEngine(name) && random.chance(1 / 4)) return clockStep(random, name);
  const others = isOneOfBrokers(name) ? ofOneBroker(name) : (OF_ENGINES.get(name) ?? []);
  const fault = random.of([kill(name), hang(name, random.of(HANGS)), slow(name, SLOW_S), ...others]);
  return isOneOfBrokers(name) ? { ...fault, isServed: true } : fault;
}

/** Ended with SIGKILL; the supervisor starts it again. Of an engine there is no other, so it is over when it answers again. */
export function kill(name: string): Fault {
  return {
    name: `kill ${name}`,
    component: componentOf(name),
    plant: async (system, signal) => {
      const pid = await pidOf(system, name, signal);
      process.kill(pid, 'SIGKILL');
      if (isEngine(name)) await untilBack(async () => system.process(name).pid !== pid, name, signal);
    },
  };
}

/** Stopped for so long: the kernel takes its connections, and nothing answers. */
export function hang(name: string, seconds: number): Fault {
  return {
    name: `hang ${name} ${seconds} s`,
    component: componentOf(name),
    plant: async (system, signal) => {
      const pid = await pidOf(system, name, signal);
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
      const pid = await pidOf(system, name, signal);
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

/**
 * No byte can be written to a file, as on a full disk (the kernel answers EFBIG in place of ENOSPC). An engine that ends for it is started
 * again by the supervisor, on a disk with room.
 */
export function full(name: string, seconds: number): Fault {
  return {
    name: `full disk ${name} ${seconds} s`,
    component: componentOf(name),
    plant: async (system, signal) => {
      const pid = await pidOf(system, name, signal);
      await limitFiles(pid, '0:unlimited');
      try {
        await delay(seconds * 1_000, signal);
      } finally {
        await limitFiles(pid, 'unlimited:unlimited');
      }
      if (!isThere(pid)) await untilBack(async () => system.process(name).pid !== pid, name, signal);
    },
  };
}

/** @param bytes that a file may have at most: the soft limit, and the hard one. */
async function limitFiles(pid: number, bytes: string): Promise<void> {
  try {
    await promisify(execFile)('prlimit', ['--pid', String(pid), `--fsize=${bytes}`]);
  } catch (error) {
    if (isThere(pid)) throw error;
  }
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
  plant: async (system) => tellRedis(system, 'FLUSHALL'),
};

/** All connections of clients are cut at once, without a word. */
const RESET: Fault = {
  name: 'reset redis',
  component: 'redis',
  plant: async (system) => tellRedis(system, 'CLIENT KILL SKIPME yes'),
};

/** @throws Error where Redis refuses the command. */
async function tellRedis(system: Faulted, command: string): Promise<void> {
  const { hostname, port } = new URL(system.process('redis').baseUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(`${command}\r\n`);
  const [answer] = await once(socket, 'data');
  socket.destroy();
  if (String(answer).startsWith('-')) throw new Error(`Redis refused ${command}: ${answer}`);
}

/** Linux alone lets the limits of another process be changed. */
const fullIfLinux = (name: string): readonly Fault[] => (process.platform === 'linux' ? [full(name, FULL_S)] : []);

const ofOneBroker = (name: string): readonly Fault[] => [
  ...fullIfLinux(name),
  restartInOrder(name),
  KILL_CONTROLLER,
  electLeaders(name),
];

const OF_ENGINES: ReadonlyMap<string, readonly Fault[]> = new Map([
  ['kafka', fullIfLinux('kafka')],
  ['mongodb', [STEP_DOWN, ...fullIfLinux('mongodb')]],
  ['redis', [FLUSH, RESET, ...fullIfLinux('redis')]],
]);

/** The supervisor may have ended one that hung for long. */
function continueIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT');
  } catch {
    // It ended.
  }
}
