import type { IdempotencyClaim } from '@fulfilment/kernel';
import type { Allocation } from '../../model/allocation.ts';
import type { Location, LocationsById } from '../../model/location.ts';
import { invalidField, keyReused } from '../../model/refusal.ts';
import { isOverdue, type Reservation } from '../../model/reservation.ts';
import type { ScanAnswer } from '../../model/scan-answer.ts';
import type { Sku } from '../../model/sku.ts';
import type { Sources } from '../../model/sourcing.ts';
import { givenUpBy, giversOf } from './barcode-owners.ts';
import { type Cause, causeBy, type CommandResult, DONE, isDeclined, isKept, isRefusal, type Origin, refused } from './command.ts';
import { type Command, type CommandBatch, type SingleCommand, specOf } from './commands/commands.ts';
import type { MoveForScan } from './commands/move-for-scan.ts';
import { lockedLocations, type SkuChange, versionSkus } from './sku-changes.ts';
import { LoadedStock } from './loaded-stock.ts';
import { type NewId, type StockChanges, StockDraft, type StockView } from './stock-draft.ts';
import type { EarlierRequest, Limits, WorkingSet } from './working-set.ts';

/** A change of a reservation by one command. */
export interface ReservationChange {
  readonly before: Reservation | undefined;
  readonly after: Reservation;
  readonly cause: Cause;
}

export interface AllocationChange {
  readonly allocation: Allocation;
  readonly cause: Cause;
}

/** An answer on its way out, whether it is new or was given before. */
export interface GivenScanAnswer {
  readonly answer: ScanAnswer;
  readonly isNew: boolean;
  readonly origin: Origin;
}

/** A result that every repeat under the claim gets. */
export interface KeptResult {
  readonly claim: IdempotencyClaim;
  readonly result: CommandResult;
}

/** Everything that a batch changed. */
export interface BatchChanges {
  /** As they are after the batch, those that changed. */
  readonly skus: readonly Sku[];
  readonly allocations: readonly Allocation[];
  /** The same after each command that changed them, in its order. */
  readonly allocationSteps: readonly Allocation[];
  readonly reservations: readonly Reservation[];
  readonly newLocations: readonly Location[];
  /** Codes of SKUs of which other SKUs took barcodes over. */
  readonly barcodeGivers: readonly string[];
  /** Every location that was loaded or made, by commands that do not stand too. */
  readonly locations: LocationsById;
  /** Ids of locations that must still be as they were read. */
  readonly lockedLocations: readonly string[];
  /** The tenant's rules and warehouses that it was decided by; no warehouses where no order could hold units in one. */
  readonly sources: Sources;
  /** By command, in their order, as far as clients can see it. */
  readonly skuChanges: readonly SkuChange[];
  /** Allocations that are answered, those of repeated commands unchanged. */
  readonly allocationChanges: readonly AllocationChange[];
  readonly reservationChanges: readonly ReservationChange[];
  /** Answers to scans in the order of their commands, repeated ones too. */
  readonly scanAnswers: readonly GivenScanAnswer[];
  readonly keptResults: readonly KeptResult[];
}

/** The changes of one command. */
interface Step {
  readonly changes: StockChanges;
  readonly skuChanges: readonly SkuChange[];
  readonly allocationChanges: readonly AllocationChange[];
  readonly reservationChanges: readonly ReservationChange[];
}

type Earlier = EarlierRequest | { readonly type: 'batch'; readonly fingerprint: string; readonly result: CommandResult };

/** A line of decisions: the batch's own, or one that a group of commands is tried on. */
interface Branch {
  readonly stock: StockView & { apply(changes: StockChanges): void };
  readonly steps: Step[];
  readonly keptResults: KeptResult[];
  /** By the ids of their claims. */
  readonly earlier: Map<string, Earlier>;
}

/** Lines that a changed order counts as at least: 10 orders cost what 50 lines do. */
const LINES_OF_ORDER = 5;

/** Locations that the result of one command may show: it is kept whole, and a document of the database takes 16 MiB. */
const MAX_LOCATIONS_SHOWN = 50_000;

