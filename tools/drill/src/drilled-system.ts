import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventSelection, operatorOperations } from '@fulfilment/contracts';
import { type Brokers, startBrokers } from '@fulfilment/dev-stack';
import { databasesOf, type RunningProcess } from '@fulfilment/dev-stack/run-file';
import { loadSecrets, startSystem, type SystemOptions } from '@fulfilment/dev-stack/system';
import { OperatorClient } from '@fulfilment/identity';
import { delay, type Stoppable } from '@fulfilment/kernel';
import { verifySystem } from '@fulfilment/verify';
import { type Send, sender } from './client.ts';
import { startReceiver } from './receiver.ts';
import { startWires, type Wires } from './storm/wires.ts';

/** Where messages of services wait, beside records that carry their own. */
export const OUTBOXES = [
  ['inventory', 'outbox'],
  ['inventory', 'outbox_blocks'],
  ['orders', 'outbox'],
] as const;

/** The surroundings of a drill. */
export interface DrillContext {
  readonly minutes: number;
  /** The number that a drill at random follows. */
  readonly seed: number;
  /** Clients of the tenant with the load, where tenants are compared; as many as the drill has by default. */
  readonly clients?: number | undefined;
  /** Of Kafka: one, or a cluster of three where the drill takes it. */
  readonly brokers: 1 | 3;
  /** The tag of images to upgrade to, where the drill upgrades. */
  readonly next?: string | undefined;
  /** The component that is hit, or the operation that is asked, where a drill takes one after the other or at random; all by default. */
  readonly only?: string | undefined;
  /** The limit of the key by which a tenant loads the system, where a drill measures what that costs others. */
  readonly limit: Limit;
  /** Makes the bundles that its systems run, as images do, once; they run the sources without it. */
  readonly bundle?: (() => Promise<string>) | undefined;
  readonly signal: AbortSignal;
  readonly progress: (line: string) => void;
}

/** A drill: a line about it, and its run, which resolves with its results as Markdown. */
export interface Drill {
  readonly meaning: string;
  /** The names that `only` takes, where these are not those of components. */
  readonly targets?: readonly string[];
  /** True where three brokers make a difference to it. */
  readonly takesBrokers?: boolean;
  /** True where the limit of the key makes a difference to it. */
  readonly takesLimit?: boolean;
  readonly run: (context: DrillContext) => Promise<string>;
}

/** A client of a tenant of its own. */
export interface Client {
  readonly send: Send;
  readonly headers: Readonly<Record<string, string>>;
  readonly accountId: string;
}

/** The limit of a key: requests at once, and a second. */
export interface Limit {
  readonly burst: number;
  readonly rate: number;
}

/** A system that a drill has for itself. */
export interface DrilledSystem extends Stoppable {
  readonly baseUrl: string;
  /** The folder with the data of its engines, in `engines/‹name›`. */
  readonly dataDir: string;
  /** Stops all processes, and starts them again, with the settings that `work` gives, on what it has left in the folder. */
  restart(work: () => Promise<Readonly<Record<string, string>>>): Promise<void>;
  process(name: string): RunningProcess;
  /** The connections of its processes, where it was set up with them. */
  readonly wires?: Wires | undefined;
  /** Its three brokers, where it was set up with them: their processes are `kafka-1` to `kafka-3`, and none is `kafka`. */
  readonly brokers?: Pick<Brokers, 'controller'> | undefined;
  /** Engines, services and gateways. */
  processes(): readonly RunningProcess[];
  newClient(limit?: Limit): Promise<Client>;
  /** Another key of the client's account; for sandbox, of an admin and without a limit by default. */
  newKey(
    client: Client,
    key?: Partial<Limit> & { readonly role?: 'admin' | 'viewer'; readonly environment?: 'sandbox' | 'production' },
  ): Promise<Client>;
  /** Adds an endpoint to all events of the client's tenant. @returns its removal. */
  addWebhook(client: Client, url: string, events?: EventSelection): Promise<() => Promise<void>>;
  /** Adds an endpoint to all events of the client's tenant. @returns the number of deliveries that it has received. @param onBody is given each body. */
  subscribe(client: Client, onBody?: (body: string) => void): Promise<() => number>;
  /** Holds the invariants against the stores. @throws Error naming what differs. */
  verify(): Promise<void>;
}

