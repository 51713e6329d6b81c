import type { MoveForScan, SingleChange } from '../domain/command.ts';
import { availableOf, type Sku } from '../domain/sku.ts';
import type { AllocationsById } from './concerns.ts';

// How much of the queues of orders is read at first. Too little is never wrong: what turns out to need more is put off.

/** Units of a SKU that commands may set free, on top of those that are. */
export function mayComeFree(sku: Sku, commands: readonly SingleChange[], allocations: AllocationsById): number {
  const released = commands.reduce((sum, command) => sum + releasedBy(command, sku.code, allocations), 0);
  return availableOf(sku) + risesOf(sku, commands) + released;
}

/** Units that the lowest total the commands may come to leaves short of what is allocated by then. */
export function shortfallOf(sku: Sku, commands: readonly SingleChange[]): number {
  const lowest = lowestOf(sku, commands);
  if (lowest >= sku.onHand) return 0;
  return Math.max(0, sku.allocated + Math.min(sku.waiting, risesOf(sku, commands)) - lowest);
}

function risesOf(sku: Sku, commands: readonly SingleChange[]): number {
  const counted = commands.reduce((most, command) => Math.max(most, countOf(sku, command) - sku.onHand), 0);
  return commands.reduce((sum, command) => sum + Math.max(0, mostAdded(sku, command)), counted);
}

function lowestOf(sku: Sku, commands: readonly SingleChange[]): number {
  const counted = commands.reduce((least, command) => Math.min(least, countOf(sku, command)), sku.onHand);
  return commands.reduce((sum, command) => sum + Math.min(0, leastAdded(sku, command)), counted);
}

function releasedBy(command: SingleChange, code: string, allocations: AllocationsById): number {
  if (command.type !== 'release') return 0;
  const lines = allocations.get(command.orderId)?.lines ?? [];
  return lines.reduce((sum, line) => (line.sku === code ? sum + line.allocated : sum), 0);
}

/** What a command counts of the SKU; what there is if it counts nothing. */
function countOf(sku: Sku, command: SingleChange): number {
  if (!('sku' in command) || command.sku !== sku.code) return sku.onHand;
  if (command.type === 'update-sku') return command.onHand ?? sku.onHand;
  return isCount(command) && command.place === null ? command.quantity : sku.onHand;
}

function mostAdded(sku: Sku, command: SingleChange): number {
  if (!('sku' in command) || command.sku !== sku.code) return 0;
  if (command.type === 'adjust-stock') return command.delta;
  return command.type === 'move-for-scan' && command.place !== null ? command.quantity : receivedBy(command);
}

/** A count at one place may find all gone that lies there; which place that is, is not read yet. */
function leastAdded(sku: Sku, command: SingleChange): number {
  if (!('sku' in command) || command.sku !== sku.code) return 0;
  if (command.type === 'adjust-stock') return command.delta;
  if (!isCount(command) || command.place === null) return receivedBy(command);
  return command.quantity - sku.stock.reduce((most, { onHand }) => Math.max(most, onHand), 0);
}

const isCount = (command: SingleChange): command is MoveForScan =>
  command.type === 'move-for-scan' && command.movement === 'count';

const receivedBy = (command: SingleChange): number =>
  command.type === 'move-for-scan' && command.movement === 'receive' ? command.quantity : 0;
