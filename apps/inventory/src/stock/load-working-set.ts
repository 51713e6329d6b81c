import type { Allocation } from '../orders-stock/domain/allocation.ts';
import { partsOf, type Command } from './domain/commands/command.ts';
import type { Sku } from '../skus/domain/sku.ts';
import type { Limits, Reach, WorkingSet } from './domain/working-set.ts';
import { type AllocationsById, linesOf, orderIdsOf, placesOf, scanIdsOf, skusOf } from './concerns.ts';
import { type EarlierAnswers, givenAnswers, loadEarlierAnswers, movedPlaces } from './earlier-answers.ts';
import { mayComeFree, shortfallOf } from './expected-moves.ts';
import type { FoundOrders, StockReader } from './stock-ports.ts';

/** A command in the lane. */
export interface Queued {
  readonly command: Command;
  /** Whether it needs a transaction of its own. */
  readonly alone: boolean;
}

export interface Loaded {
  /** The first of the commands: as many as fit into one transaction, at least one. */
  readonly commands: readonly Command[];
  readonly workingSet: WorkingSet;
  readonly earlier: EarlierAnswers;
}

/** Reads what the next commands concern: their orders, the SKUs of those, then the orders that wait for or hold these. */
export async function loadWorkingSet(read: StockReader, queued: readonly Queued[], limits: Limits): Promise<Loaded> {
  const ofCommands = await read.allocations(orderIdsOf(queued.flatMap(({ command }) => partsOf(command))));
  const allocations = new Map(ofCommands.map((allocation) => [allocation.orderId, allocation]));
  const commands = firstThatFit(queued, allocations, limits.commandLines);
  const changes = commands.flatMap(partsOf);
  const earlier = await loadEarlierAnswers(read, commands);
  const scanAnswers = await read.scanAnswers(scanIdsOf(changes));
  const skus = await read.skus(skusOf(changes, allocations));
  const queues = await loadQueues(read, { skus, commands, allocations, limits });
  const places = await read.locations(placesOf(changes, skus, movedPlaces(earlier)));
  const loaded = [...queues.waiting.values(), ...queues.held.values()].flatMap((found) => found.allocations);
  return {
    commands,
    earlier,
    workingSet: {
      skus,
      places,
      allocations: [...ofCommands, ...loaded],
      waiting: reachesOf(queues.waiting),
      held: reachesOf(queues.held),
      answered: givenAnswers(earlier),
      scanAnswers,
    },
  };
}

function firstThatFit(queued: readonly Queued[], allocations: AllocationsById, atMost: number): Command[] {
  const [first, ...rest] = queued;
  if (!first) return [];
  const taken = [first.command];
  let lines = linesOf(first.command, allocations);
  for (const { command, alone } of first.alone ? [] : rest) {
    lines += linesOf(command, allocations);
    if (alone || lines > atMost) break;
    taken.push(command);
  }
  return taken;
}

interface Concern {
  readonly skus: readonly Sku[];
  readonly commands: readonly Command[];
  readonly allocations: ReadonlyMap<string, Allocation>;
  readonly limits: Limits;
}

type FoundBySku = ReadonlyMap<string, FoundOrders>;

async function loadQueues(read: StockReader, concern: Concern): Promise<{ waiting: FoundBySku; held: FoundBySku }> {
  const { skus, commands, allocations, limits } = concern;
  const waiting = new Map<string, FoundOrders>();
  const held = new Map<string, FoundOrders>();
  let ordersLeft = limits.fillLines;
  for (const sku of skus) {
    const free = mayComeFree(sku, commands, allocations);
    if (sku.waiting > 0 && free > 0 && ordersLeft > 0) {
      const found = await read.waiting({ sku: sku.code, units: free, atMost: ordersLeft });
      waiting.set(sku.code, found);
      ordersLeft -= found.allocations.length;
    }
    const shortfall = shortfallOf(sku, commands);
    if (shortfall > 0)
      held.set(sku.code, await read.holding({ sku: sku.code, units: shortfall, atMost: limits.takeBackOrders + 1 }));
  }
  return { waiting, held };
}

function reachesOf(found: FoundBySku): ReadonlyMap<string, Reach> {
  return new Map(Array.from(found, ([code, orders]) => [code, reachOf(orders)]));
}

function reachOf({ allocations, complete }: FoundOrders): Reach {
  const last = allocations.at(-1);
  if (complete) return { type: 'all' };
  return last ? { type: 'up-to', last } : { type: 'none' };
}
