import { CHANGEABLE_FACTS, type ChangedFacts, type LocationCount, type SkuRecord } from '@fulfilment/contracts';
import { type Answered, AppError, type Clock, type IdempotencyClaim, type RequestContext, Sequence } from '@fulfilment/kernel';
import { parseLocation, pathOf } from '../model/location.ts';
import type { Origin } from '../stock/domain/command.ts';
import type { Command, CommandBatch, SkuCommand } from '../stock/domain/commands/commands.ts';
import type { PresentedResult } from '../stock/presented-result.ts';
import { notMade, originOf, type RunCommand } from '../stock/run-command.ts';
import { type Applied, BoundedResults, type ItemResult } from './bounded-results.ts';
import { type AnyItem, operationOf } from './item-operations.ts';

/** One change of a batch or an import. */
export interface Item {
  readonly item: AnyItem;
  /** Where it stands in the request, such as `/items/3`: the pointers of its errors begin with it. */
  readonly pointer: string;
  /** Under which it is done once, whatever request it comes with. */
  readonly claim?: IdempotencyClaim | undefined;
  /** True where it creates or updates by a guess: see {@link ItemTerms.mode}. */
  readonly isGuess?: boolean;
}

export interface ItemTerms {
  /**
   * `partial`: each by itself, in their order; `atomic`: all or none; `guessed`: as `partial`, in one transaction, of which nothing stays
   * where a guess was wrong: `sku_exists` or `not_found` of its item.
   */
  readonly mode: 'partial' | 'atomic' | 'guessed';
  /** Decides, and changes nothing. */
  readonly dryRun?: boolean;
  /** Ends the work: items that are not being committed by then are refused with its reason, a retryable `AppError`. */
  readonly signal?: AbortSignal;
}

/**
 * Creates, updates and adjusts SKUs: at most 1 000, since those of an atomic batch or a dry run share a transaction. An atomic batch is
 * done once under the context's idempotency key; the items of a partial one under their own claims.
 *
 * @returns the result of each item, in their order, with 4 MB of records at most, and the paths of locations that a dry run would make. A
 * retryable failure is the refusal of its item; the items behind it are not tried.
 * @throws AppError `unavailable` where an atomic batch or a dry run cannot be decided.
 */
export type ApplyItems = (
  items: readonly Item[],
  context: RequestContext,
  terms: ItemTerms,
) => Promise<Answered<readonly ItemResult[]> & { readonly newLocations?: readonly string[] }>;

export function makeApplyItems(runCommand: RunCommand, now: Clock): ApplyItems {
  return async (items, context, { mode, dryRun = false, signal }) => {
    const origin: Origin = { ...originOf(context, now), batch: Symbol('batch') };
    if (mode === 'partial' && !dryRun) {
      const change: Change = async (command, sequence) => (await runCommand(context.tenant, command, sequence)).result;
      return { result: await eachByItself(items, { change, origin, sequence: new Sequence(signal) }), replayed: false };
    }
    const terms = { mode: mode === 'atomic' ? mode : 'partial', dryRun } as const;
    const together = batchOf(items, mode === 'atomic' && !dryRun ? origin : { ...origin, claim: undefined }, terms);
    const { result, replayed } = await runCommand(context.tenant, together, new Sequence(signal));
    if (result.type !== 'together') throw notMade(result, replayed);
    const { newLocations = [] } = result;
    return { result: batchResults(items, result, mode), replayed, newLocations };
  };
}

function batchOf(items: readonly Item[], origin: Origin, terms: Pick<CommandBatch, 'mode' | 'dryRun'>): CommandBatch {
  const commands = items.map((item) => commandOf(item, origin));
  return { type: 'batch', origin, commands, ...terms, guesses: new Set(commands.filter((_, index) => items[index]?.isGuess)) };
}

const commandOf = ({ item, claim }: Item, origin: Origin): SkuCommand => operationOf(item).commandOf(item, { ...origin, claim });

type Change = (command: Command, sequence: Sequence) => Promise<PresentedResult>;

interface Doing {
  readonly change: Change;
  readonly origin: Origin;
  /** Its order holds over failures within a run too. */
  readonly sequence: Sequence;
}

async function eachByItself(items: readonly Item[], doing: Doing): Promise<readonly ItemResult[]> {
  const bounded = new BoundedResults();
  const { results } = bounded;
  for (let from = 0; from < items.length; from += MAX_RUN) {
    const some = items.slice(from, from + MAX_RUN);
    const runs = [...orderlyRuns(some, positionOf)];
    const away = results.find((result) => result.type === 'refused' && result.error.isRetryable);
    const settled = away ? [] : (runs.length > 1 && (await inOneTransaction(some, doing))) || (await runByRun(runs, doing));
    bounded.addAll(some.map(({ item: { sku } }, place) => ({ sku, result: away ?? foundAt(settled, place) })));
  }
  return results;
}

/** Several changes of one SKU, of which each would wait for the one before. @returns undefined where they are too much together. */
async function inOneTransaction(
  items: readonly Item[],
  { change, origin, sequence }: Doing,
): Promise<readonly ItemResult[] | undefined> {
  try {
    const unclaimed = { ...origin, claim: undefined };
    const result = await change(batchOf(items, unclaimed, { mode: 'partial', dryRun: false }), sequence);
    if (result.type !== 'together') return undefined;
    return items.map((item, index) => resultOf(item, foundAt(result.outcomes, index)));
  } catch (error) {
    if (error instanceof AppError) return items.map(() => ({ type: 'refused', error }));
    throw error;
  }
}

