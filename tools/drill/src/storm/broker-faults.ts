import { once } from 'node:events';
import { connect } from 'node:net';
import { type Fault, type Faulted, pidOf, untilBack } from './fault.ts';

/** Ended with SIGTERM: it hands over what it leads and coordinates, and the supervisor starts it again. */
export function restartInOrder(name: string): Fault {
  return {
    name: `restart ${name}`,
    component: 'kafka',
    plant: async (system, signal) => endAndAwait(system, name, { by: 'SIGTERM', signal }),
  };
}

/** The node that is the active controller of the cluster is ended with SIGKILL: another has to be elected before leaders can move. */
export const KILL_CONTROLLER: Fault = {
  name: 'kill controller',
  component: 'kafka',
  plant: async (system, signal) => {
    let name = '';
    const isElected = async (): Promise<boolean> => {
      name = (await system.brokers?.controller()) ?? '';
      return name !== '';
    };
    await untilBack(isElected, 'the controller', signal);
    await endAndAwait(system, name, { by: 'SIGKILL', signal });
  },
};

/** Each partition, those of the groups' offsets too, is led by its first replica again: after another fault leaders and coordinators move. */
export function electLeaders(name: string): Fault {
  return {
    name: `elect leaders by ${name}`,
    component: 'kafka',
    plant: async (system, signal) => {
      const { port = 0 } = system.process(name);
      await untilBack(async () => (await elect(port)) === 0, name, signal);
    },
  };
}

interface Ending {
  readonly by: 'SIGTERM' | 'SIGKILL';
  readonly signal: AbortSignal;
}

async function endAndAwait(system: Faulted, name: string, { by, signal }: Ending): Promise<void> {
  const pid = await pidOf(system, name, signal);
  process.kill(pid, by);
  await untilBack(async () => system.process(name).pid !== pid, name, signal);
}

/** https://kafka.apache.org/protocol#The_Messages_ElectLeaders */
const ELECT_LEADERS = { key: 43, version: 1, answerMs: 10_000 } as const;

/** KafkaJS has no such request. @returns the error code of the answer. @throws Error where there is none. */
async function elect(port: number): Promise<number> {
  const { key, version, answerMs } = ELECT_LEADERS;
  const request = Buffer.alloc(23);
  request.writeInt32BE(request.length - 4, 0);
  request.writeInt16BE(key, 4);
  request.writeInt16BE(version, 6);
  // No name of the client; the preferred election (0); of all partitions (-1).
  request.writeInt16BE(-1, 12);
  request.writeInt32BE(-1, 15);
  request.writeInt32BE(answerMs, 19);
  const socket = connect(port, '127.0.0.1');
  socket.setTimeout(answerMs, () => socket.destroy(new Error('no answer')));
  try {
    socket.write(request);
    const [answer]: Buffer[] = await once(socket, 'data');
    // Behind its length, its correlation and the throttle's time.
    return answer?.readInt16BE(12) ?? -1;
  } finally {
    socket.destroy();
  }
}
