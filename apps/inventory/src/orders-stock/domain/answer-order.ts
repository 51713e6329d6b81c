import type { Allocation } from './allocation.ts';
import type { OrderCommand } from '../../stock/domain/commands/command.ts';
import { type Decision, DONE } from '../../stock/domain/decision.ts';
import type { Draft } from '../../stock/domain/draft.ts';
import { invalidTransition, type Refusal } from '../../stock/domain/refusal.ts';

/** Writes the answer into the allocation document: from now on the same command has no effect. */
export function answer(draft: Draft, allocation: Allocation, given: { command: OrderCommand; refusal?: Refusal }): Decision {
  const { attempt, commandId, type } = given.command;
  const lastAnswer = { commandId, type, refusal: given.refusal ?? null };
  draft.putAllocation({ ...allocation, lastAttempt: attempt, lastAnswer });
  return DONE;
}

/** The document of an order that has none yet: `rejected`, unless an allocation follows. */
export function newAllocation({ orderId, commandId, type, attempt, origin }: OrderCommand): Allocation {
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

/** Whether a command was answered before: then it has no effect, and its answer has been published. */
export function isRepeated({ lastAttempt }: Allocation, { attempt }: OrderCommand): boolean {
  return attempt <= lastAttempt;
}

export function refuseTransition(draft: Draft, allocation: Allocation, command: OrderCommand): Decision {
  return answer(draft, allocation, { command, refusal: invalidTransition(command.type, allocation.state) });
}

export type Step = (draft: Draft, allocation: Allocation, command: OrderCommand) => Decision;

/** Takes a step of an order once, from the states it starts from; from any other it is refused without effect. */
export function takeStep(
  draft: Draft,
  command: OrderCommand,
  { from, step }: { readonly from: readonly Allocation['state'][]; readonly step: Step },
): Decision {
  const allocation = draft.allocation(command.orderId);
  if (!allocation) return refuseTransition(draft, newAllocation(command), command);
  if (isRepeated(allocation, command)) return DONE;
  return from.includes(allocation.state) ? step(draft, allocation, command) : refuseTransition(draft, allocation, command);
}
