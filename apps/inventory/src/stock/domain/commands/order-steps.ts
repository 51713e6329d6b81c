import { type Allocation, type AllocationLine, lackOf, type OrderCommandType, waitingFor } from '../../../model/allocation.ts';
import {
  fewerAreAllocated,
  fewerAreAvailable,
  insufficientStock,
  invalidTransition,
  type Refusal,
  type ShortItem,
  unknownSku,
} from '../../../model/refusal.ts';
import { availableOf } from '../../../model/sku.ts';
import { takingsOfSale } from '../change-total.ts';
import { type Cause, type CommandResult, type CommandSpec, type Deferred, DONE, type Origin, putOff } from '../command.ts';
import type { StockDraft } from '../stock-draft.ts';
import { fillBackorders } from './fill-backorders.ts';

/** A step of an order as the orders service asks for it. */
interface OrderStep<Type extends OrderCommandType = OrderCommandType> {
  readonly type: Type;
  readonly origin: Origin;
  readonly commandId: string;
  readonly orderId: string;
  readonly attempt: number;
}

/** Holds what is available of each line; the rest waits, or the order is refused whole, as is one with an unknown or archived SKU. */
export interface AllocateOrder extends OrderStep<'allocate'> {
  readonly orderCreatedAt: Date;
  readonly lines: readonly { readonly id: string; readonly sku: string; readonly quantity: number }[];
  /** False: all of it is held, or it is refused and nothing is. */
  readonly allowBackorder: boolean;
}

export const allocate: CommandSpec<AllocateOrder> = {
  reads: ({ orderId, lines }) => ({ skus: lines.map(({ sku }) => sku), orderId }),
  forecast: ({ allowBackorder }, { filling }) => (filling && !allowBackorder ? {} : undefined),
  cause: (command) => causeOf('allocation', command),
  decide: (draft, command) => {
    const known = draft.allocation(command.orderId);
    if (known) return isRepeated(known, command) ? DONE : refuseTransition(draft, known, command);
    const fresh = { ...newAllocation(command), orderCreatedAt: command.orderCreatedAt };
    const unknown = command.lines.flatMap(({ sku }, index) =>
      draft.sku(sku)?.archivedAt === null ? [] : [{ pointer: `/lines/${index}/sku`, sku }],
    );
    const refuse = (refusal: Refusal): CommandResult => {
      const lines = command.lines.map((line) => ({ ...line, name: draft.sku(line.sku)?.name ?? null, allocated: 0, shipped: 0 }));
      return answer(draft, { ...fresh, lines }, command, refusal);
    };
    if (unknown.length > 0) return refuse(unknownSku(unknown));
    if (!command.allowBackorder) {
      const codes = new Set(command.lines.map(({ sku }) => sku));
      for (const code of codes) if (draft.knownSku(code).filling) fillBackorders(draft, code);
      const [first, ...rest] = missingLines(draft, command);
      if (first) {
        return whileFilling(draft, [first, ...rest]) ?? refuse(insufficientStock([first, ...rest], fewerAreAvailable));
      }
    }
    const lines = command.lines.map((line) => hold(draft, line));
    return answer(draft, { ...fresh, lines, state: 'open' }, command);
  },
};

/** Puts an order off that is short of units which may still come to it: they are being given to the orders before. */
function whileFilling(draft: StockDraft, short: readonly ShortItem[]): Deferred | undefined {
  return short.some(({ sku }) => draft.knownSku(sku).filling) ? putOff(draft) : undefined;
}

/** Lines that cannot be held whole, each after those before it. */
function missingLines(draft: StockDraft, { lines }: AllocateOrder): ShortItem[] {
  const left = new Map<string, number>();
  return lines.flatMap(({ sku: code, quantity: requested }, index) => {
    const sku = draft.knownSku(code);
    const available = left.get(code) ?? (sku.filling ? 0 : availableOf(sku));
    left.set(code, Math.max(0, available - requested));
    return requested > available ? [{ pointer: `/lines/${index}/quantity`, sku: code, requested, available }] : [];
  });
}

/** While backorders are being filled, available units are theirs. */
function hold(draft: StockDraft, { id, sku: code, quantity }: AllocateOrder['lines'][number]): AllocationLine {
  const sku = draft.knownSku(code);
  const allocated = sku.filling ? 0 : Math.min(availableOf(sku), quantity);
  draft.putSku({ ...sku, allocated: sku.allocated + allocated, waiting: sku.waiting + quantity - allocated });
  return { id, sku: code, name: sku.name, quantity, allocated, shipped: 0 };
}

/**
 * Makes the holds of an order firm, all lines or none. Where backorders are still being filled, the order's turn is
 * brought forward by filling those before it: it succeeds right after the restock that made it possible.
 */
export type ConfirmOrder = OrderStep<'confirm'>;

