import { type Allocation } from './allocation.ts';
import { type Cause, causeOf } from './cause.ts';
import type { StockChange } from './command.ts';
import { decide } from './decide.ts';
import type { Decision } from './decision.ts';
import { type NewId, openDraft } from './draft.ts';
import type { Place } from './place.ts';
import { reliedPlaces } from './relied-places.ts';
import { settleSkus, type SkuChange } from './settle-skus.ts';
import type { Sku } from './sku.ts';
import { type Changes, openState, type StockState } from './stock-state.ts';
import type { Limits, WorkingSet } from './working-set.ts';

/** What came of one command. */
export type Outcome = Exclude<Decision, { type: 'sku' }> | { readonly type: 'sku'; readonly sku: Sku };

export interface AllocationChange {
  readonly allocation: Allocation;
  readonly cause: Cause;
}

/** Everything that a batch changes, and what came of each command by its place. */
export interface BatchDecision {
  readonly outcomes: readonly Outcome[];
  /** As they are after the batch, for those that changed. */
  readonly skus: readonly Sku[];
  readonly allocations: readonly Allocation[];
  readonly newPlaces: readonly Place[];
  /** Ids of places that must still be as they were read. */
  readonly reliedPlaces: readonly string[];
  /** What clients can see of it, in the order of the commands. */
  readonly skuChanges: readonly SkuChange[];
  readonly allocationChanges: readonly AllocationChange[];
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
export function decideBatch(
  workingSet: WorkingSet,
  commands: readonly StockChange[],
  { limits, newId }: BatchTerms,
): BatchDecision {
  const state = openState(workingSet, limits);
  const skus = new Map<string, Sku>();
  const allocations = new Map<string, Allocation>();
  const newPlaces: Place[] = [];
  const skuChanges: SkuChange[] = [];
  const allocationChanges: AllocationChange[] = [];
  const outcomes = commands.map((command) => {
    const draft = openDraft(state, newId);
    const decision = decide(draft, command);
    if (!stands(decision)) return outcomeOf(decision, state);
    const cause = causeOf(command);
    const settled = settleSkus(state, draft.changes, cause);
    const changed = settleAllocations(draft.changes, cause.origin.at);
    for (const sku of settled.skus) skus.set(sku.code, sku);
    for (const allocation of changed) allocations.set(allocation.orderId, allocation);
    newPlaces.push(...draft.changes.places);
    skuChanges.push(...settled.visible);
    allocationChanges.push(...changed.map((allocation) => ({ allocation, cause })));
    state.absorb({ ...draft.changes, skus: byCode(settled.skus), allocations: byOrder(changed) });
    return outcomeOf(decision, state);
  });
  return {
    outcomes,
    skus: [...skus.values()],
    allocations: [...allocations.values()],
    newPlaces,
    reliedPlaces: reliedPlaces({ before: workingSet.skus, after: [...skus.values()], newPlaces }, (id) => placeIn(state, id)),
    skuChanges,
    allocationChanges,
    pathOf: (locationId) => placeIn(state, locationId).path,
    lineageOf: (locationId) => placeIn(state, locationId).lineage,
  };
}

function stands(decision: Decision): boolean {
  return decision.type === 'deferred' ? decision.progress : decision.type !== 'refused';
}

function settleAllocations({ allocations }: Changes, at: Date): Allocation[] {
  return Array.from(allocations.values(), (changed) => ({ ...changed, version: changed.version + 1, updatedAt: at }));
}

function outcomeOf(decision: Decision, state: StockState): Outcome {
  if (decision.type !== 'sku') return decision;
  const sku = state.sku(decision.code);
  if (!sku) throw new Error(`${decision.code} was decided on and is not there`);
  return { type: 'sku', sku };
}

function placeIn(state: StockState, locationId: string): Place {
  const place = state.place(locationId);
  if (!place) throw new Error(`The working set lacks ${locationId}`);
  return place;
}

const byCode = (skus: readonly Sku[]) => new Map(skus.map((sku) => [sku.code, sku]));
const byOrder = (allocations: readonly Allocation[]) => new Map(allocations.map((each) => [each.orderId, each]));