async function runByRun(runs: readonly (readonly Item[])[], { change, origin, sequence }: Doing): Promise<readonly ItemResult[]> {
  const results: ItemResult[] = [];
  for (const run of runs) {
    const away = results.find((result) => result.type === 'refused' && result.error.isRetryable);
    const done = (item: Item) => settle(item, change(commandOf(item, origin), sequence));
    results.push(...(away ? run.map(() => away) : await Promise.all(run.map(done))));
  }
  return results;
}

function foundAt<Result>(results: readonly Result[], place: number): Result {
  const found = results[place];
  if (found === undefined) throw new Error('An item has no result');
  return found;
}

/** Only a change of quantities may be put off, until backorders are filled or taken back. */
function positionOf({ item }: Item): PositionInRun {
  const operation = operationOf(item);
  if (operation.isRelative) return { sku: item.sku, order: 'any' };
  return { sku: item.sku, order: operation.setsUnits(item) ? 'alone' : 'first' };
}

async function settle(item: Item, changed: Promise<PresentedResult>): Promise<ItemResult> {
  try {
    return resultOf(item, await changed);
  } catch (error) {
    if (error instanceof AppError) return { type: 'refused', error };
    throw error;
  }
}

function batchResults(
  items: readonly Item[],
  { stands, outcomes }: Extract<PresentedResult, { type: 'together' }>,
  mode: ItemTerms['mode'],
): readonly ItemResult[] {
  const bounded = new BoundedResults();
  bounded.addAll(
    items.map((item, index) => {
      const result = resultOf(item, foundAt(outcomes, index));
      const isLeftOut = mode === 'atomic' && !stands && result.type === 'applied';
      return { sku: item.item.sku, result: isLeftOut ? ({ type: 'left-out' } as const) : result };
    }),
  );
  return bounded.results;
}

function resultOf({ item, pointer }: Item, result: PresentedResult): ItemResult {
  const { op } = item;
  switch (result.type) {
    case 'sku': {
      const { record, changed, before } = result;
      const change = item.op === 'count' ? countOf(item, before, record) : changeOf(before, record);
      return { ...applied(op, record, changed), ...change };
    }
    case 'adjusted':
      return { ...applied(op, result.adjustment.record, true), ...changeOf(result.before, result.adjustment.record) };
    case 'outdated':
      return {
        type: 'refused',
        error: within(notMade(result), pointer),
        places: 'stock' in result.record ? result.record.stock.length : 0,
      };
    default:
      return { type: 'refused', error: within(notMade(result), pointer) };
  }
}

const applied = (op: Applied['op'], record: SkuRecord, changed: boolean): Applied => ({
  type: 'applied',
  op,
  version: record.version,
  record,
  changed,
  places: record.stock.length,
});

/** The facts that a dry run would change. */
function changeOf(before: SkuRecord | null | undefined, after: SkuRecord): Pick<Applied, 'change'> {
  if (before === undefined) return {};
  const isSame = (name: keyof SkuRecord): boolean =>
    before ? JSON.stringify(before[name]) === JSON.stringify(after[name]) : isBlank(after[name]);
  const names = CHANGEABLE_FACTS.filter((name) => !isSame(name));
  const factsIn = (record: SkuRecord): ChangedFacts => Object.fromEntries(names.map((name) => [name, record[name]]));
  return names.length === 0 ? {} : { change: { sku: after.sku, before: before && factsIn(before), after: factsIn(after) } };
}

/** The units at a place that a dry run would change. */
function countOf({ location }: LocationCount, before: SkuRecord | null | undefined, after: SkuRecord): Pick<Applied, 'change'> {
  if (!before) return {};
  const named = parseLocation(location);
  const isThere = ({ location_id: id, location_path: path }: SkuRecord['stock'][number]): boolean =>
    named.type === 'id' ? id === named.id : path === pathOf(named.codes);
  const [was, is] = [before.stock.find(isThere), after.stock.find(isThere)];
  const [from, to] = [was?.on_hand ?? 0, is?.on_hand ?? 0];
  const place = (is ?? was)?.location ?? location;
  return from === to ? {} : { change: { sku: after.sku, location: place, before: { on_hand: from }, after: { on_hand: to } } };
}

const isBlank = (value: unknown): boolean => value === null || (typeof value === 'object' && Object.keys(value).length === 0);

/** The same error with its pointers into the whole request. */
function within(error: AppError, pointer: string): AppError {
  const { kind, code, message, details } = error;
  const { errors } = details;
  if (!Array.isArray(errors)) return error;
  const moved = errors.map((each: object) => ({
    ...each,
    pointer: `${pointer}${'pointer' in each ? String(each.pointer) : ''}`,
  }));
  return new AppError({ kind, code, message, details: { ...details, errors: moved } });
}

/** The most items of a run: as many commands as one transaction takes. */
export const MAX_RUN = 100;

/** How an item may share a run with others of its SKU. */
export interface PositionInRun {
  readonly sku: string;
  /** `first`: anything may follow; `any`: comes out the same before and behind its like; `alone`: nothing may follow. */
  readonly order: 'first' | 'any' | 'alone';
}

/**
 * Cuts items into runs that may be sent off at once, in their order. A change that may be put off behind others of its run is followed
 * by none of its SKU that must not overtake it: such a change waits for the next run.
 */
export function* orderlyRuns<Each>(items: readonly Each[], placeIn: (item: Each) => PositionInRun): Generator<readonly Each[]> {
  let run: Each[] = [];
  let touched = new Map<string, PositionInRun['order']>();
  for (const item of items) {
    const { order, sku } = placeIn(item);
    const before = touched.get(sku) ?? 'first';
    const mayFollow = before === 'first' || (before === 'any' && order === 'any');
    if (run.length === MAX_RUN || !mayFollow) {
      yield run;
      run = [];
      touched = new Map();
    }
    run.push(item);
    touched.set(sku, order);
  }
  if (run.length > 0) yield run;
}
