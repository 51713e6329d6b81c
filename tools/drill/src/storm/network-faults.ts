import { delay, type Random } from '@fulfilment/kernel';
import { componentOf, type Fault, type Faulted, isEngine } from './fault.ts';
import type { NetworkFault, Wires } from './wires.ts';

/** Seconds that each lasts; what is done at once is over at once. */
const LASTS: Readonly<Record<NetworkFault, readonly number[]>> = {
  cut: [1, 3, 6, 10],
  reset: [0],
  'half-open': [0],
  silent: [1, 3, 6, 10, 15, 25],
  lossy: [10],
};
const FAULTS = ['cut', 'reset', 'half-open', 'silent', 'lossy'] as const;
/** Seconds by which a clock is wrong, and for how long. */
const STEPS = [-60, -20, -5, 5, 20, 60] as const;
const STEP_LASTS = [1, 5, 15] as const;

/** The ends of a way: the port is that of `to`; `from` is a process, a component, or all of them. */
interface Ends {
  readonly from: string;
  readonly to: string;
}

/**
 * A fault at random of all ways to an engine; of a service of its way to one, or of the gateways' way to it.
 *
 * @param names of all processes of the system.
 */
export function networkFault(random: Random, name: string, names: readonly string[]): Fault {
  const fault = random.of(FAULTS);
  const seconds = random.of(LASTS[fault]);
  if (isEngine(name)) return onWay(fault, { from: 'all', to: name }, { seconds, component: componentOf(name) });
  const upstream = componentOf(name) === 'gateway' ? [] : [{ from: 'gateway', to: name }];
  const ends = random.of([...names.filter(isEngine).map((to) => ({ from: name, to })), ...upstream]);
  return onWay(fault, ends, { seconds, component: componentOf(name) });
}

export function onWay(
  fault: NetworkFault,
  { from, to }: Ends,
  { seconds, component }: { readonly seconds: number; readonly component: string },
): Fault {
  return {
    name: `${fault} ${from} to ${to}${seconds > 0 ? ` ${seconds} s` : ''}`,
    component,
    plant: async (system, signal) => {
      const { port } = system.process(to);
      if (port === undefined) throw new Error(`${to} listens on no port`);
      const end = wiresOf(system).plant(fault, {
        from: (process) => ['all', process, componentOf(process)].includes(from),
        port,
      });
      try {
        await delay(seconds * 1_000, signal);
      } finally {
        end();
      }
    },
  };
}

/** The clock of one process steps by so much, and back. */
export function clockStep(random: Random, name: string): Fault {
  const [off, seconds] = [random.of(STEPS), random.of(STEP_LASTS)];
  return {
    name: `clock ${name} ${off > 0 ? '+' : ''}${off} s for ${seconds} s`,
    component: componentOf(name),
    plant: async (system, signal) => {
      const wires = wiresOf(system);
      wires.setClock(name, off * 1_000);
      try {
        await delay(seconds * 1_000, signal);
      } finally {
        wires.setClock(name, 0);
      }
    },
  };
}

/** @throws Error where the processes of the system do not use any. */
function wiresOf({ wires }: Faulted): Wires {
  if (wires === undefined) throw new Error('The processes of this system are not wired');
  return wires;
}
