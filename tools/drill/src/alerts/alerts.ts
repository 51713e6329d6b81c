import { spawnSync } from 'node:child_process';
import { delay, type Stoppable } from '@fulfilment/kernel';
import { z } from 'zod';
import {
  type Client,
  type Drill,
  type DrillContext,
  type DrilledSystem,
  keepBusy,
  seconds,
  table,
  withDrilledSystem,
} from '../drilled-system.ts';
import { startReceiver } from '../receiver.ts';
import { wellAgain } from '../recovery.ts';
import { ALARMING_FAULTS, type AlarmingFault, processAddresses, type Watched } from './alarming-faults.ts';
import { type Alert, type Prometheus, type PrometheusSetup, startPrometheus } from './prometheus.ts';
import { startSurroundings } from './surroundings.ts';

/** Which faults, after how long a time without one, and how Prometheus judges. */
export interface AlertsPlan extends Pick<PrometheusSetup, 'everySeconds' | 'timesSooner'> {
  readonly quietMs: number;
  readonly faults: readonly AlarmingFault[];
}

/** As in `deploy/observability/prometheus.yaml`. */
const EVERY_S = 15;
/** Between two steps of a client. */
const SPACING_MS = 250;
const LOOK_MS = 1_000;
/** A fault is waited for so many times its aim. */
const PATIENCE = 3;

/** Plants faults that operators have to hear of, one after the other, and takes the time until Prometheus tells of each. */
export const alerts: Drill = {
  meaning: 'faults that have to page, planted in turn; the time until each alert fires, after --minutes in which none may page',
  targets: ALARMING_FAULTS.map(({ id }) => id),
  run: async (context) => {
    if (spawnSync('prometheus', ['--version']).status !== 0)
      throw new Error('There is no prometheus: apt-get install prometheus');
    const { minutes, only } = context;
    const faults = ALARMING_FAULTS.filter(({ id }) => only === undefined || id === only);
    return withDrilledSystem(context, async (system) => {
      const alarmed = await alarm(system, { quietMs: minutes * 60_000, faults, everySeconds: EVERY_S }, context);
      const report = asTables(alarmed, minutes);
      if (faultsOf(alarmed).length > 0) throw new Error([report, '', ...faultsOf(alarmed)].join('\n'));
      return report;
    });
  },
};

/** A fault, and what came of it. */
interface Outcome {
  readonly fault: AlarmingFault;
  /** Milliseconds from the fault to the first of its alerts; undefined where none came. */
  readonly afterMs: number | undefined;
  /** The alert that came first, else those that were waited for. */
  readonly alert: string;
  /** Others that began to fire between, by name and severity. */
  readonly others: readonly string[];
}

export interface Alarmed {
  /** Alerts that fired while there was no fault but a customer's receiver that is away. */
  readonly quiet: readonly string[];
  readonly outcomes: readonly Outcome[];
}

/** @throws Error where the system does not become well again after a fault, or the stores differ at the end. */
export async function alarm(
  system: DrilledSystem,
  plan: AlertsPlan,
  context: Pick<DrillContext, 'progress' | 'signal'>,
): Promise<Alarmed> {
  const { quietMs, faults, everySeconds, timesSooner = 1 } = plan;
  const { progress, signal } = context;
  const surroundings = await startSurroundings();
  const setup = { processes: processAddresses(system), others: [surroundings.address], everySeconds, timesSooner };
  const prometheus = await startPrometheus(setup);
  const closing: Stoppable[] = [prometheus, surroundings];
  try {
    const client = await system.newClient();
    await client.send('POST', '/inventory', { sku: 'MUG', name: 'Mug', on_hand: 1_000_000 });
    const received = await system.subscribe(client);
    const away = await startReceiver();
    await away.stop();
    await system.addWebhook(client, away.url);
    const busy = keepBusy(2, () => shopOnce(client));
    closing.unshift(busy);
    await wellAgain(client, received);
    await scraped(prometheus, processAddresses(system).length, signal);
    // Then the rules have been looked at with all of it.
    await delay(2 * everySeconds * 1_000, signal);
    progress(`No fault for ${seconds(quietMs)} s`);
    const quiet = await firedWithin(prometheus, quietMs, signal);
    const watched: Watched = { system, prometheus, surroundings, everySeconds, signal };
    const inTurn = async (): Promise<readonly Outcome[]> => {
      const outcomes: Outcome[] = [];
      for (const fault of faults.filter(({ isBeside = false }) => !isBeside)) {
        outcomes.push(await tell(fault, watched, progress));
        await wellAgain(client, received);
      }
      return outcomes;
    };
    const beside = faults.filter(({ isBeside }) => isBeside).map(async (fault) => [await tell(fault, watched, progress)]);
    const outcomes = (await Promise.all([inTurn(), ...beside])).flat();
    await busy.stop();
    await system.verify();
    return { quiet, outcomes };
  } finally {
    for (const each of closing) await each.stop();
  }
}

