import { expect, test } from 'vitest';
import { benchTables } from './run-bench.ts';

const MIB = 1_048_576;

test('what was measured stands in two tables', () => {
  const tables = benchTables({
    startUp: [{ what: 'start-up, empty data folder', seconds: 7.94 }],
    reads: {
      rates: [{ what: 'GET', perSecond: 1_234.4, p50Ms: 9.87, p99Ms: 123.4, remark: '32 at once' }],
      shares: [0.61, 0.7, 0.65],
    },
    rates: [{ what: 'deliveries', perSecond: 50, remark: '' }],
    memory: { ready: { gateway: 100 * MIB, kafka: 300 * MIB }, loaded: { gateway: 150 * MIB, kafka: 310 * MIB } },
  });

  expect(tables.split('\n').map((row) => row.replaceAll(/ {2,}/g, ' '))).toEqual([
    '| measured | result | p50 | p99 | how |',
    expect.stringMatching(/^\| -+ \| -+ \| -+ \| -+ \| -+ \|$/),
    '| start-up, empty data folder | 7.9 s | | | |',
    '| GET | 1234 a second | 9.9 ms | 123 ms | 32 at once |',
    '| gateway : straight | 0.65 | | | 0.61 to 0.70 in 3 rounds |',
    '| deliveries | 50 a second | | | |',
    '',
    '| resident memory | when ready | after the load |',
    expect.stringMatching(/^\| -+ \| -+ \| -+ \|$/),
    '| gateway | 100 MiB | 150 MiB |',
    '| kafka | 300 MiB | 310 MiB |',
    '| all | 400 MiB | 460 MiB |',
  ]);
});
