import type { LedgerReason } from '@fulfilment/kernel';
import { type Allocation, expectedOf, type ExpectedReturn, receivedOf, type ReturnedLine } from '../../../model/allocation.ts';
import type { LocationReference } from '../../../model/location.ts';
import { invalidField, isNoReturn, moreThanIsLeft, notYet } from '../../../model/refusal.ts';
import { type AllocationsById, type CommandResult, type CommandSpec, DONE, type Forecast, type Reads } from '../command.ts';
import {
  type DisposedUnits,
  fillReturned,
  forecastOf,
  moreThan,
  moveReturned,
  type Planned,
  planDisposition,
  planReceipt,
  type ReceivedUnits,
  returnReference,
} from '../returned-units.ts';
import { unknownSkus } from '../resolve-target.ts';
import type { StockDraft } from '../stock-draft.ts';
import { answer, isRepeated, type LineUnits, newAllocation, type OrderStep, refuseTransition, stepFrom } from './order-step.ts';

/** Opens a return of units that no known order shipped: its lines stand for those of that order, all of them shipped. */
export interface OpenReturn extends OrderStep<'open_return'> {
  readonly returnId: string;
  readonly lines: readonly { readonly id: string; readonly sku: string; readonly quantity: number }[];
  /** False: nothing is expected before it is approved. */
  readonly approved: boolean;
}

/** Has shipped units expected, which may come back. */
export interface ExpectReturn extends OrderStep<'expect_return'> {
  readonly returnId: string;
  readonly lines: readonly LineUnits[];
  /** The SKUs of an order in exchange, which is placed once this is accepted; absent for none. */
  readonly exchangeSkus?: readonly string[] | undefined;
}

/** Ends a return. */
export interface UnexpectReturn extends OrderStep<'unexpect_return'> {
  readonly returnId: string;
}

/** Brings units of a return into stock. */
export interface ReceiveReturn extends OrderStep<'receive_return'> {
  readonly returnId: string;
  readonly lines: readonly ReceivedUnits[];
}

/** Gives units of a return another disposition. */
export interface DisposeReturn extends OrderStep<'dispose_return'> {
  readonly returnId: string;
  readonly lines: readonly DisposedUnits[];
}

/** Units come back once they were shipped, whatever becomes of the others. */
const STATES = ['open', 'shipped'] as const;

export const openReturn: CommandSpec<OpenReturn> = {
  reads: ({ orderId, lines }) => ({ skus: [...new Set(lines.map(({ sku }) => sku))], orderId }),
  cause: (command) => causeOfReturn('return', command),
  decide: (draft, command) => {
    const known = draft.allocation(command.orderId);
    if (known) return isRepeated(known, command) ? DONE : refuseTransition(draft, known, command);
    const { returnId: id, lines: asked, approved } = command;
    const lines = asked.map((line) => ({ ...line, name: draft.sku(line.sku)?.name ?? null, allocated: 0, shipped: 0 }));
    const fresh = { ...newAllocation(command), lines };
    const refusal = draft.admits('unlinked') ? unknownSkus(draft, asked) : notYet();
    if (refusal) return answer(draft, fresh, command, refusal);
    const expected = { id, lines: asked.map((line) => ({ id: line.id, expected: line.quantity })) };
    const shipped = lines.map((line) => ({ ...line, shipped: line.quantity }));
    return answer(draft, { ...fresh, state: 'shipped', lines: shipped, ...(approved && { returns: [expected] }) }, command);
  },
};

export const expectReturn: CommandSpec<ExpectReturn> = {
  ...stepFrom<ExpectReturn>(STATES, 'return', (draft, allocation, command) => {
    const { returns = [] } = allocation;
    const { returnId: id, lines } = command;
    const unknown = lines.findIndex((line) => !allocation.lines.some((each) => each.id === line.id));
    if (unknown >= 0)
      return answer(draft, allocation, command, invalidField(`/lines/${unknown}/line_id`, 'There is no such line.'));
    const excess = moreThan(lines, (lineId) => {
      const line = allocation.lines.find((each) => each.id === lineId);
      return line ? line.shipped - (line.returned ?? 0) - expectedOf(allocation, lineId) : 0;
    });
    if (excess.length > 0) return answer(draft, allocation, command, moreThanIsLeft(excess, 'shipped'));
    const exchanged = (command.exchangeSkus ?? []).map((sku) => ({ sku }));
    const refusal = unknownSkus(draft, exchanged, { list: 'exchange/lines' });
    if (refusal) return answer(draft, allocation, command, refusal);
    const expected = { id, lines: lines.map((line) => ({ id: line.id, expected: line.quantity })) };
    return answer(draft, { ...allocation, returns: [...returns, expected] }, command);
  }),
  // Nothing of a SKU changes.
  reads: ({ orderId, exchangeSkus = [] }) => ({ skus: [...new Set(exchangeSkus)], orderId }),
};

const ended = (of: ExpectedReturn): ExpectedReturn => ({ ...of, lines: of.lines.map((line) => ({ ...line, expected: 0 })) });