const NO_LIMIT = { burst: 1_000_000, rate: 1_000_000 } as const;
const OWN_ENGINES = {
  KAFKA_BROKERS: undefined,
  MONGODB_URL: undefined,
  REDIS_URL: undefined,
  FULFILMENT_ENGINES: 'processes',
} as const;
const JSON_BODY = { 'content-type': 'application/json' } as const;

/** Settings of a drilled system beside those of `npm start`, the number of processes of each service, and the bundles that these run. */
export interface DrilledSetup extends Pick<SystemOptions, 'bundlesDir'> {
  readonly env?: Readonly<Record<string, string>>;
  readonly scale?: SystemOptions['scale'];
  /** One by default. */
  readonly brokers?: DrillContext['brokers'];
  /** Leads the connections of its processes through wires, on which faults can be planted. */
  readonly isWired?: boolean;
}

/** Runs `drill` on a system of its own. @throws Error where it does not come up. */
export async function withDrilledSystem<Result>(
  context: DrillContext,
  drill: (system: DrilledSystem, context: DrillContext) => Promise<Result>,
  setup: DrilledSetup = {},
): Promise<Result> {
  const system = await startDrilledSystem(context, setup);
  try {
    return await drill(system, context);
  } finally {
    await system.stop();
  }
}

/** Starts it in a temporary folder, which its stop removes. @throws Error where it does not come up. */
export async function startDrilledSystem(
  { progress, signal, bundle }: Pick<DrillContext, 'progress' | 'signal' | 'bundle'>,
  { env = {}, scale = {}, bundlesDir: given, ...setup }: DrilledSetup,
): Promise<DrilledSystem> {
  const bundlesDir = given ?? (await bundle?.());
  const dataDir = await mkdtemp(join(tmpdir(), 'fulfilment-drill-'));
  const around = await startSurroundings(setup, { progress, signal });
  const start = (settings: Readonly<Record<string, string>> = {}) =>
    startSystem({ dataDir, bundlesDir, env: { ...process.env, ...around.env, ...env, ...settings }, scale, progress, signal });
  let system = await start().catch(async (error: unknown) => {
    await around.stop();
    throw error;
  });
  const { signingKey } = await loadSecrets(dataDir);
  const processes = () => withBrokers(around.brokers, system.processes());
  const processNamed = (name: string): RunningProcess => {
    const found = processes().find((each) => each.name === name);
    if (!found) throw new Error(`no process is named ${name}`);
    return found;
  };
  const newOperator = (): OperatorClient => {
    const gateway = `http://127.0.0.1:${processNamed('gateway').internalPort}`;
    return new OperatorClient({ signingKey, urls: { gateway, webhooks: processNamed('webhooks').baseUrl } });
  };
  let operator = newOperator();
  const addWebhook: DrilledSystem['addWebhook'] = async ({ accountId }, url, events) => {
    const body = { account_id: accountId, environment: 'sandbox', url, ...(events ? { events } : {}) } as const;
    const { id } = await operator.call(operatorOperations.addWebhook, { body });
    return async () => {
      await operator.call(operatorOperations.removeWebhook, { params: { id } });
    };
  };
  const newKey: DrilledSystem['newKey'] = async ({ accountId }, settings = {}) => {
    const body = { account_id: accountId, environment: 'sandbox', role: 'admin', ...NO_LIMIT, ...settings } as const;
    const { key: text } = await operator.call(operatorOperations.issueKey, { body });
    return clientOf(() => system.baseUrl, text, accountId);
  };
  const receivers: Stoppable[] = [];
  return {
    get baseUrl() {
      return system.baseUrl;
    },
    dataDir,
    restart: async (work) => {
      await system.stop();
      system = await start(await work());
      operator = newOperator();
    },
    process: processNamed,
    wires: around.wires,
    brokers: around.brokers,
    processes,
    addWebhook,
    newKey,
    newClient: async (limit = NO_LIMIT) => {
      const { id } = await operator.call(operatorOperations.createAccount, { body: { name: 'Drill', plan: 'enterprise' } });
      const body = { account_id: id, environment: 'sandbox', role: 'admin', ...limit } as const;
      const { key } = await operator.call(operatorOperations.issueKey, { body });
      return clientOf(() => system.baseUrl, key, id);
    },
    subscribe: async (client, onBody) => {
      const receiver = await startReceiver(onBody);
      receivers.push(receiver);
      await addWebhook(client, receiver.url);
      return receiver.count;
    },
    verify: async () => {
      const { checks } = await verifySystem({ mongodbUrl: processNamed('mongodb').baseUrl, databases: databasesOf('') });
      const differences = checks.flatMap(({ name, differences: its }) => its.map((each) => `${name}: ${each}`));
      if (differences.length > 0) throw new Error(`The system differs afterwards:\n${differences.join('\n')}`);
    },
    stop: async () => {
      for (const receiver of receivers) await receiver.stop();
      await system.stop();
      await around.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The parts that a drilled system is started on: engines that it does not start itself, and connections. */
interface Surroundings extends Stoppable {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly wires: Wires | undefined;
  readonly brokers: Brokers | undefined;
}

async function startSurroundings(
  { brokers: count = 1, isWired = false }: Pick<DrilledSetup, 'brokers' | 'isWired'>,
  context: Pick<DrillContext, 'progress' | 'signal'>,
): Promise<Surroundings> {
  const brokers = count === 3 ? await startBrokers(context) : undefined;
  const wires = isWired ? await startWires() : undefined;
  const addresses = brokers?.describe().map(({ url }) => url);
  return {
    env: {
      ...OWN_ENGINES,
      PORT: '0',
      ...(addresses ? { KAFKA_BROKERS: addresses.join(','), KAFKA_REPLICATION_FACTOR: '3' } : {}),
      ...(wires ? { NODE_OPTIONS: wires.nodeOptions } : {}),
    },
    wires,
    brokers,
    stop: async () => {
      await wires?.stop();
      await brokers?.stop();
    },
  };
}

/** The brokers are in place of the one that the system was given. */
function withBrokers(brokers: Brokers | undefined, processes: readonly RunningProcess[]): readonly RunningProcess[] {
  if (!brokers) return processes;
  const described = brokers.describe().map(({ url, ...broker }): RunningProcess => ({ ...broker, kind: 'engine', baseUrl: url }));
  return [...described, ...processes.filter(({ name }) => name !== 'kafka')];
}

function clientOf(baseUrl: () => string, key: string, accountId: string): Client {
  const headers = { authorization: `Bearer ${key}`, ...JSON_BODY };
  return { headers, accountId, send: sender(baseUrl, headers) };
}

/** Repeats `step` by so many clients at once until it is stopped. @param step is given the signal of that, to cut its waits short. */
export function keepBusy(clients: number, step: (stopping: AbortSignal) => Promise<void>): Stoppable {
  const over = new AbortController();
  const work = async (): Promise<void> => {
    while (!over.signal.aborted) await step(over.signal).catch(() => delay(100, over.signal));
  };
  const running = Array.from({ length: clients }, work);
  return {
    stop: async () => {
      over.abort();
      await Promise.all(running);
    },
  };
}

/** Resident memory of a process in bytes; 0 where it is gone. Linux only. */
export async function residentBytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1_024;
}

/** Linux counts CPU time in hundredths of a second (`USER_HZ`). */
const TICKS_PER_SECOND = 100;

/** Seconds of CPU that these processes have taken, user and system; none of one that is gone. Linux only. */
export async function cpuSeconds(processes: readonly RunningProcess[]): Promise<number> {
  const taken = await Promise.all(
    processes.map(async ({ pid }) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      // The second field is the program's name in parentheses, which may hold anything.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
    }),
  );
  return taken.reduce((sum, ticks) => sum + ticks, 0) / TICKS_PER_SECOND;
}

/** The value that half of the others do not exceed. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value that a part of the others, 0 to 1, does not exceed. */
export function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;
}

/** Milliseconds as seconds, with one decimal. */
export const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

/** A Markdown table. */
export function table(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