/**
 * A batch of commands over one working set. It decides each on the balances that the ones before it left, and collects what is to be
 * written; a refused command leaves no trace. Pure: nothing is read or written here.
 */
export class StockBatch {
  readonly #stock: LoadedStock;
  readonly #skusBefore: readonly Sku[];
  /** Those that the next commands may find overdue. */
  readonly #expiring: readonly string[];
  /** All that expire in a transaction are told together. */
  readonly #expiry = Symbol('expiry');
  readonly #newId: NewId;
  readonly #root: Branch;
  readonly #scanAnswers: GivenScanAnswer[] = [];
  readonly #answersByScan: Map<string, ScanAnswer>;
  /** Locations that were made, by commands that do not stand too. */
  readonly #made = new Map<string, Location>();

  constructor(workingSet: WorkingSet, limits: Limits, newId: NewId) {
    this.#stock = new LoadedStock(workingSet, limits);
    this.#skusBefore = workingSet.skus;
    this.#expiring = workingSet.expiring ?? [];
    this.#newId = newId;
    this.#root = { stock: this.#stock, steps: [], keptResults: [], earlier: new Map(workingSet.earlier) };
    this.#answersByScan = new Map(workingSet.scanAnswers.map((answer) => [answer.scanId, answer]));
  }

  /**
   * Decides the next command. A repeat has no second effect and gets the first result.
   *
   * @param isAlone true where the working set was loaded for it alone: it is put off only if it got further.
   */
  decide(command: Command, isAlone = false): CommandResult {
    this.#endOverdue(command.origin.at);
    return this.#decideOn(this.#root, command, isAlone);
  }

  /** Ends reservations whose time is over by a moment, of the SKUs of the commands: what they kept is free for the next one. */
  #endOverdue(at: Date): void {
    for (const reservationId of this.#expiring) {
      const reservation = this.#stock.reservation(reservationId);
      if (!reservation || !isOverdue(reservation, at)) continue;
      const origin = { actor: 'inventory', requestId: this.#newId('req'), at, batch: this.#expiry };
      this.#decideSingle(this.#root, { type: 'expire-reservation', origin, reservationId }, false);
    }
  }

  /** Commands, and parts of such, that have changed something. */
  get steps(): number {
    return this.#root.steps.length;
  }

  /**
   * Lines of the orders that were changed since so many steps; an order counts as some, since it is written and told as a whole.
   *
   * @param own the order that it is about, which is paid for by its own lines.
   */
  linesSince(steps: number, own?: string): number {
    const allocations = this.#root.steps.slice(steps).flatMap(({ changes }) => [...changes.allocations.values()]);
    const others = allocations.filter(({ orderId }) => orderId !== own);
    return others.reduce((sum, { lines }) => sum + Math.max(lines.length, LINES_OF_ORDER), 0);
  }

  /** SKUs that it has created. */
  get newSkus(): number {
    return this.#stock.newSkus;
  }

