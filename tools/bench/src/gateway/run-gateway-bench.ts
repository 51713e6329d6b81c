import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Engines, startEngines } from '@fulfilment/dev-stack';
import type { Stoppable } from '@fulfilment/kernel';
import { startProcess } from '../load/start-process.ts';
import { makeCpuTime, type MeasureOptions } from '../measured-start.ts';
import { figuresOf, type GatewayResults } from './gateway-tables.ts';
import { openField } from './open-field.ts';
import { readSlowlyFrom, type Ring, type SlowReading, takeTurns } from './take-turns.ts';
import type { WireJob } from './wire-jobs.ts';
import { WORKLOADS, type GatewayExtent } from './workloads.ts';

export interface GatewayBenchOptions extends MeasureOptions<GatewayExtent> {
  /** Names engines that run already; without that they are started. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

const WIRE_PROCESS = fileURLToPath(new URL('./wire-process.ts', import.meta.url));

/**
 * Measures the gateway beside other proxies in front of the same upstream, and leaves nothing behind.
 *
 * @throws Error if one of them does not start, or answers with anything but success.
 */
export async function runGatewayBench({ extent, env, progress, signal }: GatewayBenchOptions): Promise<GatewayResults> {
  const folder = await mkdtemp(join(tmpdir(), 'fulfilment-bench-'));
  const parts: Stoppable[] = [{ stop: () => rm(folder, { recursive: true, force: true }) }];
  const own = <Part extends Stoppable>(part: Part): Part => {
    parts.push(part);
    return part;
  };
  try {
    const cpuTime = await makeCpuTime();
    const load = own(startProcess<WireJob>(WIRE_PROCESS));
    progress('Starting engines');
    const engines = own(await startEngines({ dataDir: join(folder, 'engines'), env, keepData: false, signal }));
    const base = { load, cpuTime, signal, redisPid: redisPidOf(engines) };
    const field = { folder, engines, own, signal };

    progress('Starting what is measured under slow readers');
    const fresh = await openField(field);
    const slow: SlowReading[] = [];
    for (const contender of fresh.proxies) {
      signal.throwIfAborted();
      progress(`Measuring ${extent.slowReaders} slow readers of: ${contender.name}`);
      slow.push(await readSlowlyFrom({ load, key: fresh.key }, contender, extent));
    }
    await fresh.stop();

    const { contenders, key, remarks } = await openField(field);
    const ring: Ring = { ...base, contenders, key };
    return { slow, remarks, workloads: await measureAll(ring, extent, progress) };
  } finally {
    for (const part of parts.toReversed()) await part.stop();
  }
}

async function measureAll(
  ring: Ring,
  extent: GatewayExtent,
  progress: GatewayBenchOptions['progress'],
): Promise<GatewayResults['workloads']> {
  const names = ring.contenders.map(({ name }) => name);
  const measured: Array<GatewayResults['workloads'][number]> = [];
  for (const workload of WORKLOADS) {
    progress(`Measuring ${workload.what}`);
    measured.push({ workload, figures: figuresOf(names, await takeTurns(ring, workload, extent)) });
  }
  return measured;
}

function redisPidOf(engines: Engines): number | undefined {
  return engines.describe().find(({ name }) => name === 'redis')?.pid;
}
