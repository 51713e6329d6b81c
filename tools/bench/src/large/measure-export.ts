import { delay } from '@fulfilment/kernel';
import type { Bench } from '../measures/bench.ts';
import { residentMemory } from '../memory.ts';

/** What an export of everything took. */
export interface ExportMeasure {
  readonly rows: number;
  readonly bytes: number;
  readonly seconds: number;
  /** Resident bytes of each process on its way: before it, and the most while it ran. */
  readonly memory: readonly { readonly process: string; readonly before: number; readonly peak: number }[];
}

const LOOK_MS = 100;
const ON_ITS_WAY = ['gateway', 'inventory', 'mongodb'];
const LINE_FEED = 10;

/** Exports all SKUs as NDJSON. @throws Error if the export is refused or breaks off. */
export async function measureExport({ subject, customer }: Pick<Bench, 'subject' | 'customer'>): Promise<ExportMeasure> {
  const processes = subject.processes.filter(({ name }) => ON_ITS_WAY.includes(name));
  const before = await residentMemory(processes);
  const peak = new Map(Object.entries(before));
  const ending = new AbortController();
  const watching = (async () => {
    while (!ending.signal.aborted) {
      for (const [name, bytes] of Object.entries(await residentMemory(processes)))
        peak.set(name, Math.max(bytes, peak.get(name) ?? 0));
      await delay(LOOK_MS, ending.signal);
    }
  })();
  const beganAt = performance.now();
  try {
    const counted = await readAll(`${subject.gatewayUrl}/v1/inventory/export`, {
      ...customer.headers,
      accept: 'application/x-ndjson',
    });
    const memory = Object.entries(before).map(([process, bytes]) => ({
      process,
      before: bytes,
      peak: peak.get(process) ?? bytes,
    }));
    return { ...counted, seconds: (performance.now() - beganAt) / 1_000, memory };
  } finally {
    ending.abort();
    await watching;
  }
}

async function readAll(url: string, headers: Readonly<Record<string, string>>): Promise<Pick<ExportMeasure, 'rows' | 'bytes'>> {
  const response = await fetch(url, { headers });
  if (!response.ok || !response.body)
    throw new Error(`the export was answered with ${response.status}: ${await response.text()}`);
  let [rows, bytes] = [0, 0];
  for await (const chunk of response.body) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === LINE_FEED) rows += 1;
  }
  return { rows, bytes };
}
