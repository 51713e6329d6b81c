import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { stopRequested } from '@fulfilment/dev-stack/system';
import { alerts } from './alerts/alerts.ts';
import { attacks } from './attacks.ts';
import { compose } from './compose.ts';
import { COMPONENTS, degraded } from './degraded.ts';
import type { Drill, DrillContext, Limit } from './drilled-system.ts';
import { hanging } from './hanging.ts';
import { ORDINARY } from './hostile-requests.ts';
import { intake } from './intake.ts';
import { kubernetes } from './kubernetes/kubernetes.ts';
import { lane } from './lane.ts';
import { neighbours } from './neighbours/neighbours.ts';
import { prices } from './neighbours/prices.ts';
import { outage } from './outage.ts';
import { partitions } from './partitions.ts';
import { recovery } from './recovery.ts';
import { restore } from './restore.ts';
import { scaling } from './scaling.ts';
import { creators } from './storm/creators.ts';
import { storm } from './storm/storm.ts';

/** Every drill, by the name that the command line has. */
const DRILLS: ReadonlyMap<string, Drill> = new Map(
  Object.entries({
    recovery,
    degraded,
    outage,
    restore,
    attacks,
    neighbours,
    prices,
    intake,
    lane,
    hanging,
    partitions,
    scaling,
    storm,
    creators,
    alerts,
    compose,
    kubernetes,
  }),
);

const USAGE = `npm run -s drill -- ‹name› [--minutes N] [--seed S] [--clients N] [--brokers N] [--limit B/R] [--next TAG] [--only NAME] [--help]

Breaks or attacks a system of its own, on engines of its own in a temporary folder, and prints what it did as a Markdown table.
It sends traffic to 127.0.0.1 only, and ends only processes that it started. No drill fails because it is slow.

${Array.from(DRILLS, ([name, { meaning }]) => `  ${name.padEnd(10)} ${meaning}`).join('\n')}

  --minutes N  how long an outage, the storm or the quiet time before alerts lasts, or hangs under creators go on, 1 to 60; 10 by default
  --seed S     the seed of the storm's faults, a whole number; by default a random one, which is printed
  --clients N  clients of the tenant that loads the system in the storm, 0 to 1000, 24 by default; of that which creates orders in \`creators\`,
               in place of 0, 200 and 560 in turn
  --brokers N  brokers of Kafka in the storm: 1, the default, or a cluster of 3
  --limit B/R  requests at once and a second of the key that \`neighbours\` sends the dearest by, up to 10000/1000; 100/10 by default, as in sandbox
  --next TAG   images of a later release, to which \`compose\` upgrades under load
  --only NAME  the one component that \`degraded\`, \`creators\` or the storm hits, such as mongodb or orders, the one operation that \`prices\` or
               \`neighbours\` sends, such as createOrder, the one attack, such as wide-batches, or the one fault of \`alerts\`, such as lag; all by default
  --help       this text
`;

const SEEDS = 2 ** 32;

const progress = (line: string): void => void process.stderr.write(`${line}\n`);

/**
 * `npm run drill`: resolves with its exit code. 0: done; 1: the system did not come up, or differs afterwards; 2: wrong usage.
 *
 * @param bundle makes the bundles that drilled systems run, as images do: a process starts in a third of the time that its sources take.
 */
export async function drillCommand(args: readonly string[], bundle: () => Promise<string>): Promise<0 | 1 | 2> {
  const request = parseDrillArguments(args);
  if (request.kind === 'help') {
    process.stdout.write(USAGE);
    return 0;
  }
  if (request.kind === 'misuse') {
    process.stderr.write(`${request.message}\n\n${USAGE}`);
    return 2;
  }
  const { drill, kind: _kind, ...asked } = request;
  try {
    const signal = stopRequested(process.env, 'stopped before its end');
    let made: Promise<string> | undefined;
    const bundleOnce = (): Promise<string> => (made ??= bundle());
    process.stdout.write(`${await drill.run({ ...asked, bundle: bundleOnce, signal, progress })}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

type Request =
  | ({ readonly kind: 'drill'; readonly drill: Drill } & Omit<DrillContext, 'signal' | 'progress'>)
  | { readonly kind: 'help' }
  | { readonly kind: 'misuse'; readonly message: string };

/** Reads the arguments of `npm run drill`. */
export function parseDrillArguments(args: readonly string[]): Request {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        minutes: { type: 'string', default: '10' },
        seed: { type: 'string' },
        clients: { type: 'string' },
        brokers: { type: 'string', default: '1' },
        limit: { type: 'string' },
        next: { type: 'string' },
        only: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help === true) return { kind: 'help' };
    const { only } = values;
    const drill = drillOf(positionals);
    const { targets = COMPONENTS } = drill;
    if (only !== undefined && !targets.includes(only)) throw new Error(`--only ${only} is not one of ${targets.join(', ')}`);
    const minutes = wholeNumber('--minutes', values.minutes, [1, 60]);
    const seed = wholeNumber('--seed', values.seed ?? String(randomInt(SEEDS)), [0, SEEDS - 1]);
    const clients = values.clients === undefined ? undefined : wholeNumber('--clients', values.clients, [0, 1_000]);
    const brokers = brokersOf(values.brokers, drill);
    const limit = limitOf(values.limit, drill);
    return { kind: 'drill', drill, minutes, seed, clients, brokers, limit, next: values.next, only };
  } catch (error) {
    return { kind: 'misuse', message: error instanceof Error ? error.message : String(error) };
  }
}

/** @throws Error that names all drills where this is not one of them. */
function drillOf([name = '', ...others]: readonly string[]): Drill {
  const drill = DRILLS.get(name);
  if (!drill || others.length > 0) throw new Error(`Name one drill: ${Array.from(DRILLS.keys()).join(', ')}`);
  return drill;
}

/** @throws Error where it is no number of brokers (of two, neither could be missed), or the drill has one. */
function brokersOf(text: string, { takesBrokers = false }: Drill): 1 | 3 {
  const brokers = ([1, 3] as const).find((number) => String(number) === text);
  if (brokers === undefined) throw new Error(`--brokers ${text} is neither 1 nor 3`);
  if (brokers === 3 && !takesBrokers) throw new Error('--brokers 3 is for the storm; every other drill has one');
  return brokers;
}

/** @throws Error where it is no limit of a key, or the drill sends by no key with one. */
function limitOf(text: string | undefined, { takesLimit = false }: Drill): Limit {
  if (text === undefined) return ORDINARY;
  if (!takesLimit) throw new Error('--limit is for neighbours alone');
  const [, burst, rate] = /^(\d+)\/(\d+)$/.exec(text)?.map(Number) ?? [];
  const isOne = burst !== undefined && rate !== undefined && rate >= 1 && rate <= 1_000 && burst >= 1 && burst <= 10_000;
  if (!isOne) throw new Error(`--limit ${text} is not such as 20/2: requests at once, up to 10000, and a second, up to 1000`);
  return { burst, rate };
}

/** @throws Error that names the option where its text is none. */
function wholeNumber(option: string, text: string, [least, most]: readonly [number, number]): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw new Error(`${option} ${text} is not a whole number from ${least} to ${most}`);
}
