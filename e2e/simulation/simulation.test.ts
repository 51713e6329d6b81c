import { expect, test } from 'vitest';
import { PLANTED_BUGS, plantedBug } from './planted-bugs.ts';
import { runSchedule, scheduleOf } from './run-schedule.ts';
import { reportOf, search, WORLDS } from './search.ts';
import { decisionsOf, kindOf, shrink } from './shrink.ts';
import { VirtualTime } from './virtual-time.ts';

const { SIMULATION_SECONDS = '20', SIMULATION_SEED } = process.env;

/** The most schedules that a planted bug may need. */
const MOST_SCHEDULES = 1_000;
/** A number of schedules ends these tests, not the clock. */
const PATIENT = { timeout: 600_000 };

test('a seed has the same course every time, and another seed another one', async () => {
  const courses: string[] = [];
  for (const world of [...WORLDS, ...WORLDS])
    for (const seed of [1, 2, 3]) courses.push((await runSchedule(scheduleOf(seed, world))).digest);

  const different = 3 * WORLDS.length;
  expect(courses.slice(different)).toEqual(courses.slice(0, different));
  expect(new Set(courses).size).toBe(different);
});

test('the machine has its own time and timers again after a schedule', async () => {
  const before = clockOfMachine();

  await runSchedule(scheduleOf(1));

  expect(clockOfMachine()).toEqual(before);
});

test('virtual dates have whole milliseconds, however long a timer takes', async () => {
  const time = new VirtualTime(
    () => ({ name: 'client' }),
    () => 0.5,
  );
  const uninstall = time.install();
  const dates: number[] = [];
  try {
    setTimeout(() => dates.push(Date.now() % 1, new Date().getTime() % 1), 2.75);
    time.advance()?.fire();
  } finally {
    uninstall();
  }

  expect(dates).toEqual([0, 0]);
});

test.each(PLANTED_BUGS.map((bug) => [bug.name, bug] as const))('it is found that %s', PATIENT, async (_name, bug) => {
  const { firstSeed, plant, world = 'stock' } = bug;

  const found = await search({ firstSeed, world, goesOn: (schedules) => schedules < MOST_SCHEDULES, plant });

  expect(found).not.toBe(MOST_SCHEDULES);
});

test('a schedule that fails is made smaller, and what is left fails alike each time', PATIENT, async () => {
  const { plant, firstSeed } = plantedBug('the inbox is not checked');
  const found = await search({ firstSeed, world: 'stock', goesOn: (schedules) => schedules < MOST_SCHEDULES, plant });
  if (typeof found === 'number') throw new Error('The planted bug was not found');

  const { schedule, outcome } = await shrink(found, plant);

  expect(decisionsOf(schedule).size).toBeLessThan(found.outcome.noted.size / 2);
  const again = await runSchedule(schedule, plant());
  expect(again.digest).toBe(outcome.digest);
  expect(again.violations.map(kindOf)).toEqual(outcome.violations.map(kindOf));
  expect(again.violations).not.toEqual([]);
});

/** Seeds that broke a guarantee once. */
const KEPT = [
  { world: 'webhooks', seed: 1_977_944_604, held: 'a delivery whose event could not be read is attempted again, in order' },
  { world: 'warehouses', seed: 148_177_999, held: 'a unit that a fulfilment lost is planned in no other one' },
  { world: 'warehouses', seed: 1_009_210, held: 'units leave a warehouse although a line was added later to their order' },
  { world: 'warehouses', seed: 639_684_656, held: 'an order that ships what bound it to a warehouse is filled from others' },
] as const;

test.each(KEPT)('$held', PATIENT, async ({ world, seed }) => {
  expect((await runSchedule(scheduleOf(seed, world))).violations).toEqual([]);
});

test('no schedule breaks a guarantee', { timeout: PATIENT.timeout + Number(SIMULATION_SECONDS) * 1_000 }, async () => {
  const firstSeed = SIMULATION_SEED === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(SIMULATION_SEED);
  const untilMs = performance.now() + Number(SIMULATION_SECONDS) * 1_000;

  const found = await search({ firstSeed, goesOn: () => performance.now() < untilMs });

  if (typeof found !== 'number') throw new Error(await reportOf(found));
  process.stdout.write(`simulation: ${found} schedules from seed ${firstSeed}\n`);
  expect(found).toBeGreaterThan(0);
});

function clockOfMachine(): readonly unknown[] {
  return [Date, setTimeout, clearTimeout, setInterval, setImmediate, Reflect.get(performance, 'now')];
}
