import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMeasured } from '../measured-start.ts';
import { median } from '../measures/bench.ts';
import { openSubject } from '../subject.ts';
import type { WebhooksExtent } from './extent.ts';
import { type AgainstCeiling, type Latency, measureLatency, measureRates, newSubscribed } from './measure-rates.ts';
import { measureNeighbours, type Neighbours } from './measure-neighbours.ts';
import { openStage, type Stage } from './stage.ts';

/** Everything that was measured of webhooks. */
export interface WebhooksResults {
  readonly rates: readonly AgainstCeiling[];
  /** At few events a second, and at half of what a live stream can do. */
  readonly light: Latency;
  readonly loaded: Latency;
  /** By round. */
  readonly neighbours: readonly Neighbours[];
}

export interface WebhooksBenchOptions {
  readonly extent: WebhooksExtent;
  readonly progress: (line: string) => void;
  readonly signal: AbortSignal;
}

const LIGHT_RATE = 20;

/**
 * Starts a system of its own in a temporary folder, measures its webhooks, and leaves nothing behind.
 *
 * @throws Error if it does not come up, or if a delivery does not come.
 */
export async function runWebhooksBench(options: WebhooksBenchOptions): Promise<WebhooksResults> {
  const folder = await mkdtemp(join(tmpdir(), 'fulfilment-bench-'));
  try {
    options.progress('Starting with an empty data folder');
    const system = await startMeasured(folder, options.signal);
    try {
      return await measureIn(folder, options);
    } finally {
      await system.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureIn(folder: string, options: WebhooksBenchOptions): Promise<WebhooksResults> {
  const stage = await openStage(await openSubject(folder), options.extent);
  try {
    return await measure(stage, options);
  } finally {
    await stage.stop();
  }
}

async function measure(stage: Stage, { progress, signal }: WebhooksBenchOptions): Promise<WebhooksResults> {
  const rates = await measureRates(stage, { progress, signal });
  const live = median(rates.find(({ what }) => what === 'live')?.rounds.map(({ service }) => service.perSecond) ?? []);
  progress('Measuring latency');
  const light = await measureLatency(stage, await newSubscribed(stage, 'Light'), LIGHT_RATE);
  const loaded = await measureLatency(stage, await newSubscribed(stage, 'Loaded'), live / 2);
  signal.throwIfAborted();
  progress('Measuring beside noisy neighbours');
  return { rates, light, loaded, neighbours: await measureNeighbours(stage) };
}