export const confirm: CommandSpec<ConfirmOrder> = {
  ...stepFrom<ConfirmOrder>(['open'], 'allocation', (draft, before, command) => {
    const allocation = toppedUp(draft, before);
    const [first, ...rest] = shortLines(allocation);
    if (!first) return makeFirm(draft, allocation, command);
    const refusal = insufficientStock([first, ...rest], fewerAreAllocated);
    return whileFilling(draft, [first, ...rest]) ?? answer(draft, allocation, command, refusal);
  }),
  forecast: ({ orderId }, { code, filling }, { allocations }) => {
    const allocation = allocations.get(orderId);
    return filling && allocation && waitingFor(allocation, code) > 0 ? {} : undefined;
  },
};

function toppedUp(draft: StockDraft, allocation: Allocation): Allocation {
  for (const { sku } of shortLines(allocation)) if (draft.knownSku(sku).filling) fillBackorders(draft, sku);
  return draft.allocation(allocation.orderId) ?? allocation;
}

function shortLines({ lines }: Allocation): ShortItem[] {
  return lines.flatMap((line, index) => {
    const { sku, quantity: requested, allocated } = line;
    const pointer = `/lines/${index}/quantity`;
    return lackOf(line) > 0 ? [{ pointer, sku, requested, available: allocated, allocated }] : [];
  });
}

function makeFirm(draft: StockDraft, allocation: Allocation, command: ConfirmOrder): CommandResult {
  for (const { sku: code, allocated } of allocation.lines) {
    const sku = draft.knownSku(code);
    draft.putSku({ ...sku, firm: sku.firm + allocated });
  }
  return answer(draft, { ...allocation, state: 'confirmed' }, command);
}

/** Takes what a confirmed order holds out of stock, from sellable locations. */
export type ShipOrder = OrderStep<'ship'>;

export const ship = stepFrom<ShipOrder>(['confirmed'], 'shipment', (draft, allocation, command) => {
  const lines = allocation.lines.map((line) => shipLine(draft, line));
  return answer(draft, { ...allocation, lines, state: 'shipped' }, command);
});

function shipLine(draft: StockDraft, line: AllocationLine): AllocationLine {
  const { sku: code, allocated } = line;
  for (const { locationId, units } of takingsOfSale(draft, draft.knownSku(code), allocated))
    draft.move(code, { locationId, delta: -units });
  const sku = draft.knownSku(code);
  draft.putSku({ ...sku, allocated: sku.allocated - allocated, firm: sku.firm - allocated });
  return { ...line, allocated: 0, shipped: allocated };
}

/** Gives back what an order holds; the orders that wait for it get it at once. */
export type ReleaseOrder = OrderStep<'release'>;

export const release: CommandSpec<ReleaseOrder> = {
  ...stepFrom<ReleaseOrder>(['open', 'confirmed'], 'release', (draft, allocation, command) => {
    const lines = allocation.lines.map((line) => giveBack(draft, allocation.state, line));
    const result = answer(draft, { ...allocation, lines, state: 'released' }, command);
    for (const code of new Set(lines.map(({ sku }) => sku))) fillBackorders(draft, code);
    return result;
  }),
  forecast: ({ orderId }, { code }, { allocations }) => {
    const lines = (allocations.get(orderId)?.lines ?? []).filter((line) => line.sku === code);
    const held = lines.reduce((sum, line) => sum + line.allocated, 0);
    // Until it is released it stands in the queue itself, most often first: those behind it are wanted.
    return { released: held === 0 ? 0 : lines.reduce((sum, line) => sum + lackOf(line), held) };
  },
};

function giveBack(draft: StockDraft, state: Allocation['state'], line: AllocationLine): AllocationLine {
  const sku = draft.knownSku(line.sku);
  const { allocated } = line;
  draft.putSku({
    ...sku,
    allocated: sku.allocated - allocated,
    firm: state === 'confirmed' ? sku.firm - allocated : sku.firm,
    waiting: sku.waiting - lackOf(line),
  });
  return { ...line, allocated: 0 };
}

/** A step of an order that is taken once, from these states; from any other it is refused without effect. */
function stepFrom<Step extends OrderStep>(
  states: readonly Allocation['state'][],
  reason: string,
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
      return states.includes(allocation.state) ? step(draft, allocation, command) : refuseTransition(draft, allocation, command);
    },
  };
}

function causeOf(reason: string, { orderId: id }: OrderStep): Omit<Cause, 'origin'> {
  return { reason, reference: { type: 'order', id }, note: null };
}

/** Writes the answer into the allocation: from now on the same command has no effect. */
function answer(draft: StockDraft, allocation: Allocation, command: OrderStep, refusal: Refusal | null = null): CommandResult {
  const { attempt, commandId, type } = command;
  draft.putAllocation({ ...allocation, lastAttempt: attempt, lastAnswer: { commandId, type, refusal } });
  return DONE;
}

function refuseTransition(draft: StockDraft, allocation: Allocation, command: OrderStep): CommandResult {
  return answer(draft, allocation, command, invalidTransition(command.type, allocation.state));
}

/** True for a command that has its answer: it has no effect, and its allocation is published again. */
function isRepeated({ lastAttempt }: Allocation, { attempt }: OrderStep): boolean {
  return attempt <= lastAttempt;
}

/** The allocation of an order that has none yet: `rejected`, unless units are held for it. */
function newAllocation({ orderId, commandId, type, attempt, origin }: OrderStep): Allocation {
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
