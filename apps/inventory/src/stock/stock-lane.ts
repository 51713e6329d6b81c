import { type IdPrefix, newId, nextTurn, type Sequence, type StoredCounts, tenantKey } from '@fulfilment/kernel';
import { errors } from '@fulfilment/contracts';
import { type Allocation, type AllocationLine, lackOf } from '../model/allocation.ts';
import { availableOf, locationsNamedBy, type Sku } from '../model/sku.ts';
import type { RunCommand } from './run-command.ts';
import type { CommandResult } from './domain/command.ts';
import { type Command, partsOf } from './domain/commands/commands.ts';
import { type BatchChanges, StockBatch } from './domain/stock-batch.ts';
import type { Limits, SkuRoom, WorkingSet } from './domain/working-set.ts';
import { loadWorkingSet, type Queued } from './load-working-set.ts';
import { type Presenting, presentResult, receiptOf } from './presented-result.ts';
import { messagesOf } from './order-and-scan-messages.ts';
import type { StockReader, StockStore } from './stock-ports.ts';

/** The result of one command as it was committed, with the records to present it. */
interface Committed extends Presenting {
  readonly result: CommandResult;
  /** Lines of orders that it changed. */
  readonly lines: number;
}

/** Times that a command may be put off: each but the first fills backorders, hundreds where so many wait. */
const MAX_DEFERRALS = 1_000;
/** A SKU that lies at more places is presented in a turn of the event loop of its own: a transaction answers up to a hundred at once. */
const WIDE_PLACES = 100;
/** SKUs beyond which a transaction lets others have the event loop between its parts: each takes up to 0.1 ms a SKU. */
const MANY_SKUS = 50;

/** @param submit queues a command of a tenant, for {@link makeCommitCommands} to commit. */
export function makeChangeStock(submit: (tenant: string, queued: Queued, sequence?: Sequence) => Promise<Committed>): RunCommand {
  let lastTurn: Promise<void> = Promise.resolve();
  return async (tenant, command, sequence) => {
    let worked = 0;
    for (let deferrals = 0; deferrals < MAX_DEFERRALS; deferrals += 1) {
      const alone = deferrals > 0;
      const { result, lines, ...presenting } = await submit(tenantKey(tenant), { command, alone, worked }, sequence);
      worked += lines;
      if (lines > 0) command.origin.noteLines?.(lines);
      if (isWide(result)) await (lastTurn = lastTurn.then(nextTurn));
      if (result.type !== 'deferred') return { result: presentResult(result, presenting), replayed: result.replayed ?? false };
    }
    throw errors.upstreamUnavailable('Backorders are being filled. Try again.');
  };
}

const isWide = (result: CommandResult): boolean => 'sku' in result && (result.sku?.stock.length ?? 0) > WIDE_PLACES;

export interface CommitOptions {
  readonly store: StockStore;
  readonly limits: Limits;
  /** Called after a commit with the SKUs that have backorders left to fill. */
  readonly onStillFilling: (tenant: string, skus: readonly string[]) => void;
  /** For bounds on the number of SKUs; without it they have none. */
  readonly storedSkus?: StoredCounts | undefined;
}

/**
 * Makes the group commit of the lane of stock: commands of one tenant that wait are committed together, each accepted or refused by itself.
 *
 * @returns a function that commits as many of the first commands as one transaction carries, and returns their results.
 */
export function makeCommitCommands({ store, limits, onStillFilling, storedSkus }: CommitOptions) {
  return async (tenant: string, queued: readonly Queued[]): Promise<readonly Committed[]> => {
    const ids = new RepeatableIds();
    const skuRoom = storedSkus && (await skuRoomFor(storedSkus, tenant, queued));
    const committed = await store.transact(tenant, async ({ read, write }) => {
      ids.rewind();
      const { commands, workingSet, receipts } = await loadWorkingSet(read, queued, limits);
      const batch = new StockBatch({ ...workingSet, skuRoom }, limits, ids.next);
      const results = commands.map((command) => {
        const before = batch.steps;
        const result = batch.decide(command, commands.length === 1);
        const lines = batch.linesSince(before, 'orderId' in command ? command.orderId : undefined);
        return { result, lines };
      });
      const worked = new Map(
        commands.flatMap((command, at) => {
          if (!('commandId' in command)) return [];
          const lines = (queued[at]?.worked ?? 0) + (results[at]?.lines ?? 0);
          return [[command.commandId, { origin: command.origin, lines }] as const];
        }),
      );
      const { changes } = batch;
      const pause = changes.skus.length > MANY_SKUS ? nextTurn : undefined;
      await pause?.();
      const freed = await freeToGoElsewhere(read, workingSet, changes);
      const skus = freed ? lastOfEach([...changes.skus, ...freed.skus]) : changes.skus;
      const presenting: Presenting = { locations: changes.locations, receipts };
      const messages = messagesOf(changes, { tenant, worked, newId: ids.next });
      await pause?.();
      await write({
        ...changes,
        skus,
        locations: freed ? new Map([...changes.locations, ...freed.locations]) : changes.locations,
        movements: changes.skuChanges.flatMap(({ movements }) => movements),
        messages,
        receipts: changes.keptResults.map((kept) => receiptOf(kept, presenting)),
        newScanAnswers: changes.scanAnswers.flatMap(({ answer, isNew }) => (isNew ? [answer] : [])),
      });
      const { newSkus } = batch;
      return { results, stillFilling: stillFillingAfter(commands, workingSet, { ...changes, skus }), presenting, newSkus };
    });
    const { results, stillFilling, presenting, newSkus } = committed;
    storedSkus?.added(tenant, newSkus);
    if (stillFilling.length > 0) onStillFilling(tenant, stillFilling);
    return results.map((each) => ({ ...each, ...presenting }));
  };
}