/** Ordinary work: an order to its shipment, a read and a scan, one after the other. */
async function shopOnce(client: Client): Promise<void> {
  const { status, text } = await client.send('POST', '/orders', { lines: [{ sku: 'MUG', quantity: 1 }] });
  await delay(SPACING_MS);
  if (status === 201) {
    const { id }: { id: string } = JSON.parse(text);
    for (const step of ['pack', 'ship']) {
      await client.send('POST', `/orders/${id}/${step}`, {});
      await delay(SPACING_MS);
    }
  }
  await client.send('GET', '/inventory/MUG');
  await delay(SPACING_MS);
  await client.send('POST', '/scans', { barcode: '4006381333931' });
  await delay(SPACING_MS);
}

const nameOf = ({ labels: { alertname = '', severity = '' } }: Alert): string => `${alertname} (${severity})`;

const counted = z.looseObject({
  data: z.looseObject({ result: z.array(z.looseObject({ value: z.tuple([z.number(), z.string()]) })) }),
});

/** Resolves once Prometheus has the metrics of so many processes. */
async function scraped(prometheus: Prometheus, processes: number, signal: AbortSignal): Promise<void> {
  const found = async (): Promise<number> => {
    const { data } = counted.parse(
      await prometheus.read('query?query=sum(up{job="fulfilment"})').catch(() => ({ data: { result: [] } })),
    );
    return Number(data.result[0]?.value[1] ?? 0);
  };
  while ((await found()) < processes) await nextLook(signal);
}

async function nextLook(signal: AbortSignal): Promise<void> {
  await delay(LOOK_MS, signal);
  signal.throwIfAborted();
}

/** The names of all that fired. */
async function firedWithin(prometheus: Prometheus, forMs: number, signal: AbortSignal): Promise<readonly string[]> {
  const fired = new Set<string>();
  const until = performance.now() + forMs;
  while (performance.now() < until) {
    for (const alert of await prometheus.firing()) fired.add(nameOf(alert));
    await nextLook(signal);
  }
  return [...fired];
}

/** Plants the fault, waits for its alert, and undoes it. */
async function tell(fault: AlarmingFault, watched: Watched, progress: (line: string) => void): Promise<Outcome> {
  const { system, prometheus, signal } = watched;
  const instance = fault.process === undefined ? undefined : `127.0.0.1:${system.process(fault.process).internalPort}`;
  const isOfFault = ({ labels }: Alert): boolean =>
    fault.alerts.includes(labels['alertname'] ?? '') &&
    labels['severity'] === fault.severity &&
    (instance === undefined || labels['instance'] === instance);
  while ((await prometheus.firing()).some(isOfFault)) await nextLook(signal);
  const before = new Set((await prometheus.firing()).map(nameOf));
  const others = new Set<string>();
  progress(`${fault.name} …`);
  const began = performance.now();
  const undo = await fault.plant(watched);
  try {
    while (performance.now() - began < PATIENCE * fault.aimSeconds * 1_000) {
      const firing = await prometheus.firing();
      const found = firing.find(isOfFault);
      for (const each of firing) if (!before.has(nameOf(each)) && !isOfFault(each)) others.add(nameOf(each));
      if (found) {
        const afterMs = performance.now() - began;
        progress(`${fault.name}: ${nameOf(found)} after ${seconds(afterMs)} s`);
        return { fault, afterMs, alert: nameOf(found), others: [...others] };
      }
      await nextLook(signal);
    }
    progress(`${fault.name}: no alert`);
    return { fault, afterMs: undefined, alert: fault.alerts.join(' or '), others: [...others] };
  } finally {
    await undo();
  }
}

/** False pages, and faults without their alert. */
function faultsOf({ quiet, outcomes }: Alarmed): readonly string[] {
  return [
    ...quiet.filter((name) => name.endsWith('(critical)')).map((name) => `${name} fired without a fault`),
    ...outcomes.filter(({ afterMs }) => afterMs === undefined).map(({ fault, alert }) => `${fault.name}: ${alert} did not fire`),
  ];
}

function asTables({ quiet, outcomes }: Alarmed, minutes: number): string {
  const rows = outcomes.map(({ fault, alert, afterMs, others }) => [
    fault.name,
    alert,
    afterMs === undefined ? 'never' : seconds(afterMs),
    String(fault.aimSeconds),
    // Those that are planted beside others would name the alerts of these.
    fault.isBeside ? '' : others.join(', '),
  ]);
  const fired = quiet.length === 0 ? 'none fired' : quiet.join(', ');
  return [
    `Without a fault, but with a customer's receiver that is away, ${minutes} minutes: ${fired}.`,
    '',
    table(['fault', 'alert', 'after, s', 'aim, s', 'also fired'], rows),
  ].join('\n');
}
