import type { IdempotencyClaim } from '@fulfilment/kernel';
import type { Allocation } from '../../orders-stock/domain/allocation.ts';
import { type Cause, causeOf } from '../../ledger/domain/cause.ts';
import type { ChangeBatch, MoveForScan, SingleCommand, Command } from './commands/command.ts';
import { decide } from './commands/decide.ts';
import type { Decision } from './decision.ts';
import { type NewId, openDraft } from './draft.ts';
import { isAnswer, isRefusal, MAX_PLACES_SHOWN, type Outcome, placesShown } from './outcome.ts';
import type { Location } from '../../locations/domain/location.ts';
import { invalidField, keyReused, type Refusal } from './refusal.ts';
import { giveAnswer, givenBefore, type ScanAnswers } from '../../scans-stock/domain/scan-answer.ts';
import { settleSkus, type SkuChange } from './settle-skus.ts';
import type { Sku } from '../../skus/domain/sku.ts';
import { type Changes, forkState, type StockState } from './stock-state.ts';
import type { GivenAnswer } from './working-set.ts';

export interface AllocationChange {
  readonly allocation: Allocation;
  readonly cause: Cause;
}

/** What one command changed. */
export interface Step {
  readonly changes: Changes;
  readonly skuChanges: readonly SkuChange[];
  readonly allocationChanges: readonly AllocationChange[];
}

/** Commands on their way through a state. */
export interface Run {
  readonly state: StockState;
  readonly newId: NewId;
  readonly steps: Step[];
  /** Requests that have an answer, by the ids of their claims. */
  readonly answered: Map<string, GivenAnswer>;
  readonly scans: ScanAnswers;
  /** Places that were made, by what does not stand too. */
  readonly made: Map<string, Location>;
}

/** Decides the next command on what the ones before it left. A refused one leaves no trace; a repeat has its answer already. */
export function decideNext(run: Run, command: Command): Outcome {
  if (command.type === 'move-for-scan') return decideForScan(run, command);
  const { claim } = command.origin;
  const known = claim && run.answered.get(claim.id);
  if (claim && known) return repeated(run, command, { claim, known });
  const outcome = command.type === 'together' ? decideTogether(run, command) : decideAlone(run, command);
  if (claim && isAnswer(outcome)) run.answered.set(claim.id, { fingerprint: claim.fingerprint, refused: isRefusal(outcome) });
  return outcome;
}

/** The answer goes out by itself. */
const ANSWERED: Outcome = { type: 'done' };

/** A refusal is an answer to a scan as well, and the only trace that it leaves. */
function decideForScan(run: Run, command: MoveForScan): Outcome {
  if (givenBefore(run.scans, command)) return ANSWERED;
  const outcome = decideAlone(run, command);
  if (outcome.type === 'deferred') return outcome;
  giveAnswer(run.scans, command, outcome.type === 'refused' ? outcome.refusal : null);
  return ANSWERED;
}

interface Repeat {
  readonly claim: IdempotencyClaim;
  readonly known: GivenAnswer;
}

function repeated({ state }: Run, command: Command, { claim, known }: Repeat): Outcome {
  if (known.fingerprint !== claim.fingerprint) return { type: 'refused', refusal: keyReused() };
  const sku = 'sku' in command ? state.sku(command.sku) : undefined;
  return { type: 'answered', claimId: claim.id, refused: known.refused, sku };
}

function decideAlone(run: Run, command: SingleCommand): Outcome {
  const { state, newId, steps, made } = run;
  const draft = openDraft(state, newId);
  const decision = decide(draft, command);
  if (!stands(decision)) return outcomeOf(decision, state, []);
  const cause = causeOf(command);
  const settled = settleSkus(state, draft.changes, cause);
  const changed = settleAllocations(draft.changes, cause.origin.at);
  const changes = { ...draft.changes, skus: byCode(settled.skus), allocations: byOrder(changed) };
  for (const place of changes.places) made.set(place.id, place);
  const allocationChanges = changed.map((allocation) => ({ allocation, cause }));
  state.absorb(changes);
  steps.push({ changes, skuChanges: settled.visible, allocationChanges });
  return outcomeOf(decision, state, settled.visible);
}

/** Tries all changes on a branch of the state, which becomes the state if they stand. */
function decideTogether(run: Run, { changes, mode, dryRun }: ChangeBatch): Outcome {
  const branch: Run = { ...run, state: forkState(run.state), steps: [], answered: new Map(run.answered) };
  const outcomes = changes.map((change) => decideNext(branch, change));
  if (outcomes.some(({ type }) => type === 'deferred')) return { type: 'deferred', progress: false };
  if (placesShown(outcomes) > MAX_PLACES_SHOWN) return { type: 'refused', refusal: tooManyPlacesShown() };
  const standing = mode === 'partial' || !outcomes.some(isRefusal);
  if (standing && !dryRun) {
    for (const step of branch.steps) run.state.absorb(step.changes);
    run.steps.push(...branch.steps);
    for (const [id, given] of branch.answered) run.answered.set(id, given);
  }
  return { type: 'together', stands: standing, outcomes };
}

const tooManyPlacesShown = (): Refusal =>
  invalidField('/items', `These SKUs lie at more than ${MAX_PLACES_SHOWN} places together; send them in smaller batches.`);

function stands(decision: Decision): boolean {
  if (decision.type === 'deferred') return decision.progress;
  return decision.type !== 'refused' && decision.type !== 'outdated';
}

function settleAllocations({ allocations }: Changes, at: Date): Allocation[] {
  return Array.from(allocations.values(), (changed) => ({ ...changed, version: changed.version + 1, updatedAt: at }));
}

function outcomeOf(decision: Decision, state: StockState, visible: readonly SkuChange[]): Outcome {
  switch (decision.type) {
    case 'sku':
      return { type: 'sku', sku: knownIn(state, decision.code), changed: visible.length > 0 };
    case 'outdated':
      return { type: 'outdated', sku: knownIn(state, decision.code) };
    case 'adjusted': {
      const change = visible.find(({ after }) => after.code === decision.code);
      if (!change) throw new Error(`${decision.code} was adjusted and has not changed`);
      return { type: 'adjusted', change };
    }
    default:
      return decision;
  }
}

function knownIn(state: StockState, code: string): Sku {
  const sku = state.sku(code);
  if (!sku) throw new Error(`${code} was decided on and is not there`);
  return sku;
}

const byCode = (skus: readonly Sku[]) => new Map(skus.map((sku) => [sku.code, sku]));
const byOrder = (allocations: readonly Allocation[]) => new Map(allocations.map((each) => [each.orderId, each]));
