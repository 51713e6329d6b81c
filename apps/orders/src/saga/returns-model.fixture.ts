import type { OrderRecord, ReturnRecord } from '@fulfilment/contracts';
import * as fc from 'fast-check';

const CREATED = ['requested', 'approved'] as const;
const ENDS = { reject: 'rejected', cancel: 'cancelled', close: 'closed' } as const;
const RECEIPTS = ['inspect', 'restock', 'scrap', 'missing'] as const;

/** A request for a return of units of a line, by its place in the order, or a step of one, by its place among those of the order. */
export type ReturnRequest =
  | { readonly step: 'create'; readonly place: number; readonly quantity: number; readonly as: (typeof CREATED)[number] }
  | { readonly step: 'approve' | keyof typeof ENDS; readonly of: number }
  | {
      readonly step: 'receive';
      readonly of: number;
      readonly quantity: number;
      readonly disposition: (typeof RECEIPTS)[number];
    };

const of = fc.constantFrom(0, 1, 1, 1, 2, 2);
const quantity = fc.constantFrom(1, 1, 2);
export const anyReturn: fc.Arbitrary<ReturnRequest> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      step: fc.constant('create'),
      place: fc.constantFrom(0, 0, 0, 1, 2),
      quantity: fc.constantFrom(1, 2, 2),
      as: fc.constantFrom(...CREATED),
    }),
  },
  { weight: 3, arbitrary: fc.record({ step: fc.constantFrom('approve', 'reject', 'cancel', 'close'), of }) },
  { weight: 5, arbitrary: fc.record({ step: fc.constant('receive'), of, quantity, disposition: fc.constantFrom(...RECEIPTS) }) },
);

export interface PicturedReturn {
  /** The line, by a name that it keeps while others come and go. */
  readonly line: number;
  readonly quantity: number;
  status: string;
  expected: number;
  readonly came: Record<(typeof RECEIPTS)[number], number>;
}

/** A line as far as returns go. */
interface Returnable {
  readonly key: number;
  readonly shipped: number;
}

const receivedOf = ({ came }: PicturedReturn): number => came.inspect + came.restock + came.scrap;

/** Takes a request about returns. @returns the status that the return has then, or the code that it is refused with. */
export function takeReturn(returns: PicturedReturn[], lines: readonly Returnable[], asked: ReturnRequest): string {
  if (asked.step === 'create') return create(returns, lines, asked);
  const found = returns[asked.of];
  if (!found) return 'not_found';
  const isOpen = found.status === 'approved' || found.status === 'receiving';
  switch (asked.step) {
    case 'approve':
      if (found.status !== 'requested') return 'invalid_transition';
      found.status = 'approved';
      return found.status;
    case 'receive':
      return isOpen ? receive(found, asked) : 'invalid_transition';
    default: {
      const from = { reject: ['requested'], cancel: ['requested', 'approved'], close: ['approved', 'receiving'] };
      if (!from[asked.step].includes(found.status)) return 'invalid_transition';
      found.status = ENDS[asked.step];
      found.expected = 0;
      return found.status;
    }
  }
}

function create(
  returns: PicturedReturn[],
  lines: readonly Returnable[],
  { place, quantity: units, as }: Extract<ReturnRequest, { step: 'create' }>,
): string {
  if (lines.every(({ shipped }) => shipped === 0)) return 'invalid_transition';
  const line = lines[place];
  if (!line) return 'validation_failed';
  const gone = returns
    .filter(({ line: key }) => key === line.key)
    .reduce((sum, each) => sum + each.expected + receivedOf(each), 0);
  if (units > line.shipped - gone) return 'quantity_exceeded';
  const came = { inspect: 0, restock: 0, scrap: 0, missing: 0 };
  returns.push({ line: line.key, quantity: units, status: as, expected: units, came });
  return as;
}

function receive(found: PicturedReturn, { quantity: units, disposition }: Extract<ReturnRequest, { step: 'receive' }>): string {
  if (units > found.expected) return 'quantity_exceeded';
  found.expected -= units;
  found.came[disposition] += units;
  found.status = found.expected > 0 ? 'receiving' : 'closed';
  return found.status;
}

/** The facts of the model that the record of a return shows too. */
export function picturedReturn(each: PicturedReturn, lines: readonly Returnable[]): object {
  const { line, quantity: units, status, expected, came } = each;
  const place = lines.findIndex(({ key }) => key === line);
  const { inspect, restock, scrap, missing } = came;
  const waived = units - expected - missing - receivedOf(each);
  return { place, status, quantity: units, expected, inspect, restock, scrap, missing, waived };
}

/** The same facts of a record. */
export function shownReturn({ status, lines: [line] }: ReturnRecord, { lines }: OrderRecord): object {
  const place = lines.findIndex(({ id }) => id === line?.line_id);
  return {
    place,
    status,
    quantity: line?.quantity,
    expected: line?.expected,
    inspect: line?.inspecting,
    restock: line?.restocked,
    scrap: line?.scrapped,
    missing: line?.missing,
    waived: line?.waived,
  };
}
