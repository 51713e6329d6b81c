import type { Compared } from './in-turns.ts';
import type { LargeResults } from './run-large-bench.ts';
import { markdown, ms } from '../tables.ts';

const MIB = 1_048_576;
const mib = (bytes: number): string => `${Math.round(bytes / MIB)} MiB`;

/** The results as Markdown, columns aligned so that a terminal shows them well. */
export function largeTables({ filled, deep, lists, single, exported, integrity }: LargeResults): string {
  const { rows, bytes, seconds } = exported;
  const facts = [
    [
      'SKUs and movements in the store',
      `${filled.skus} and ${filled.movements}`,
      `${mib(filled.bytes)} on disk with indexes; put there in ${filled.seconds.toFixed(0)} s`,
    ],
    [
      'paging to the deep page',
      `${Math.round(deep.rows / deep.seconds)} rows a second`,
      `${deep.rows} rows, none repeated, none out of order`,
    ],
    [
      'export of all SKUs as NDJSON',
      `${Math.round(rows / seconds)} rows a second`,
      `${rows} rows, ${mib(bytes)} in ${seconds.toFixed(0)} s`,
    ],
    ['GET /integrity', `${integrity.seconds.toFixed(0)} s`, integrity.remark],
  ];
  return [
    markdown(['much stock', 'result', 'how'], facts),
    markdown(['read', 'result', 'share of the first', 'p50', 'p99', 'how'], [...comparedRows(lists), ...comparedRows(single)]),
    markdown(['resident memory', 'before the export', 'at most during it', 'ratio'], memoryRows(exported.memory)),
  ].join('\n\n');
}

function comparedRows(compared: readonly Compared[]): string[][] {
  return compared.map(({ rate, share, range: [least, most] }, place) => {
    const shown = place === 0 ? '1' : `${share.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
    return [rate.what, `${Math.round(rate.perSecond)} a second`, shown, ms(rate.p50Ms), ms(rate.p99Ms), rate.remark];
  });
}

function memoryRows(memory: LargeResults['exported']['memory']): string[][] {
  return memory.map(({ process, before, peak }) => [process, mib(before), mib(peak), (peak / before).toFixed(2)]);
}
