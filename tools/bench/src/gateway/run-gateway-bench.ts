import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Engines, startEngines } from '@fulfilment/dev-stack';
import type { Stoppable } from '@fulfilment/kernel';
import { type JobProcess, startProcess } from '../load/start-process.ts';
import { type CpuTime, makeCpuTime, type MeasureOptions, watchMemory } from '../measured-start.ts';
import type { Contender } from './contender.ts';
import { figuresOf, type GatewayResults, type SlowReading, type Turn } from './gateway-tables.ts';
import { openField } from './open-field.ts';
import { readingSlowly, sentOnWire, type SentOnWire, type WireJob } from './wire-jobs.ts';
import { ENDLESS, type GatewayExtent, requestText, type Workload, WORKLOADS } from './workloads.ts';

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

/** The contenders that take turns, and the parts that load and measure them. */
interface Ring {
  readonly contenders: readonly Contender[];
  readonly key: string;
  readonly load: JobProcess<WireJob>;
  readonly cpuTime: CpuTime;
  readonly redisPid: number | undefined;
  readonly signal: AbortSignal;
}

/**
 * Has all contenders answer the same request, in rounds in which they take turns; each round begins with another one. The
 * first round only warms up.
 *
 * @throws Error if one answers with anything but 200.
 */
async function takeTurns(ring: Ring, workload: Workload, extent: GatewayExtent): Promise<readonly Turn[]> {
  const turns: Turn[] = [];
  for (let round = 0; round <= extent.rounds; round += 1) {
    const first = round % ring.contenders.length;
    for (const contender of [...ring.contenders.slice(first), ...ring.contenders.slice(0, first)]) {
      ring.signal.throwIfAborted();
      const turn = await takeTurn(ring, { contender, workload, extent });
      if (round > 0) turns.push({ ...turn, round });
    }
  }
  return turns;
}

interface Attempt {
  readonly contender: Contender;
  readonly workload: Workload;
  readonly extent: GatewayExtent;
}

async function takeTurn(ring: Ring, { contender, workload, extent }: Attempt): Promise<Omit<Turn, 'round'>> {
  const { load, cpuTime, redisPid } = ring;
  const job = { kind: 'send-on-wire', port: contender.port, request: requestText(workload, ring.key) } as const;
  const send = async (atOnce: number, requests: number): Promise<SentOnWire> =>
    sound(contender, await load.run({ ...job, atOnce, requests: Math.ceil(requests / workload.weight) }, sentOnWire));
  const redisTime = async (): Promise<number> => (redisPid === undefined ? 0 : await cpuTime(redisPid));

  const alone = await send(1, extent.requestsAlone);
  const [before, redisBefore] = [await cpuTime(contender.pid), await redisTime()];
  const { answers, elapsedMs } = await send(workload.atOnce, extent.requests);
  const [cpu, redisCpu] = [(await cpuTime(contender.pid)) - before, (await redisTime()) - redisBefore];
  return {
    contender: contender.name,
    cpuMicros: cpu / answers,
    redisMicros: redisPid === undefined ? undefined : redisCpu / answers,
    perSecond: (answers / elapsedMs) * 1_000,
    busy: cpu / 1_000 / elapsedMs,
    alone,
  };
}

function sound({ name }: Contender, sent: SentOnWire): SentOnWire {
  if (sent.others > 0)
    throw new Error(`${name} answered ${sent.others} of ${sent.answers} requests with another status than 200`);
  return sent;
}

/** Has slow readers read from a contender that is warm and does nothing else. */
async function readSlowlyFrom(
  { load, key }: Pick<Ring, 'load' | 'key'>,
  { port, name, pid }: Contender,
  { slowReaders: readers, slowMs, requests }: GatewayExtent,
): Promise<SlowReading> {
  for (const workload of WORKLOADS) {
    const { atOnce, weight } = workload;
    const job = { kind: 'send-on-wire', port, request: requestText(workload, key), atOnce } as const;
    await load.run({ ...job, requests: Math.ceil(requests / weight) }, sentOnWire);
  }
  const { result, before, peak } = await watchMemory([{ name, kind: 'service', pid, baseUrl: `http://127.0.0.1:${port}` }], () =>
    load.run({ kind: 'read-slowly', port, request: requestText(ENDLESS, key), readers, forMs: slowMs }, readingSlowly),
  );
  return { contender: name, readers, served: result.served, before: before[name] ?? 0, peak: peak[name] ?? 0 };
}