/** Room for the SKUs that commands create. Their counts are read where one of them creates a SKU, and has a bound. */
async function skuRoomFor(stored: StoredCounts, tenant: string, queued: readonly Queued[]): Promise<SkuRoom | undefined> {
  const parts = queued.flatMap(({ command }) => partsOf(command));
  const bounds = parts.flatMap(({ type, origin }) =>
    type === 'create-sku' && origin.maxSkus !== undefined ? [origin.maxSkus] : [],
  );
  const [bound] = bounds;
  return bound === undefined ? undefined : { bound, used: await stored.used(tenant, bound - bounds.length + 1) };
}

/** SKUs that commands changed, or were to fill, and that have backorders left to fill. */
function stillFillingAfter(
  commands: readonly Command[],
  { skus }: Pick<WorkingSet, 'skus'>,
  changes: Pick<BatchChanges, 'skus' | 'allocations'>,
): string[] {
  const asked = new Set(commands.flatMap((command) => (command.type === 'fill' ? [command.sku] : [])));
  // Fills that changed no order would be asked for again without end.
  if (changes.allocations.length === 0 && commands.every(({ type }) => type === 'fill')) return [];
  const concerned = [...skus.filter(({ code }) => asked.has(code)), ...changes.skus];
  return lastOfEach(concerned)
    .filter((sku) => sku.filling)
    .map(({ code }) => code);
}

const lastOfEach = (skus: readonly Sku[]): readonly Sku[] => [...new Map(skus.map((sku) => [sku.code, sku])).values()];

/**
 * SKUs that orders wait for which were bound to a warehouse by what they held there, before the commands or after one of them, and hold
 * it elsewhere or not at all now: they may have units of others, so the queue of the SKU is looked through, by whichever process comes to it.
 *
 * @returns them with the places that they lie at; undefined where there are none.
 */
async function freeToGoElsewhere(
  read: Pick<StockReader, 'skus' | 'locations'>,
  { skus: before, allocations }: Pick<WorkingSet, 'skus' | 'allocations'>,
  changes: Pick<BatchChanges, 'skus' | 'allocations' | 'allocationSteps' | 'sources'>,
): Promise<Pick<BatchChanges, 'skus' | 'locations'> | undefined> {
  const codes = new Set(codesOfFreed(allocations, changes));
  if (codes.size === 0) return undefined;
  const known = lastOfEach([...before, ...changes.skus]).filter(({ code }) => codes.has(code));
  const others = codes.difference(new Set(known.map(({ code }) => code)));
  const more = others.size > 0 ? await read.skus([...others]) : [];
  const ids = new Set(more.flatMap(locationsNamedBy));
  const places = ids.size > 0 ? await read.locations({ ids: [...ids], paths: [], usages: [] }) : [];
  return {
    // Written in any case: a transaction beside this one that gives or fills units of the SKU has seen the order bound.
    skus: [...known, ...more].map((sku) => ({ ...sku, filling: sku.filling || (sku.waiting > 0 && availableOf(sku) > 0) })),
    locations: new Map(places.map((place) => [place.id, place])),
  };
}

function codesOfFreed(
  before: readonly Allocation[],
  { allocations, allocationSteps, sources }: Pick<BatchChanges, 'allocations' | 'allocationSteps' | 'sources'>,
): string[] {
  const earlier = Map.groupBy([...before, ...allocationSteps], ({ orderId }) => orderId);
  return allocations.flatMap(({ orderId, state, sourcing, lines }) => {
    const split = sourcing && (sourcing.split ?? sources.rules.split);
    if (state !== 'open' || !split || split === 'within_line') return [];
    const boundTo = (all: readonly AllocationLine[], id: string): ReadonlySet<string> =>
      new Set(
        all
          .flatMap((line) => (split === 'never' || line.id === id ? (line.sources ?? []) : []))
          .map(({ warehouse }) => warehouse),
      );
    const isFreed = (line: AllocationLine): boolean => {
      const is = boundTo(lines, line.id);
      const wasBound = (was: ReadonlySet<string>): boolean => was.size > 0 && (is.size === 0 || !is.isSubsetOf(was));
      return (earlier.get(orderId) ?? []).some((then) => wasBound(boundTo(then.lines, line.id)));
    };
    return lines.filter((line) => lackOf(line) > 0 && isFreed(line)).map(({ sku }) => sku);
  });
}

/** Ids that a transaction's retries keep: an event has one id even if the answer to its commit was lost. */
class RepeatableIds {
  readonly #made = new Map<IdPrefix, string[]>();
  readonly #given = new Map<IdPrefix, number>();

  readonly next = (prefix: IdPrefix): string => {
    const ids = this.#made.get(prefix) ?? [];
    this.#made.set(prefix, ids);
    const index = this.#given.get(prefix) ?? 0;
    this.#given.set(prefix, index + 1);
    return (ids[index] ??= newId(prefix));
  };

  /** From here on the same ids are given again, in their order. */
  rewind(): void {
    this.#given.clear();
  }
}
