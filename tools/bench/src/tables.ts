import { median, type Rate } from './measures/bench.ts';
import type { Memory } from './measured-start.ts';
import type { BenchResults } from './run-bench.ts';

/** The results as Markdown, columns aligned so that a terminal shows them well. */
export function benchTables(results: BenchResults): string {
  return [speedTable(results), memoryTable(results)].join('\n\n');
}

function speedTable({ startUp, reads, rates }: BenchResults): string {
  const { shares } = reads;
  const range = `${Math.min(...shares).toFixed(2)} to ${Math.max(...shares).toFixed(2)} in ${shares.length} rounds`;
  return markdown(
    ['measured', 'result', 'p50', 'p99', 'how'],
    [
      ...startUp.map(({ what, seconds }) => [what, `${seconds.toFixed(1)} s`, '', '', '']),
      ...reads.rates.map(rateRow),
      ['gateway : straight', median(shares).toFixed(2), '', '', range],
      ...rates.map(rateRow),
    ],
  );
}

function rateRow({ what, perSecond, p50Ms, p99Ms, remark }: Rate): string[] {
  return [what, `${Math.round(perSecond)} a second`, ms(p50Ms), ms(p99Ms), remark];
}

/** Milliseconds, or nothing. */
export const ms = (value: number | undefined): string => (value === undefined ? '' : `${value.toFixed(value < 10 ? 1 : 0)} ms`);

const MIB = 1_048_576;
const mib = (bytes: number): string => `${Math.round(bytes / MIB)} MiB`;
const sum = (memory: Memory): number => Object.values(memory).reduce((total, bytes) => total + bytes, 0);

function memoryTable({ memory: { ready, loaded } }: BenchResults): string {
  const rows = Object.entries(ready).map(([name, bytes]) => [name, mib(bytes), mib(loaded[name] ?? 0)]);
  return markdown(['resident memory', 'when ready', 'after the load'], [...rows, ['all', mib(sum(ready)), mib(sum(loaded))]]);
}

/** A table whose columns are aligned in the text too. */
export function markdown(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