  get changes(): BatchChanges {
    const { steps, keptResults } = this.#root;
    const skus = lastOf(steps.map(({ changes }) => changes.skus));
    const newLocations = steps.flatMap(({ changes }) => changes.locations);
    const locations = new Map([...this.#made, ...this.#stock.locations]);
    return {
      skus,
      allocations: lastOf(steps.map(({ changes }) => changes.allocations)),
      allocationSteps: steps.flatMap(({ changes }) => [...changes.allocations.values()]),
      reservations: lastOf(steps.map(({ changes }) => changes.reservations)),
      newLocations,
      barcodeGivers: giversOf(this.#skusBefore, skus),
      locations,
      lockedLocations: lockedLocations(this.#skusBefore, skus, newLocations, locations),
      sources: this.#stock.sources(),
      skuChanges: steps.flatMap((step) => step.skuChanges),
      allocationChanges: steps.flatMap((step) => step.allocationChanges),
      reservationChanges: steps.flatMap((step) => step.reservationChanges),
      scanAnswers: this.#scanAnswers,
      keptResults,
    };
  }

  #decideOn(branch: Branch, command: Command, isAlone: boolean): CommandResult {
    if (command.type === 'move-for-scan') return this.#decideScan(branch, command, isAlone);
    const { claim, requestId } = command.origin;
    const known = claim && branch.earlier.get(claim.id);
    if (claim && known) return repeated(branch.stock, command, claim, known);
    const result =
      command.type === 'batch' ? this.#decideTogether(branch, command, isAlone) : this.#decideSingle(branch, command, isAlone);
    if (claim && isKept(result)) {
      const kept = isDeclined(result) ? { ...result, firstRequestId: requestId } : result;
      branch.earlier.set(claim.id, { type: 'batch', fingerprint: claim.fingerprint, result: kept });
      if (command.type !== 'batch' || !command.dryRun) branch.keptResults.push({ claim, result: kept });
    }
    return result;
  }

  /** A refusal is an answer to a scan as well, and the only trace that it leaves. */
  #decideScan(branch: Branch, command: MoveForScan, isAlone: boolean): CommandResult {
    const { scanId, commandId, origin } = command;
    const known = this.#answersByScan.get(scanId);
    if (known) {
      this.#scanAnswers.push({ answer: known, isNew: false, origin });
      return DONE;
    }
    const result = this.#decideSingle(branch, command, isAlone);
    if (result.type === 'deferred') return result;
    const answer = { scanId, commandId, refusal: result.type === 'refused' ? result.refusal : null, at: origin.at };
    this.#answersByScan.set(scanId, answer);
    this.#scanAnswers.push({ answer, isNew: true, origin });
    return DONE;
  }

  #decideSingle({ stock, steps }: Branch, command: SingleCommand, isAlone: boolean): CommandResult {
    const spec = specOf(command);
    const draft = new StockDraft(stock, this.#newId, { isAlone });
    const result = spec.decide(draft, command);
    if (!stands(result)) return result;
    const cause = causeBy(spec.cause(command), command.origin);
    const { skus, visible } = versionSkus(stock, draft, cause, this.#newId);
    const drafted = draft.changes;
    const allocations = Array.from(drafted.allocations.values(), (changed) => ({
      ...changed,
      version: changed.version + 1,
      updatedAt: cause.origin.at,
    }));
    const reservationChanges = Array.from(drafted.reservations.values(), (changed): ReservationChange => ({
      before: stock.reservation(changed.id),
      after: { ...changed, version: changed.version + 1, updatedAt: cause.origin.at },
      cause,
    }));
    const changes: StockChanges = {
      ...drafted,
      skus: new Map(skus.map((sku) => [sku.code, sku])),
      allocations: new Map(allocations.map((allocation) => [allocation.orderId, allocation])),
      reservations: new Map(reservationChanges.map(({ after }) => [after.id, after])),
      movements: visible.flatMap(({ movements }) => movements),
    };
    for (const location of changes.locations) this.#made.set(location.id, location);
    stock.apply(changes);
    const answered = [...allocations, ...answeredBefore(command, result, stock, changes)];
    const allocationChanges = answered.map((allocation) => ({ allocation, cause }));
    steps.push({ changes, skuChanges: visible, allocationChanges, reservationChanges });
    return completed(result, stock, visible);
  }

  /** Tries all commands on a branch, which is taken over if they stand. */
  #decideTogether(branch: Branch, { commands, mode, dryRun, guesses }: CommandBatch, isAlone: boolean): CommandResult {
    const given = commands.flatMap((command) => (mode === 'atomic' ? barcodesGivenBy(command) : []));
    const givenUp = givenUpBy(given, (code) => branch.stock.sku(code));
    const stock = new StockDraft(branch.stock, this.#newId, { givenUp });
    const trial: Branch = { stock, steps: [], keptResults: [], earlier: new Map(branch.earlier) };
    const results = commands.map((command) => {
      const before = dryRun ? (stock.sku(command.sku) ?? null) : undefined;
      const result = this.#decideOn(trial, command, false);
      const isShown = before !== undefined && (result.type === 'sku' || result.type === 'adjusted');
      return isShown ? { ...result, before } : result;
    });
    if (results.some(({ type }) => type === 'deferred'))
      return isAlone ? refused(tooManyTakenBack) : { type: 'deferred', progress: false };
    const shown = results.reduce((sum, result) => sum + locationsShown(result), 0);
    if (shown > MAX_LOCATIONS_SHOWN) return refused(tooManyLocationsShown);
    const isMistaken = commands.some((command, index) => guesses?.has(command) && isWrongGuess(results[index]));
    const standing = mode === 'partial' ? !isMistaken : !results.some(isRefusal);
    if (standing && !dryRun) {
      for (const step of trial.steps) branch.stock.apply(step.changes);
      branch.steps.push(...trial.steps);
      branch.keptResults.push(...trial.keptResults);
      for (const [id, request] of trial.earlier) branch.earlier.set(id, request);
    }
    const made = dryRun ? { newLocations: trial.steps.flatMap(({ changes }) => changes.locations) } : {};
    return { type: 'batch', stands: standing, results, ...made };
  }
}

function barcodesGivenBy(command: SingleCommand): (readonly [code: string, barcodes: readonly string[]])[] {
  const barcodes = command.type === 'update-sku' ? command.details?.barcodes : undefined;
  return command.type === 'update-sku' && barcodes ? [[command.sku, barcodes]] : [];
}

const tooManyLocationsShown = invalidField(
  '/items',
  `These SKUs lie at more than ${MAX_LOCATIONS_SHOWN} locations together; send them in smaller batches.`,
);

const tooManyTakenBack = invalidField(
  '/items',
  'Together these take holds back from too many orders at once; send them in smaller batches.',
);

/** True where a SKU was created that exists, or changed that does not. */
function isWrongGuess(result: CommandResult | undefined): boolean {
  return result?.type === 'refused' && (result.refusal.code === 'sku_exists' || result.refusal.code === 'not_found');
}

function locationsShown(result: CommandResult): number {
  return 'sku' in result ? (result.sku?.stock.length ?? 0) : 0;
}

/** The allocation as it is, for a step of an order that changed nothing: it came again, since its answer may have been lost. */
function answeredBefore(
  command: SingleCommand,
  result: CommandResult,
  stock: StockView,
  { allocations }: StockChanges,
): Allocation[] {
  if (!('attempt' in command) || result.type !== 'done' || allocations.has(command.orderId)) return [];
  const known = stock.allocation(command.orderId);
  return known ? [known] : [];
}

function stands(result: CommandResult): boolean {
  if (result.type === 'deferred') return result.progress;
  return !isDeclined(result);
}

/** The result with the SKU at the version that its change gave it. */
function completed(result: CommandResult, stock: StockView, visible: readonly SkuChange[]): CommandResult {
  switch (result.type) {
    case 'sku': {
      const sku = stock.sku(result.sku.code);
      if (!sku) throw new Error(`${result.sku.code} was decided on and does not exist`);
      return { type: 'sku', sku, changed: visible.length > 0 };
    }
    case 'reservation':
      return { ...result, reservation: stock.reservation(result.reservation.id) ?? result.reservation };
    case 'adjusted': {
      const change = visible.find(({ after }) => after.code === result.sku.code);
      if (!change) throw new Error(`${result.sku.code} was adjusted and has not changed`);
      return { type: 'adjusted', sku: change.after, movements: change.movements };
    }
    default:
      return result;
  }
}

function repeated(stock: StockView, command: Command, claim: IdempotencyClaim, known: Earlier): CommandResult {
  if (known.fingerprint !== claim.fingerprint) return refused(keyReused());
  switch (known.type) {
    case 'batch':
      return { ...known.result, replayed: true };
    case 'receipt': {
      const sku = 'sku' in command && command.sku !== undefined ? stock.sku(command.sku) : undefined;
      return { type: 'kept', claimId: claim.id, refused: known.refused, sku, replayed: true };
    }
    default: {
      const fromLedger = command.type === 'batch' ? undefined : specOf(command).ledgerRepeat;
      if (!fromLedger || command.type === 'batch') throw new Error(`The ledger cannot tell a repeated ${command.type}`);
      return { ...fromLedger.result(stock, command, known.movements), replayed: true };
    }
  }
}

/** The last value of each key. */
function lastOf<Value>(changes: readonly ReadonlyMap<string, Value>[]): Value[] {
  return [...new Map(changes.flatMap((each) => [...each])).values()];
}
