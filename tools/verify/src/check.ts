import type { Look } from './look.ts';

/** One of the system's invariants, or a part of one. */
export interface Check {
  /** Which of the eight invariants (docs/decisions/0006) it belongs to. */
  readonly invariant: number;
  readonly name: string;
  /** What it holds, in a sentence. */
  readonly promise: string;
  /** Whether work under way looks like a difference, so that only one that stays counts. */
  readonly mayPass: boolean;
  readonly run: (look: Look) => Promise<void>;
}

/** Where a record stands in a stream that is sorted by tenant and id. */
export function placeOf(tenant: string, id: string): string {
  return `${tenant}\u0000${id}`;
}

const DAY_MS = 86_400_000;
/** Events are kept 30 days from when they are stored; a day is left for those that were stored late. */
const COMPARED_DAYS = 29;

/** Whether the event of a change of that moment is still kept. */
export function isKept(at: Date, now: Date): boolean {
  return now.getTime() - at.getTime() < COMPARED_DAYS * DAY_MS;
}
