import { delay } from '@fulfilment/kernel';
import { residentMemory } from '../measured-start.ts';
import type { Contender } from './contender.ts';
import { ENDLESS, type GatewayExtent, requestText, WORKLOADS } from './workloads.ts';
import type { Ring } from './take-turns.ts';
import { readingSlowly, sentOnWire } from './wire-jobs.ts';

/** The cost of slow readers to a contender. */
export interface SlowReading {
  readonly contender: string;
  readonly readers: number;
  /** Of them, those that got their answer and still had their connection at the end. */
  readonly served: number;
  /** Resident bytes: after the warm-up and at most while they read. */
  readonly before: number;
  readonly peak: number;
}

const LOOK_MS = 100;

/** Has slow readers read from a contender that is warm and does nothing else. */
export async function readSlowlyFrom(
  { load, key }: Pick<Ring, 'load' | 'key'>,
  contender: Contender,
  { slowReaders: readers, slowMs, requests }: GatewayExtent,
): Promise<SlowReading> {
  const { port, name } = contender;
  for (const workload of WORKLOADS) {
    const { atOnce, weight } = workload;
    const job = { kind: 'send-on-wire', port, request: requestText(workload, key), atOnce } as const;
    await load.run({ ...job, requests: Math.ceil(requests / weight) }, sentOnWire);
  }
  const resident = async (): Promise<number> => (await residentMemory([asProcess(contender)]))[name] ?? 0;
  const before = await resident();
  const over = new AbortController();
  const watching = peakOf(resident, over.signal);
  const { served } = await load
    .run({ kind: 'read-slowly', port, request: requestText(ENDLESS, key), readers, forMs: slowMs }, readingSlowly)
    .finally(() => over.abort());
  return { contender: name, readers, served, before, peak: await watching };
}

function asProcess({ name, pid, port }: Contender) {
  return { name, kind: 'service', pid, baseUrl: `http://127.0.0.1:${port}` } as const;
}

async function peakOf(resident: () => Promise<number>, signal: AbortSignal): Promise<number> {
  let peak = 0;
  while (!signal.aborted) {
    peak = Math.max(peak, await resident());
    await delay(LOOK_MS, signal);
  }
  return peak;
}
