import { type Outcome, runSchedule, type Schedule, scheduleOf } from './run-schedule.ts';
import { decisionsOf, shrink } from './shrink.ts';
import type { Bugs, PlantedBug, World } from './system.ts';

/** A schedule that broke a guarantee. */
export interface Found {
  readonly seed: number;
  /** Schedules that were run, this one included. */
  readonly schedules: number;
  readonly schedule: Schedule;
  readonly outcome: Outcome;
}

export interface Search {
  readonly firstSeed: number;
  /** Its schedules; one of each world in turn by default. */
  readonly world?: World | undefined;
  /** Asked before each schedule, with the number of those that were run. */
  readonly goesOn: (schedules: number) => boolean;
  /** Nothing is planted without it. */
  readonly plant?: () => Bugs;
}

export const WORLDS: readonly World[] = ['stock', 'parts', 'edits', 'warehouses', 'returns', 'webhooks'];

const nothing = (): Bugs => ({});

/** Runs the schedules of one seed after another until one breaks a guarantee. @returns that one, or the number of schedules. */
export async function search({ firstSeed, world, goesOn, plant = nothing }: Search): Promise<Found | number> {
  let schedules = 0;
  while (goesOn(schedules)) {
    const seed = firstSeed + schedules;
    const schedule = scheduleOf(seed, world ?? WORLDS[schedules % WORLDS.length]);
    const outcome = await runSchedule(schedule, plant());
    schedules += 1;
    if (outcome.violations.length > 0) return { seed, schedules, schedule, outcome };
  }
  return schedules;
}

/** Lines of a trace that are shown. */
const SHOWN_LINES = 150;

/** Says what a schedule broke, how to repeat it, and the smallest one that breaks it too. @param bug that was planted. */
export async function reportOf({ seed, schedule, outcome }: Found, bug?: PlantedBug): Promise<string> {
  const smallest = await shrink({ schedule, outcome }, bug?.plant ?? nothing);
  const decisions = [...decisionsOf(smallest.schedule)].map(([step, decision]) => `  ${step}: ${JSON.stringify(decision)}`);
  const { trace } = smallest.outcome;
  return [
    `Seed ${seed} breaks guarantees:`,
    ...outcome.violations.slice(0, 10).map((violation) => `  ${violation}`),
    `It is repeated by: npm run -s simulate -- --world ${schedule.world} --seed ${seed}${bug ? ` --plant '${bug.name}'` : ''}`,
    `Made smaller, of ${outcome.noted.size} decisions, it has these:`,
    ...decisions,
    `for the work ${JSON.stringify(smallest.schedule.operations)}, and breaks:`,
    ...smallest.outcome.violations.slice(0, 10).map((violation) => `  ${violation}`),
    `Its last ${Math.min(SHOWN_LINES, trace.length)} of ${trace.length} steps:`,
    ...trace.slice(-SHOWN_LINES),
  ].join('\n');
}
