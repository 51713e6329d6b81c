import type { Allocation } from '../../orders-stock/domain/allocation.ts';
import type { Command } from './commands/command.ts';
import type { NewId } from './draft.ts';
import type { Outcome } from './outcome.ts';
import type { Location } from '../../locations/domain/location.ts';
import { reliedPlaces } from './relied-places.ts';
import { type AllocationChange, decideNext, type Run } from './run-commands.ts';
import type { GivenAnswer, ScanAnswers } from '../../scans-stock/domain/scan-answer.ts';
import type { SkuChange } from './settle-skus.ts';
import type { Sku } from '../../skus/domain/sku.ts';
import { openState } from './stock-state.ts';
import type { Limits, WorkingSet } from './working-set.ts';

/** Everything that a batch changes, and what came of each command by its place. */
export interface BatchDecision {
  readonly outcomes: readonly Outcome[];
  /** As they are after the batch, for those that changed. */
  readonly skus: readonly Sku[];
  readonly allocations: readonly Allocation[];
  readonly newPlaces: readonly Location[];
  /** Ids of places that must still be as they were read. */
  readonly reliedPlaces: readonly string[];
  /** What clients can see of it, in the order of the commands. */
  readonly skuChanges: readonly SkuChange[];
  readonly allocationChanges: readonly AllocationChange[];
  /** What scans are answered, now or again. */
  readonly scanAnswers: readonly GivenAnswer[];
  /** @throws Error if the place was not loaded. */
  readonly pathOf: (locationId: string) => string;
  /** Ids from the warehouse down to the place. @throws Error if it was not loaded. */
  readonly lineageOf: (locationId: string) => readonly string[];
}

export interface BatchTerms {
  readonly limits: Limits;
  readonly newId: NewId;
}

/** Decides commands in their order, each on what the ones before it left. A refused command leaves no trace. */
export function decideBatch(workingSet: WorkingSet, commands: readonly Command[], { limits, newId }: BatchTerms): BatchDecision {
  const state = openState(workingSet, limits);
  const scans: ScanAnswers = { known: new Map(workingSet.scanAnswers.map((answer) => [answer.scanId, answer])), given: [] };
  const run: Run = { state, newId, steps: [], answered: new Map(workingSet.answered), scans, made: new Map() };
  const outcomes = commands.map((command) => decideNext(run, command));
  const placeOf = (id: string): Location => placeIn(run, id);
  const skus = lastOf(run.steps.map(({ changes }) => changes.skus));
  const newPlaces = run.steps.flatMap(({ changes }) => changes.places);
  return {
    outcomes,
    skus,
    allocations: lastOf(run.steps.map(({ changes }) => changes.allocations)),
    newPlaces,
    reliedPlaces: reliedPlaces({ before: workingSet.skus, after: skus, newPlaces }, placeOf),
    skuChanges: run.steps.flatMap((step) => step.skuChanges),
    allocationChanges: run.steps.flatMap((step) => step.allocationChanges),
    scanAnswers: scans.given,
    pathOf: (locationId) => placeOf(locationId).path,
    lineageOf: (locationId) => placeOf(locationId).lineage,
  };
}

/** Of what changed several times, how it is in the end. */
function lastOf<Value>(changes: readonly ReadonlyMap<string, Value>[]): Value[] {
  return [...new Map(changes.flatMap((each) => [...each])).values()];
}

function placeIn({ state, made }: Run, locationId: string): Location {
  const place = state.place(locationId) ?? made.get(locationId);
  if (!place) throw new Error(`The working set lacks ${locationId}`);
  return place;
}
