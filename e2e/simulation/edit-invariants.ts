import { isDeepStrictEqual } from 'node:util';
import { type Allocation, lackOf } from '../../apps/inventory/src/model/allocation.ts';
import { hasEnded, type HistoryEntry, type Order, rankOf } from '../../apps/orders/src/orders/domain/order.ts';
import type { Clients } from './clients.ts';
import { type Replayed, replayed } from './edit-steps.ts';

/** Where an order, what inventory has of it, and the edits and holds of its history disagree. */
export function ofEdits(order: Order, allocation: Allocation, history: readonly HistoryEntry[], clients: Clients): string[] {
  const { id, status, holds = [] } = order;
  if (status === 'pending' || status === 'rejected') return [];
  const rank = rankOf(order);
  const checks: Record<string, boolean> = {
    'its lines are those that inventory has': isDeepStrictEqual(order.lines.map(unitsOf), allocation.lines.map(unitsOf)),
    'its rank is that by which it waits':
      rank.priority === (allocation.priority ?? 5) && rank.shipBy?.getTime() === allocation.shipBy?.getTime(),
    'its holds are those that its history placed and did not release': holds.length === heldBy(history),
    ...(hasEnded(status) ? {} : suspensionOf(order, allocation)),
  };
  const differing = Object.entries(checks).flatMap(([name, isSo]) => (isSo ? [] : [`${id}: not so that ${name}`]));
  return [...differing, ...ofReplay(order, allocation, { history, clients })];
}

/** The rules of units that are given back for holds. */
function suspensionOf({ holds = [], suspended: isGivenBack }: Order, { state, lines }: Allocation): Record<string, boolean> {
  const suspended = isGivenBack === true;
  return {
    'it is suspended as long as a hold gives its units back': suspended === holds.some(({ releasesStock }) => releasesStock),
    'only a hold gives units back': suspended || lines.every((line) => line.suspended === undefined),
    'it waits for nothing while its units are given back':
      !suspended || state !== 'open' || lines.every((line) => lackOf(line) === 0),
  };
}

function unitsOf({ id, sku, quantity, allocated, shipped, cancelled = 0 }: Order['lines'][number] | Allocation['lines'][number]) {
  return { id, sku, quantity, allocated, shipped, cancelled };
}

const isAccepted = ({ answer }: HistoryEntry): boolean => answer === null || answer.refusal === null;

/** A release names the reason of each hold that it ends. */
function heldBy(history: readonly HistoryEntry[]): number {
  return history.filter(isAccepted).reduce((sum, { transition, reason }) => {
    if (transition === 'hold') return sum + 1;
    return transition === 'release_hold' ? sum - (reason ?? '').split(' ').length : sum;
  }, 0);
}

/** Lines and rank are those that the accepted edits leave, one after the other; units that they added wait since then. */
function ofReplay(
  order: Order,
  allocation: Allocation,
  { history, clients }: { readonly history: readonly HistoryEntry[]; readonly clients: Clients },
): string[] {
  const { id, lines } = order;
  const created = clients.created.get(id);
  if (!created) return [];
  const lineId = created[0]?.lineId;
  const before = created.map(({ sku, quantity }, place) => ({ isFirst: place === 0, sku, quantity, later: 0 }));
  let expected: Replayed = { lines: before, priority: 5, shipBy: null };
  const asked = new Map(clients.told.map((told) => [told.key, told]));
  const untold: string[] = [];
  for (const entry of history.filter((each) => each.transition === 'edit' && isAccepted(each))) {
    const told = asked.get(entry.requestId);
    if (told?.outcome !== 'done') untold.push(`${entry.requestId} was accepted, and its client was told ${told?.outcome}`);
    if (told) expected = replayed(expected, told.step);
  }
  const { priority, shipBy } = rankOf(order);
  const laterOf = (line: string): number =>
    allocation.lines.find((each) => each.id === line)?.later?.reduce((sum, { units }) => sum + units, 0) ?? 0;
  const actual: Replayed = {
    lines: lines.map((line) => ({
      isFirst: line.id === lineId,
      sku: line.sku,
      quantity: line.quantity,
      later: laterOf(line.id),
    })),
    priority,
    shipBy: shipBy?.toISOString() ?? null,
  };
  if (isDeepStrictEqual(actual, expected)) return untold;
  return [...untold, `${id} is after its edits ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`];
}
