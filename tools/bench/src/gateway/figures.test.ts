import { expect, test } from 'vitest';
import { BARE, STRAIGHT } from './contender.ts';
import { figuresOf } from './gateway-tables.ts';
import type { Turn } from './gateway-tables.ts';

const turn = (contender: string, round: number, measured: Partial<Turn>): Turn => ({
  contender,
  round,
  cpuMicros: 10,
  redisMicros: 0,
  perSecond: 1_000,
  busy: 1,
  alone: { p50Ms: 1, p99Ms: 2 },
  ...measured,
});

test('CPU is compared with the bare proxy, latency with the straight way, each within its round', () => {
  const turns = [
    ...[1, 2, 3].map((round) => turn(STRAIGHT, round, { alone: { p50Ms: round, p99Ms: 10 * round } })),
    // A round in which everything took twice as long says the same as the others.
    ...[100, 200, 110].map((cpuMicros, place) => turn(BARE, place + 1, { cpuMicros })),
    turn('gateway', 1, { cpuMicros: 150, redisMicros: 20, perSecond: 5_000, busy: 0.9, alone: { p50Ms: 1.5, p99Ms: 14 } }),
    turn('gateway', 2, { cpuMicros: 300, redisMicros: 40, perSecond: 2_500, busy: 0.8, alone: { p50Ms: 2.75, p99Ms: 26 } }),
    turn('gateway', 3, { cpuMicros: 220, redisMicros: 22, perSecond: 4_000, busy: 0.95, alone: { p50Ms: 3.25, p99Ms: 35 } }),
  ];

  const [straight, bare, gateway] = figuresOf([STRAIGHT, BARE, 'gateway'], turns);

  expect(straight).toMatchObject({ contender: STRAIGHT, addedP50Ms: 0, addedP99Ms: 0 });
  expect(bare).toMatchObject({ cpuMicros: 110, timesBare: [1, 1, 1] });
  expect(gateway).toEqual({
    contender: 'gateway',
    cpuMicros: 220,
    timesBare: [1.5, 1.5, 2],
    redisMicros: 22,
    perSecond: 4_000,
    busy: 0.9,
    addedP50Ms: 0.5,
    addedP99Ms: 5,
  });
});

test('what Redis took stays open where it could not be measured', () => {
  const turns = [STRAIGHT, BARE].map((name) => turn(name, 1, { redisMicros: undefined }));

  expect(figuresOf([STRAIGHT, BARE], turns)[1]?.redisMicros).toBeUndefined();
});

test('a contender that missed a round is a mistake', () => {
  const turns = [turn(STRAIGHT, 1, {}), turn(BARE, 1, {}), turn('gateway', 2, {})];

  expect(() => figuresOf([STRAIGHT, BARE, 'gateway'], turns)).toThrow(`${BARE} had no turn in round 2`);
});
