import { type Outcome, runSchedule, type Schedule } from './run-schedule.ts';
import type { Decision, Decisions } from './scheduler.ts';
import type { Bugs } from './system.ts';

/** A schedule that fails, made smaller, and its outcome. */
export interface Shrunk {
  readonly schedule: Schedule;
  readonly outcome: Outcome;
}

/** Runs that making one schedule smaller may cost. */
const MOST_RUNS = 400;

/**
 * Leaves pieces of work and decisions out of a failing schedule, for as long as it breaks the same kind of guarantee: first each piece of
 * work, then decisions by halves, quarters and so on (ddmin). A decision that is left out becomes the usual one: the oldest call is
 * completed.
 *
 * @param noted the decisions of its run.
 * @see https://doi.org/10.1109/32.988498
 */
export async function shrink({ schedule, outcome }: Shrunk, plant: () => Bugs): Promise<Shrunk> {
  let runs = 0;
  let smallest: Shrunk = { schedule: withDecisions(schedule, outcome.noted), outcome };
  /** Takes the candidate where it still fails. */
  const attempt = async (candidate: Schedule): Promise<boolean> => {
    if (runs >= MOST_RUNS) return false;
    runs += 1;
    const next = await runSchedule(candidate, plant());
    const isSame = next.violations.some((violation) => kindOf(violation) === kindOf(outcome.violations[0] ?? ''));
    if (isSame) smallest = { schedule: candidate, outcome: next };
    return isSame;
  };

  for (let place = schedule.operations.length - 1; place >= 0; place -= 1)
    await attempt(withoutOperation(smallest.schedule, place));

  for (let pieces = 2; ;) {
    const decisions = [...decisionsOf(smallest.schedule)];
    const size = Math.ceil(decisions.length / pieces);
    let isSmaller = false;
    for (let from = 0; from < decisions.length && !isSmaller; from += size) {
      const rest = decisions.toSpliced(from, size);
      isSmaller = await attempt(withDecisions(smallest.schedule, new Map(rest)));
    }
    if (isSmaller) pieces = Math.max(2, pieces - 1);
    else if (size <= 1 || runs >= MOST_RUNS) return smallest;
    else pieces *= 2;
  }
}

function withoutOperation(schedule: Schedule, place: number): Schedule {
  return schedule.world === 'webhooks'
    ? { ...schedule, operations: schedule.operations.toSpliced(place, 1) }
    : { ...schedule, operations: schedule.operations.toSpliced(place, 1) };
}

/** The same violation of other records, or of other numbers. */
export function kindOf(violation: string): string {
  return violation.replaceAll(/[a-z]{3}_[0-9A-Z]{26}|SKU-\w|op\d+(-[\w-]+)?|\d+/g, '#').slice(0, 60);
}

/** @returns the decisions of a schedule that are not the usual ones. */
export function decisionsOf({ chooser }: Schedule): Decisions {
  return chooser.type === 'noted' ? chooser.decisions : new Map<number, Decision>();
}

function withDecisions(schedule: Schedule, decisions: Decisions): Schedule {
  return { ...schedule, chooser: { type: 'noted', decisions } };
}
