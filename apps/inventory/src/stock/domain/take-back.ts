import { type Allocation, looselyHeld, type OrderKey } from '../../orders-stock/domain/allocation.ts';
import { type Decision, DONE, refused } from './decision.ts';
import type { Draft } from './draft.ts';
import { invalidField } from './refusal.ts';
import { reachesDownTo } from './working-set.ts';

export interface TakenBack {
  readonly units: number;
  /** Where the request asks for what makes it needed. */
  readonly pointer: string;
}

/** Takes units back from the newest orders that are not confirmed; they become backorders. */
export function takeBack(draft: Draft, code: string, { units, pointer }: TakenBack): Decision {
  if (units <= 0) return DONE;
  const holders = newestHolders(draft, code, units);
  if (holders.length > draft.limits.takeBackOrders) return refused(tooManyOrders(pointer, draft.limits.takeBackOrders));
  if (sumOf(holders) < units) return { type: 'deferred', progress: false };
  let left = units;
  for (const { allocation } of holders) left -= takeFromOrder(draft, allocation, { code, units: left });
  const sku = draft.knownSku(code);
  draft.putSku({ ...sku, allocated: sku.allocated - units, waiting: sku.waiting + units });
  return DONE;
}

interface Holder {
  readonly allocation: Allocation;
  readonly held: number;
}

/** The newest orders that hold `units` together, as far as they are loaded without a gap. */
function newestHolders(draft: Draft, code: string, units: number): Holder[] {
  const reach = draft.heldReach(code);
  const holders: Holder[] = [];
  let left = units;
  for (const key of draft.ordersFor(code).toReversed()) {
    if (left <= 0 || !reachesDownTo(reach, key)) break;
    const holder = holderOf(draft, key, code);
    if (holder.held > 0) holders.push(holder);
    left -= holder.held;
  }
  return holders;
}

function holderOf(draft: Draft, { orderId }: OrderKey, code: string): Holder {
  const allocation = draft.allocation(orderId);
  if (!allocation) throw new Error(`The working set lacks ${orderId}`);
  return { allocation, held: looselyHeld(allocation, code) };
}

const sumOf = (holders: readonly Holder[]): number => holders.reduce((sum, { held }) => sum + held, 0);

/** Takes from the last line first. @returns the units that were taken. */
function takeFromOrder(
  draft: Draft,
  allocation: Allocation,
  { code, units }: { readonly code: string; readonly units: number },
): number {
  let left = units;
  const lines = allocation.lines.toReversed().map((line) => {
    if (line.sku !== code) return line;
    const taken = Math.min(left, line.allocated);
    left -= taken;
    return { ...line, allocated: line.allocated - taken };
  });
  draft.putAllocation({ ...allocation, lines: lines.toReversed() });
  return units - left;
}

const tooManyOrders = (pointer: string, most: number) =>
  invalidField(pointer, `This would take holds back from more than ${most} orders at once; lower it in steps.`);
