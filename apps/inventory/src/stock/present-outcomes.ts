import { type Receipt, replay } from '@fulfilment/idempotency';
import type { ChangeBatch, Command } from './domain/commands/command.ts';
import type { BatchDecision } from './domain/decide-batch.ts';
import { isAnswer, type Outcome } from './domain/outcome.ts';
import type { SkuChange } from './domain/settle-skus.ts';
import type { Sku } from '../skus/domain/sku.ts';
import type { CommittedOutcome } from './committed-outcome.ts';
import type { EarlierAnswers } from './earlier-answers.ts';
import { toAdjustmentRecord } from '../ledger/movement-record.ts';
import type { Movement } from './stock-ports.ts';
import { toSkuRecord } from '../skus/sku-record.ts';
import { toTransferRecord, transferFromLedger } from '../locations/transfer-record.ts';

export interface PresentTerms {
  readonly pathOf: BatchDecision['pathOf'];
  readonly entriesOf: (change: SkuChange) => readonly Movement[];
  readonly earlier: EarlierAnswers;
}

export interface Presented {
  /** Of each command, by its place. */
  readonly outcomes: readonly CommittedOutcome[];
  /** Of the commands with a claim that are answered now. */
  readonly receipts: readonly Receipt[];
}

interface Presenting extends PresentTerms {
  /** Of this batch, by the ids of their claims: a repeat may stand behind its first. */
  readonly answers: Map<string, Receipt>;
  readonly receipts: Receipt[];
  /** Whether what is decided is written too. */
  readonly stands: boolean;
}

/** Makes of what was decided what the callers get, now and when they ask again. */
export function presentOutcomes(commands: readonly Command[], decided: readonly Outcome[], terms: PresentTerms): Presented {
  const presenting: Presenting = { ...terms, answers: new Map(), receipts: [], stands: true };
  return { outcomes: presentEach(commands, decided, presenting), receipts: presenting.receipts };
}

function presentEach(commands: readonly Command[], decided: readonly Outcome[], presenting: Presenting): CommittedOutcome[] {
  return decided.map((outcome, place) => {
    const command = commands[place];
    if (!command) throw new Error('More was decided than was asked for');
    return present(command, outcome, presenting);
  });
}

function present(command: Command, outcome: Outcome, presenting: Presenting): CommittedOutcome {
  if (outcome.type === 'answered') return presentRepeat(command, outcome, presenting);
  const isTrial = command.type === 'together' && command.dryRun;
  const own = { ...presenting, stands: presenting.stands && !isTrial };
  const presented =
    command.type === 'together' && outcome.type === 'together'
      ? presentTogether(command, outcome, own)
      : presentOne(command, outcome, own);
  if (isAnswer(outcome)) remember(command, presented, own);
  return presented;
}

function presentTogether(
  { changes }: ChangeBatch,
  { stands, outcomes }: Extract<Outcome, { type: 'together' }>,
  presenting: Presenting,
): CommittedOutcome {
  const ofChanges = presentEach(changes, outcomes, { ...presenting, stands: presenting.stands && stands });
  return { type: 'together', stands, outcomes: ofChanges };
}

function presentOne(
  command: Command,
  outcome: Exclude<Outcome, { type: 'answered' }>,
  { pathOf, entriesOf }: Presenting,
): CommittedOutcome {
  switch (outcome.type) {
    case 'sku':
      return { type: 'sku', record: toSkuRecord(outcome.sku, pathOf), changed: outcome.changed };
    case 'outdated':
      return { type: 'outdated', record: toSkuRecord(outcome.sku, pathOf) };
    case 'adjusted': {
      const { change } = outcome;
      return { type: 'adjusted', adjustment: toAdjustmentRecord(entriesOf(change), change.after, pathOf) };
    }
    case 'transferred':
      if (command.type !== 'transfer-stock') throw new Error(`${command.type} transferred stock`);
      return { type: 'transferred', transfer: toTransferRecord(command, outcome) };
    case 'together':
      throw new Error(`${command.type} is one change`);
    default:
      return outcome;
  }
}

function presentRepeat(
  command: Command,
  { claimId, sku }: Extract<Outcome, { type: 'answered' }>,
  { earlier, answers, pathOf }: Presenting,
): CommittedOutcome {
  const { claim } = command.origin;
  const receipt = answers.get(claimId) ?? earlier.receipts.get(claimId);
  if (claim && receipt) return replay<CommittedOutcome>(receipt, claim);
  claim?.onReplayed();
  return fromLedger(command, { movements: earlier.moved.get(claimId) ?? [], sku, pathOf });
}

/** Long after, a repeat gets what was moved, and the record as it is now. */
function fromLedger(
  { type }: Command,
  { movements, sku, pathOf }: Pick<PresentTerms, 'pathOf'> & { movements: readonly Movement[]; sku: Sku | undefined },
): CommittedOutcome {
  if (type === 'transfer-stock') return { type: 'transferred', transfer: transferFromLedger(movements, pathOf) };
  if (!sku) throw new Error('The ledger has entries, and there is no such SKU');
  return type === 'adjust-stock'
    ? { type: 'adjusted', adjustment: toAdjustmentRecord(movements, sku, pathOf) }
    : { type: 'sku', record: toSkuRecord(sku, pathOf), changed: false };
}

/** A refusal is kept with the id of the request that was refused: there its line in the log is. */
function remember({ origin }: Command, presented: CommittedOutcome, { answers, receipts, stands }: Presenting): void {
  const { claim, requestId } = origin;
  if (!claim) return;
  const result = isRefusal(presented) ? { ...presented, firstRequestId: requestId } : presented;
  const { id, fingerprint } = claim;
  const receipt: Receipt = { id, fingerprint, subject: null, answer: { type: 'result', result } };
  answers.set(id, receipt);
  if (stands) receipts.push(receipt);
}

function isRefusal(outcome: CommittedOutcome): boolean {
  return outcome.type === 'refused' || outcome.type === 'outdated';
}
