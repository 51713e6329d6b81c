import type { StockReason } from '@fulfilment/kernel';
import { type Allocation, lackOf, type OrderCommandType } from '../../../model/allocation.ts';
import { invalidTransition, notYet, type Refusal, type ShortItem } from '../../../model/refusal.ts';
import { admittedKindOf } from '../admitted-kinds.ts';
import {
  type CommandCause,
  type CommandResult,
  type CommandSpec,
  type Deferred,
  DONE,
  type Forecast,
  type Origin,
  putOff,
} from '../command.ts';
import type { StockDraft } from '../stock-draft.ts';
import { fillBackorders } from './fill-backorders.ts';

/** A step of an order as the orders service asks for it. */
export interface OrderStep<Type extends OrderCommandType = OrderCommandType> {
  readonly type: Type;
  readonly origin: Origin;
  readonly commandId: string;
  readonly orderId: string;
  readonly attempt: number;
}

/** Units of one line of the order. */
export interface LineUnits {
  readonly id: string;
  readonly quantity: number;
}

/** A step of an order that is taken once, from these states; from any other it is refused without effect. */
export function stepFrom<Step extends OrderStep>(
  states: readonly Allocation['state'][],
  reason: StockReason,
  step: (draft: StockDraft, allocation: Allocation, command: Step) => CommandResult,
): CommandSpec<Step> {
  return {
    // The order's own lines tell the SKUs that a step works on.
    reads: ({ orderId }, allocations) => ({ skus: allocations.get(orderId)?.lines.map(({ sku }) => sku) ?? [], orderId }),
    cause: (command) => causeOf(reason, command),
    decide: (draft, command) => {
      const allocation = draft.allocation(command.orderId);
      if (!allocation) return refuseTransition(draft, newAllocation(command), command);
      if (isRepeated(allocation, command)) return DONE;
      if (!draft.admits(admittedKindOf(command))) return answer(draft, allocation, command, notYet());
      return states.includes(allocation.state) ? step(draft, allocation, command) : refuseTransition(draft, allocation, command);
    },
  };
}

/** Adds to the counters of a SKU that orders change. */
export function changeCounters(
  draft: StockDraft,
  code: string,
  { allocated = 0, firm = 0, waiting = 0 }: { readonly allocated?: number; readonly firm?: number; readonly waiting?: number },
): void {
  const sku = draft.knownSku(code);
  draft.putSku({ ...sku, allocated: sku.allocated + allocated, firm: sku.firm + firm, waiting: sku.waiting + waiting });
}

export function causeOf(reason: StockReason, { orderId: id }: OrderStep): CommandCause {
  return { reason, reference: { type: 'order', id }, note: null };
}

/** Writes the answer into the allocation: from now on the same command has no effect. */
export function answer(
  draft: StockDraft,
  allocation: Allocation,
  command: OrderStep,
  refusal: Refusal | null = null,
): CommandResult {
  const { attempt, commandId, type } = command;
  draft.putAllocation({ ...allocation, lastAttempt: attempt, lastAnswer: { commandId, type, refusal } });
  return DONE;
}

export function refuseTransition(draft: StockDraft, allocation: Allocation, command: OrderStep): CommandResult {
  return answer(draft, allocation, command, invalidTransition(command.type, allocation.state));
}

/** True for a command that has its answer: it has no effect, and its allocation is published again. */
export function isRepeated({ lastAttempt }: Allocation, { attempt }: OrderStep): boolean {
  return attempt <= lastAttempt;
}

/** The allocation of an order that has none yet: `rejected`, unless units are held for it. */
export function newAllocation({ orderId, commandId, type, attempt, origin }: OrderStep): Allocation {
  return {
    orderId,
    orderCreatedAt: origin.at,
    lines: [],
    state: 'rejected',
    lastAttempt: attempt,
    lastAnswer: { commandId, type, refusal: null },
    version: 0,
    updatedAt: origin.at,
  };
}

/** Puts an order off that is short of units which may still come to it: they are being given to the orders before. */
export function whileFilling(draft: StockDraft, short: readonly ShortItem[]): Deferred | undefined {
  // A SKU of which the order waits for nothing may not be loaded.
  return short.some(({ sku }) => draft.sku(sku)?.filling) ? putOff(draft) : undefined;
}

/**
 * Brings the turn of an order forward where backorders are still being filled, by filling those before it: it succeeds right after the
 * restock that made it possible.
 */
export function toppedUp(draft: StockDraft, allocation: Allocation): Allocation {
  const lacking = new Set(allocation.lines.filter((line) => lackOf(line) > 0).map(({ sku }) => sku));
  for (const code of lacking) if (draft.knownSku(code).filling) fillBackorders(draft, code);
  return draft.allocation(allocation.orderId) ?? allocation;
}

/** Foresees that all that an order holds comes free. */
export function freesWhatItsOrderHolds(
  ...[{ orderId }, { code }, { allocations }]: Parameters<NonNullable<CommandSpec<OrderStep>['forecast']>>
): Forecast {
  const lines = (allocations.get(orderId)?.lines ?? []).filter((line) => line.sku === code);
  const held = lines.reduce((sum, line) => sum + line.allocated, 0);
  // Until it is released it stands in the queue itself, most often first: those behind it are wanted.
  return { released: held === 0 ? 0 : lines.reduce((sum, line) => sum + lackOf(line), held) };
}
