import { type MeasureOptions, withSystem } from '../measured-start.ts';
import { markdown, median, ms } from '../measures/bench.ts';
import { openSubject } from '../subject.ts';
import {
  type AgainstCeiling,
  type Latency,
  measureLatency,
  measureNeighbours,
  measureRates,
  type Neighbours,
  newSubscribed,
} from './measure-rates.ts';
import { openStage, type Stage, type WebhooksExtent } from './stage.ts';

/** Everything that was measured of webhooks. */
export interface WebhooksResults {
  readonly rates: readonly AgainstCeiling[];
  /** At few events a second, and at half of what a live stream can do. */
  readonly light: Latency;
  readonly loaded: Latency;
  /** By round. */
  readonly neighbours: readonly Neighbours[];
}

const LIGHT_RATE = 20;

/**
 * Starts a system of its own in a temporary folder, measures its webhooks, and leaves nothing behind.
 *
 * @throws Error if it does not come up, or if a delivery does not come.
 */
export async function runWebhooksBench(options: MeasureOptions<WebhooksExtent>): Promise<WebhooksResults> {
  return await withSystem(options, async (folder) => {
    const stage = await openStage(await openSubject(folder), options.extent);
    try {
      return await measure(stage, options);
    } finally {
      await stage.stop();
    }
  });
}

async function measure(stage: Stage, { progress, signal }: MeasureOptions<WebhooksExtent>): Promise<WebhooksResults> {
  const rates = await measureRates(stage, { progress, signal });
  const live = median(rates.find(({ what }) => what === 'live')?.rounds.map(({ service }) => service.perSecond) ?? []);
  progress('Measuring latency');
  const light = await measureLatency(stage, await newSubscribed(stage, 'Light'), LIGHT_RATE);
  const loaded = await measureLatency(stage, await newSubscribed(stage, 'Loaded'), live / 2);
  signal.throwIfAborted();
  progress('Measuring beside noisy neighbours');
  return { rates, light, loaded, neighbours: await measureNeighbours(stage) };
}

const WHAT: Readonly<Record<AgainstCeiling['what'], string>> = {
  backlog: 'a backlog to one endpoint',
  backlogs: 'backlogs to several endpoints',
  live: 'a live stream to one endpoint',
  lives: 'a live stream to several endpoints',
};

/** The results as Markdown, columns aligned so that a terminal shows them well. */
export function webhooksTables({ rates, light, loaded, neighbours }: WebhooksResults): string {
  const besides = neighbours.map(({ alone, beside }) => beside.p99Ms / alone.p99Ms);
  const dripping = neighbours.flatMap((round) => round.dripping);
  return [
    markdown(['deliveries', 'a second', 'ceiling', 'share', 'how'], rates.map(rateRow)),
    markdown(['CPU of a delivery', 'webhooks', 'MongoDB', 'the sender alone'], rates.map(costRow)),
    markdown(
      ['from event to arrival', 'p50', 'p99', 'p99 : p50', 'how'],
      [latencyRow('light load', light), latencyRow('half of the live rate', loaded)],
    ),
    markdown(
      ['healthy endpoint', 'p50', 'p99', 'by round'],
      [
        neighbourRow(
          'alone',
          neighbours.map(({ alone }) => alone),
        ),
        neighbourRow(
          `beside ${Math.min(...dripping)} to ${Math.max(...dripping)} that drip`,
          neighbours.map(({ beside }) => beside),
        ),
        ['beside : alone', '', median(besides).toFixed(2), besides.map((ratio) => ratio.toFixed(2)).join(', ')],
      ],
    ),
  ].join('\n\n');
}

function rateRow({ what, endpoints, rounds }: AgainstCeiling): string[] {
  const shares = rounds.map(({ service, ceiling }) => service.perSecond / ceiling.perSecond);
  const range = `${Math.min(...shares).toFixed(2)} to ${Math.max(...shares).toFixed(2)} in ${shares.length} rounds`;
  const rate = (of: 'service' | 'ceiling'): string => Math.round(median(rounds.map((round) => round[of].perSecond))).toString();
  return [WHAT[what], rate('service'), rate('ceiling'), median(shares).toFixed(2), `${endpoints} × 16 at once; ${range}`];
}

function costRow({ what, rounds }: AgainstCeiling): string[] {
  const cost = (of: 'service' | 'ceiling', process: 'sender' | 'mongodb'): string =>
    `${median(rounds.map((round) => round[of].cpuMs[process])).toFixed(2)} ms`;
  return [WHAT[what], cost('service', 'sender'), cost('service', 'mongodb'), cost('ceiling', 'sender')];
}

function latencyRow(what: string, { perSecond, events, p50Ms, p99Ms }: Latency): string[] {
  return [what, ms(p50Ms), ms(p99Ms), (p99Ms / p50Ms).toFixed(1), `${Math.round(perSecond)} a second, ${events} events`];
}

function neighbourRow(what: string, latencies: readonly Latency[]): string[] {
  const p99s = latencies.map(({ p99Ms }) => p99Ms);
  return [what, ms(median(latencies.map(({ p50Ms }) => p50Ms))), ms(median(p99s)), p99s.map(ms).join(', ')];
}
