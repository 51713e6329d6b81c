import { type MoveForScan, partsOf, type SingleCommand, type Command } from './domain/commands/command.ts';
import { availableOf, type Sku } from '../skus/domain/sku.ts';
import type { AllocationsById } from './concerns.ts';

// How much of the queues of orders is read at first. Too little is not wrong for a single change: what turns out to need more is put
// off, and decided alone. Changes that are decided together are never apart: for these it is enough whichever of them are refused.

/** Units of a SKU that commands may set free, on top of those that are. */
export function mayComeFree(sku: Sku, commands: readonly Command[], allocations: AllocationsById): number {
  const released = commands.flatMap(partsOf).reduce((sum, command) => sum + releasedBy(command, sku.code, allocations), 0);
  return availableOf(sku) + foresee(sku, commands).risen + released;
}

/** Units that the commands may leave short of what is allocated by then: what rises before is allocated to those that wait. */
export function shortfallOf(sku: Sku, commands: readonly Command[]): number {
  return foresee(sku, commands).shortfall;
}

interface Foreseen {
  /** At least. */
  readonly onHand: number;
  readonly risen: number;
  readonly shortfall: number;
}

function foresee(sku: Sku, commands: readonly Command[]): Foreseen {
  const start: Foreseen = { onHand: sku.onHand, risen: 0, shortfall: 0 };
  return commands.flatMap(expectedOf).reduce((before, { change, mayNotHappen }) => {
    const counted = countedBy(sku, change);
    const least = counted ?? before.onHand + leastAdded(sku, change);
    const most = counted ?? before.onHand + mostAdded(sku, change);
    const free = mayNotHappen ? availableOf(sku) + before.risen : before.risen;
    const short = sku.allocated + Math.min(sku.waiting, free) - least;
    const mayFallShort = counted !== undefined || least < before.onHand;
    return {
      onHand: mayNotHappen ? Math.min(before.onHand, least) : least,
      risen: before.risen + Math.max(0, most - before.onHand),
      shortfall: mayFallShort ? Math.max(before.shortfall, short) : before.shortfall,
    };
  }, start);
}

interface Expected {
  readonly change: SingleCommand;
  readonly mayNotHappen: boolean;
}

const expectedOf = (command: Command): Expected[] =>
  partsOf(command).map((change) => ({ change, mayNotHappen: command.type === 'together' }));

function releasedBy(command: SingleCommand, code: string, allocations: AllocationsById): number {
  if (command.type !== 'release') return 0;
  const lines = allocations.get(command.orderId)?.lines ?? [];
  return lines.reduce((sum, line) => (line.sku === code ? sum + line.allocated : sum), 0);
}

/** The total that a command says there is; undefined where it says nothing of the SKU's. */
function countedBy(sku: Sku, command: SingleCommand): number | undefined {
  if (!('sku' in command) || command.sku !== sku.code) return undefined;
  if (command.type === 'update-sku') return command.onHand;
  return isCount(command) && command.location === null ? command.quantity : undefined;
}

function mostAdded(sku: Sku, command: SingleCommand): number {
  if (!('sku' in command) || command.sku !== sku.code) return 0;
  if (command.type === 'adjust-stock') return command.delta;
  return command.type === 'move-for-scan' && command.location !== null ? command.quantity : receivedBy(command);
}

/** A count at one place may find all gone that lies there; which place that is, is not read yet. */
function leastAdded(sku: Sku, command: SingleCommand): number {
  if (!('sku' in command) || command.sku !== sku.code) return 0;
  if (command.type === 'adjust-stock') return command.delta;
  if (!isCount(command) || command.location === null) return receivedBy(command);
  return command.quantity - sku.stock.reduce((most, { onHand }) => Math.max(most, onHand), 0);
}

const isCount = (command: SingleCommand): command is MoveForScan =>
  command.type === 'move-for-scan' && command.movement === 'count';

const receivedBy = (command: SingleCommand): number =>
  command.type === 'move-for-scan' && command.movement === 'receive' ? command.quantity : 0;
