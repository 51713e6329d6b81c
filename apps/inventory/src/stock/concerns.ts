import type { Allocation } from '../orders-stock/domain/allocation.ts';
import {
  type CreateSku,
  isOrderCommand,
  partsOf,
  type SingleCommand,
  type Command,
  type UpdateSku,
} from './domain/commands/command.ts';
import { DEFAULT_WAREHOUSE, pathsDownTo, type LocationReference } from '../locations/domain/location.ts';
import type { Sku } from '../skus/domain/sku.ts';

export type AllocationsById = ReadonlyMap<string, Allocation>;

export function orderIdsOf(commands: readonly SingleCommand[]): string[] {
  return distinct(commands.flatMap((command) => (isOrderCommand(command) ? [command.orderId] : [])));
}

export function scanIdsOf(commands: readonly SingleCommand[]): string[] {
  return distinct(commands.flatMap((command) => (command.type === 'move-for-scan' ? [command.scanId] : [])));
}

/** Lines that a command works on: what its transaction weighs. */
export function linesOf(command: Command, allocations: AllocationsById): number {
  return partsOf(command).reduce((sum, part) => sum + Math.max(1, skusOfCommand(part, allocations).length), 0);
}

/** The SKUs that commands work on. */
export function skusOf(commands: readonly SingleCommand[], allocations: AllocationsById): string[] {
  return distinct(commands.flatMap((command) => skusOfCommand(command, allocations)));
}

function skusOfCommand(command: SingleCommand, allocations: AllocationsById): string[] {
  if ('lines' in command) return command.lines.map(({ sku }) => sku);
  if ('sku' in command) return [command.sku];
  return allocations.get(command.orderId)?.lines.map(({ sku }) => sku) ?? [];
}

/** The places that commands name, those that their SKUs lie at, and others by their ids. */
export function placesOf(
  commands: readonly SingleCommand[],
  skus: readonly Sku[],
  others: readonly string[],
): { readonly ids: string[]; readonly paths: string[] } {
  const references = commands.flatMap(referencesOf);
  const named = references.flatMap((reference) => (reference.type === 'id' ? [reference.id] : []));
  const paths = references.flatMap((reference) => (reference.type === 'path' ? pathsDownTo(reference.codes) : []));
  const lying = skus.flatMap(({ homeId, stock }) => [homeId, ...stock.map(({ locationId }) => locationId)]);
  return { ids: distinct([...named, ...lying, ...others]), paths: distinct(paths) };
}

function referencesOf(command: SingleCommand): LocationReference[] {
  switch (command.type) {
    case 'create-sku':
    case 'update-sku':
      return homesOf(command);
    case 'adjust-stock':
    case 'move-for-scan':
      return command.location ? [command.location] : [];
    case 'transfer-stock':
      return [{ type: 'id', id: command.fromId }, command.to];
    default:
      return [];
  }
}

/** Null is the default warehouse itself. */
function homesOf({ home }: CreateSku | UpdateSku): LocationReference[] {
  if (home === null) return [{ type: 'path', codes: [DEFAULT_WAREHOUSE] }];
  return home ? [home] : [];
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)];
