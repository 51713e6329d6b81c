import type { Refusal } from './refusal.ts';

export type OrderCommandType = 'allocate' | 'confirm' | 'ship' | 'release';

/** `open`: holds may change; `confirmed`: they are firm; `rejected`: nothing was ever held. */
export type AllocationState = 'open' | 'confirmed' | 'shipped' | 'released' | 'rejected';

export interface AllocationLine {
  readonly id: string;
  readonly sku: string;
  /** The SKU's name when the order was taken. */
  readonly name: string | null;
  readonly quantity: number;
  /** Units held now. */
  readonly allocated: number;
  readonly shipped: number;
}

/** The answer to a command. */
export interface CommandAnswer {
  readonly commandId: string;
  readonly type: OrderCommandType;
  readonly refusal: Refusal | null;
}

/** The holds of one order: hold, receipt and inbox in one. */
export interface Allocation extends OrderKey {
  readonly lines: readonly AllocationLine[];
  readonly state: AllocationState;
  /** Commands up to this one are answered: one that comes again has no effect. */
  readonly lastAttempt: number;
  readonly lastAnswer: CommandAnswer;
  /** Rises by one with every change. */
  readonly version: number;
  readonly updatedAt: Date;
}

/** The rank of an order among those that wait: by the time it was created, then by its id. */
export interface OrderKey {
  readonly orderId: string;
  readonly orderCreatedAt: Date;
}

/** Sorts the oldest order first. */
export function olderFirst(a: OrderKey, b: OrderKey): number {
  return a.orderCreatedAt.getTime() - b.orderCreatedAt.getTime() || (a.orderId < b.orderId ? -1 : Number(a.orderId > b.orderId));
}

/** Units that a line of an open order waits for. */
export const lackOf = ({ quantity, allocated }: AllocationLine): number => quantity - allocated;

/** Units of `sku` that an order waits for. */
export function waitingFor({ state, lines }: Allocation, sku: string): number {
  if (state !== 'open') return 0;
  return lines.reduce((sum, line) => (line.sku === sku ? sum + lackOf(line) : sum), 0);
}

/** Units of `sku` that an order holds and that may be taken back from it. */
export function looselyHeld({ state, lines }: Allocation, sku: string): number {
  if (state !== 'open') return 0;
  return lines.reduce((sum, line) => (line.sku === sku ? sum + line.allocated : sum), 0);
}
