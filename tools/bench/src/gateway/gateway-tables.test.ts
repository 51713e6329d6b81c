import { expect, test } from 'vitest';
import { gatewayTables } from './gateway-tables.ts';

const MIB = 1_048_576;

test('each request has a table, slow readers have one, and remarks stand below', () => {
  const tables = gatewayTables({
    workloads: [
      {
        workload: { what: 'GET', method: 'GET', path: '/', atOnce: 32, weight: 1 },
        figures: [
          {
            contender: 'gateway',
            cpuMicros: 149.6,
            timesBare: [1.498, 1.4, 1.6],
            redisMicros: 17.2,
            perSecond: 6_000.4,
            busy: 0.97,
            addedP50Ms: 0.204,
            addedP99Ms: 0.9,
          },
          {
            contender: 'nginx',
            cpuMicros: 20,
            timesBare: [0.2, 0.2, 0.2],
            redisMicros: 0.4,
            perSecond: 20_000,
            busy: 0.6,
            addedP50Ms: 0.05,
            addedP99Ms: 0.1,
          },
        ],
      },
    ],
    slow: [{ contender: 'gateway', readers: 1_000, served: 999, before: 100 * MIB, peak: 150 * MIB }],
    remarks: ['nginx 1.22.1', 'haproxy is not installed'],
  });

  expect(tables.split('\n').map((row) => row.replaceAll(/ {2,}/g, ' '))).toEqual([
    '| GET | CPU of a request | times bare | and Redis | rate, 32 at once | added p50 | added p99 |',
    expect.stringMatching(/^\| -+ /),
    '| gateway | 150 µs | 1.50 (1.40 to 1.60) | 17 µs | 6000 a second | 0.20 ms | 0.90 ms |',
    '| nginx | 20 µs | 0.20 (0.20 to 0.20) | | 20000 a second or more | 0.05 ms | 0.10 ms |',
    '',
    '| slow readers | served | before | at most | growth | a reader |',
    expect.stringMatching(/^\| -+ /),
    '| gateway | 999 of 1000 | 100 MiB | 150 MiB | 50 MiB | 51 KiB |',
    '',
    'nginx 1.22.1',
    '',
    'haproxy is not installed',
  ]);
});
