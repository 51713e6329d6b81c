import type { Allocation, OrderCommandType } from '../../allocations/domain/allocation.ts';
import { type AllocationsById, type Cause, type CommandResult, DONE, type Origin, type Reads } from './command.ts';
import { invalidTransition, type Refusal } from './refusal.ts';
import type { StockDraft } from './stock-draft.ts';

/** A step of an order as the orders service asks for it. */
export interface OrderStep<Type extends OrderCommandType = OrderCommandType> {
  readonly type: Type;
  readonly origin: Origin;
  readonly commandId: string;
  readonly orderId: string;
  readonly attempt: number;
}

/** The order's own lines tell the SKUs that a step works on. */
export function stepReads({ orderId }: OrderStep, allocations: AllocationsById): Reads {
  return { skus: allocations.get(orderId)?.lines.map(({ sku }) => sku) ?? [], orderId };
}

export const stepCause = (reason: string, { orderId: id }: OrderStep): Omit<Cause, 'origin'> => ({
  reason,
  reference: { type: 'order', id },
  note: null,
});

/** Takes a step of an order once, from the states it starts from; from any other it is refused without effect. */
export function takeStep(
  draft: StockDraft,
  command: OrderStep,
  from: readonly Allocation['state'][],
  step: (allocation: Allocation) => CommandResult,
): CommandResult {
  const allocation = draft.allocation(command.orderId);
  if (!allocation) return refuseTransition(draft, newAllocation(command), command);
  if (isRepeated(allocation, command)) return DONE;
  return from.includes(allocation.state) ? step(allocation) : refuseTransition(draft, allocation, command);
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

/** True for a command that was answered before: it has no effect, and its answer has been published. */
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
