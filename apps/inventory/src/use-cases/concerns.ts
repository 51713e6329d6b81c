import type { Allocation } from '../domain/allocation.ts';
import { isOrderCommand, type StockChange } from '../domain/command.ts';
import { DEFAULT_WAREHOUSE, pathsDownTo, type PlaceReference } from '../domain/place.ts';
import { availableOf, type Sku } from '../domain/sku.ts';

export type AllocationsById = ReadonlyMap<string, Allocation>;

export function orderIdsOf(commands: readonly StockChange[]): string[] {
  return distinct(commands.flatMap((command) => (isOrderCommand(command) ? [command.orderId] : [])));
}

/** Lines that a command works on: what its transaction weighs. */
export function linesOf(command: StockChange, allocations: AllocationsById): number {
  return Math.max(1, skusOfCommand(command, allocations).length);
}

/** The SKUs that commands work on. */
export function skusOf(commands: readonly StockChange[], allocations: AllocationsById): string[] {
  return distinct(commands.flatMap((command) => skusOfCommand(command, allocations)));
}

function skusOfCommand(command: StockChange, allocations: AllocationsById): string[] {
  if ('lines' in command) return command.lines.map(({ sku }) => sku);
  if ('sku' in command) return [command.sku];
  return allocations.get(command.orderId)?.lines.map(({ sku }) => sku) ?? [];
}

/** The places that commands name, and those that their SKUs lie at. */
export function placesOf(
  commands: readonly StockChange[],
  skus: readonly Sku[],
): { readonly ids: string[]; readonly paths: string[] } {
  const references = commands.flatMap(referencesOf);
  const named = references.flatMap((reference) => (reference.type === 'id' ? [reference.id] : []));
  const paths = references.flatMap((reference) => (reference.type === 'path' ? pathsDownTo(reference.codes) : []));
  const lying = skus.flatMap(({ homeId, stock }) => [homeId, ...stock.map(({ locationId }) => locationId)]);
  return { ids: distinct([...named, ...lying]), paths: distinct(paths) };
}

function referencesOf(command: StockChange): PlaceReference[] {
  switch (command.type) {
    case 'create-sku':
      return [command.home ?? { type: 'path', codes: [DEFAULT_WAREHOUSE] }];
    case 'update-sku':
      return command.home === null ? [{ type: 'path', codes: [DEFAULT_WAREHOUSE] }] : command.home ? [command.home] : [];
    case 'transfer-stock':
      return [{ type: 'id', id: command.fromId }, command.to];
    default:
      return [];
  }
}

/** Units of a SKU that commands may set free, on top of those that are. */
export function mayComeFree(sku: Sku, commands: readonly StockChange[], allocations: AllocationsById): number {
  const counted = commands.reduce((most, command) => Math.max(most, countOf(sku, command) - sku.onHand), 0);
  const released = commands.reduce((sum, command) => sum + releasedBy(command, sku.code, allocations), 0);
  return availableOf(sku) + counted + released;
}

function releasedBy(command: StockChange, code: string, allocations: AllocationsById): number {
  if (command.type !== 'release') return 0;
  const lines = allocations.get(command.orderId)?.lines ?? [];
  return lines.reduce((sum, line) => (line.sku === code ? sum + line.allocated : sum), 0);
}

/** Units that the lowest count among the commands leaves short of what is allocated. */
export function shortfallOf(sku: Sku, commands: readonly StockChange[]): number {
  return commands.reduce((most, command) => Math.max(most, sku.allocated - countOf(sku, command)), 0);
}

/** What a command counts of the SKU; what there is if it counts nothing. */
function countOf(sku: Sku, command: StockChange): number {
  return command.type === 'update-sku' && command.sku === sku.code ? (command.onHand ?? sku.onHand) : sku.onHand;
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)];
