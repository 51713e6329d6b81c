import { codecOf, derived, type DocumentOf, given, nested, whole } from '@fulfilment/mongo';
import { type Allocation, type AllocationLine, type CommandAnswer, lackOf, looseOf } from '../model/allocation.ts';
import { isRanked, nearestKey, type QueueEnd, rankText } from '../model/queue.ts';

const ANSWER = codecOf<CommandAnswer>()({ command_id: 'commandId', type: 'type', refusal: 'refusal' });

const ALLOCATION = codecOf<Allocation>()({
  /** `<tenant>/<order id>` */
  _id: given<string>(),
  tenant: given<string>(),
  order_id: 'orderId',
  order_created_at: 'orderCreatedAt',
  lines: 'lines',
  state: 'state',
  /** Absent where units are held wherever they lie, and in documents of earlier releases. */
  sourcing: 'sourcing',
  /** Absent where there are none. */
  returns: 'returns',
  /** Their ids: a scan of a return finds its order by them. */
  return_ids: derived(({ returns }: Allocation) => returns?.map(({ id }) => id)),
  last_attempt: whole('lastAttempt'),
  last_answer: nested('lastAnswer', ANSWER),
  version: whole('version'),
  updated_at: 'updatedAt',
  /** SKUs that an open order lacks units of; not there where it lacks none. */
  waiting_skus: derived((allocation: Allocation) => (isRanked(allocation) ? undefined : waitingCodes(allocation))),
  /** SKUs of which units may be taken back from an open order; not there where none may. */
  held_skus: derived((allocation: Allocation) => (isRanked(allocation) ? undefined : heldCodes(allocation))),
  /** The same of an order that does not stand where its creation puts it, which has none of those, with its place in both queues. */
  ranked_waiting_skus: derived((allocation: Allocation) => (isRanked(allocation) ? waitingCodes(allocation) : undefined)),
  ranked_held_skus: derived((allocation: Allocation) => (isRanked(allocation) ? heldCodes(allocation) : undefined)),
  waiting_rank: derived((allocation: Allocation) => rankAt(allocation, 'waiting')),
  held_rank: derived((allocation: Allocation) => rankAt(allocation, 'loose')),
  /** Absent for those of most orders. */
  priority: 'priority',
  ship_by: 'shipBy',
});

/** The units that an order holds, as they are stored. */
export interface AllocationDocument extends DocumentOf<typeof ALLOCATION> {
  /** Raised by migrations alone, not there before the first that changed it; stays with an allocation as a field that the codec does not know. */
  readonly revision?: number;
}

/** The id of an order's allocation document. */
export const allocationKey = (tenant: string, orderId: string): string => `${tenant}/${orderId}`;

export function toAllocationDocument(tenant: string, allocation: Allocation): AllocationDocument {
  return ALLOCATION.toDocument(allocation, { _id: allocationKey(tenant, allocation.orderId), tenant });
}

/**
 * Reads an allocation. Its lines are taken as they are stored.
 *
 * @throws Error where a quantity is no whole number: nothing could be decided on it, and a decision would store it again.
 */
export function toAllocation(document: AllocationDocument): Allocation {
  const { _id: id, lines } = document;
  const isWhole = lines.every(
    ({ quantity, allocated, shipped, cancelled = 0, suspended = 0, returned = 0, portions = [], later = [], sources = [] }) => {
      const inParts = [...later, ...sources].map(({ units }) => units);
      const inPortions = portions.flatMap(({ units, lost = 0 }) => [units, lost]);
      const all = [quantity, allocated, shipped, cancelled, suspended, returned, ...inParts, ...inPortions];
      return Number.isSafeInteger(all.reduce((sum, units) => sum + units, 0));
    },
  );
  if (!isWhole) throw new Error(`The allocation ${id} lacks a quantity`);
  return ALLOCATION.fromDocument(document);
}

const waitingCodes = (allocation: Allocation) => codesOf(allocation, (line) => lackOf(line) > 0);
const heldCodes = (allocation: Allocation) => codesOf(allocation, (line) => looseOf(line) > 0);

function rankAt(allocation: Allocation, end: QueueEnd): string | undefined {
  const key = isRanked(allocation) ? nearestKey(allocation, end) : undefined;
  return key && rankText(key);
}

function codesOf({ state, lines }: Allocation, isMeant: (line: AllocationLine) => boolean): readonly string[] | undefined {
  const codes = state === 'open' ? new Set(lines.filter(isMeant).map(({ sku }) => sku)) : [];
  const list = [...codes];
  return list.length > 0 ? list : undefined;
}