export const unexpectReturn: CommandSpec<UnexpectReturn> = {
  ...stepFrom<UnexpectReturn>(STATES, 'return', (draft, allocation, command) => {
    const returns = allocation.returns?.map((each) => (each.id === command.returnId ? ended(each) : each));
    return answer(draft, { ...allocation, ...(returns && { returns }) }, command);
  }),
  reads: ({ orderId }) => ({ skus: [], orderId }),
};

export const receiveReturn: CommandSpec<ReceiveReturn> = {
  ...stepFrom<ReceiveReturn>(STATES, 'return', (draft, allocation, command) => {
    const of = returnOf(allocation, command.returnId);
    if (!of) return answer(draft, allocation, command, isNoReturn());
    return carriedOut(draft, allocation, command, planReceipt(draft, allocation, of, command.lines));
  }),
  reads: readsOf,
  forecast,
  cause: (command) => causeOfReturn('return', command),
};

export const disposeReturn: CommandSpec<DisposeReturn> = {
  ...stepFrom<DisposeReturn>(STATES, 'transfer', (draft, allocation, command) => {
    const of = returnOf(allocation, command.returnId);
    if (!of) return answer(draft, allocation, command, isNoReturn());
    return carriedOut(draft, allocation, command, planDisposition(draft, allocation, of, command.lines));
  }),
  reads: readsOf,
  forecast,
  cause: (command) =>
    causeOfReturn(command.lines.every(({ disposition }) => disposition === 'scrap') ? 'scrap' : 'transfer', command),
};

export const returnOf = ({ returns = [] }: Allocation, id: string): ExpectedReturn | undefined =>
  returns.find((each) => each.id === id);

export const causeOfReturn = (
  reason: LedgerReason,
  { returnId, orderId }: { readonly returnId: string; readonly orderId: string },
) => ({
  reason,
  reference: returnReference(returnId, orderId),
  note: null,
});

function carriedOut(
  draft: StockDraft,
  allocation: Allocation,
  command: ReceiveReturn | DisposeReturn,
  planned: Planned,
): CommandResult {
  if (planned.type === 'refused') return answer(draft, allocation, command, planned.refusal);
  const { orderId, returnId, attempt, commandId, type } = command;
  const moved = draft.branch();
  const stopped = moveReturned(moved, planned.moves, { reference: returnReference(returnId, orderId) });
  // Of a refusal only the answer is kept, and none of what was taken back before it.
  if (stopped?.type === 'refused') return answer(draft, allocation, command, stopped.refusal);
  if (stopped) return stopped;
  draft.adopt(moved);
  // Holds that were taken back may be its own.
  const known = draft.allocation(orderId) ?? allocation;
  const lastAnswer = { commandId, type, refusal: null };
  draft.putAllocation({ ...withReturned(known, returnId, planned.lines), lastAttempt: attempt, lastAnswer });
  fillReturned(draft, planned.moves);
  return DONE;
}

/** The order with the units of a return as they are now. */
export function withReturned(allocation: Allocation, returnId: string, lines: readonly ReturnedLine[]): Allocation {
  const returns = (allocation.returns ?? []).map((each) => (each.id === returnId ? { ...each, lines } : each));
  const returnedOf = (id: string): number =>
    returns.flatMap((each) => each.lines).reduce((sum, line) => (line.id === id ? sum + receivedOf(line) : sum), 0);
  return {
    ...allocation,
    returns,
    lines: allocation.lines.map((line) => {
      const returned = returnedOf(line.id);
      return returned === 0 ? line : { ...line, returned };
    }),
  };
}

type OfUnits = ReceiveReturn | DisposeReturn;

function readsOf({ orderId, returnId, lines }: OfUnits, allocations: AllocationsById): Reads {
  const allocation = allocations.get(orderId);
  const named = new Set(lines.map(({ id }) => id));
  const skus = allocation?.lines.filter(({ id }) => named.has(id)).map(({ sku }) => sku) ?? [];
  const kept = (allocation && returnOf(allocation, returnId)?.lines.flatMap((line) => line.kept ?? [])) ?? [];
  const references = lines.flatMap((line) => [line.location, 'from' in line ? line.fromLocation : undefined]);
  const locations: LocationReference[] = references.filter((reference) => reference !== undefined);
  return {
    skus: [...new Set(skus)],
    orderId,
    locations: [...locations, ...kept.map(({ location: id }) => ({ type: 'id' as const, id }))],
    usages: ['returns', 'quarantine'],
  };
}

function forecast(
  { orderId, lines }: OfUnits,
  sku: Parameters<typeof forecastOf>[2],
  { allocations }: { readonly allocations: AllocationsById },
): Forecast {
  const ofSku = new Set(allocations.get(orderId)?.lines.flatMap(({ id, sku: code }) => (code === sku.code ? [id] : [])));
  return forecastOf(lines, (id) => ofSku.has(id), sku);
}
