import { markdown } from '../tables.ts';
import type { Figures } from './figures.ts';
import type { GatewayResults } from './run-gateway-bench.ts';
import type { SlowReading } from './slow-readers.ts';

const MIB = 1_048_576;
const KIB = 1_024;

/** Below this share of a core somebody else was at their limit before the contender was. */
const OWN_LIMIT = 0.9;

/** The results as Markdown, columns aligned so that a terminal shows them well. */
export function gatewayTables({ workloads, slow, remarks }: GatewayResults): string {
  const tables = workloads.map(({ workload, figures }) =>
    markdown(
      [
        workload.what,
        'CPU of a request',
        'times bare',
        'and Redis',
        `rate, ${workload.atOnce} at once`,
        'added p50',
        'added p99',
      ],
      figures.map(rowOf),
    ),
  );
  const memory = markdown(
    ['slow readers', 'served', 'before', 'at most', 'growth', 'a reader'],
    slow.map((reading) => memoryRow(reading)),
  );
  return [...tables, memory, ...remarks].join('\n\n');
}

function rowOf(figures: Figures): string[] {
  const { contender, timesBare, perSecond, busy } = figures;
  const [times, least, most] = timesBare;
  const rate = `${Math.round(perSecond)} a second`;
  return [
    contender,
    micros(figures.cpuMicros),
    `${times.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`,
    figures.redisMicros === undefined || figures.redisMicros < 1 ? '' : micros(figures.redisMicros),
    busy < OWN_LIMIT ? `${rate} or more` : rate,
    `${figures.addedP50Ms.toFixed(2)} ms`,
    `${figures.addedP99Ms.toFixed(2)} ms`,
  ];
}

function memoryRow({ contender, readers, served, before, peak }: SlowReading): string[] {
  const each = `${Math.round((peak - before) / readers / KIB)} KiB`;
  return [contender, `${served} of ${readers}`, mib(before), mib(peak), mib(peak - before), each];
}

const mib = (bytes: number): string => `${Math.round(bytes / MIB)} MiB`;
const micros = (value: number): string => `${Math.round(value)} µs`;
