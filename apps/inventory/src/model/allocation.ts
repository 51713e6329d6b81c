import type { Refusal } from './refusal.ts';
import { partOf, type Source, type Sourcing, unitsIn, withoutSources, withSources } from './sourcing.ts';

export type OrderCommandType =
  | 'allocate'
  | 'amend'
  | 'assign'
  | 'confirm'
  | 'unconfirm'
  | 'unassign'
  | 'ship'
  | 'release'
  | 'reassign'
  | 'open_return'
  | 'expect_return'
  | 'unexpect_return'
  | 'receive_return'
  | 'dispose_return';

/**
 * `open`: holds may change, or some are in portions; `confirmed`: all are firm, and there are no portions; `shipped`: nothing is held or
 * wanted any more, and units were shipped; `released`: the same, and none were; `rejected`: nothing was ever held.
 */
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
  /** Units that were dropped from the line; absent where none were. */
  readonly cancelled?: number;
  /** The last of its units, by when they were added to it, the first first; absent where none were. */
  readonly later?: readonly LaterUnits[];
  /** Units that are given back for a hold of the order, and not waited for; absent where none are. */
  readonly suspended?: number;
  /** At most one of each fulfilment; absent where there is none. */
  readonly portions?: readonly Portion[];
  /** Of an order with {@link Sourcing}: all that it holds, by warehouse; absent where it holds nothing, and of any other order. */
  readonly sources?: readonly Source[];
  /** Units of those shipped that came back; absent where none did. */
  readonly returned?: number;
}

/** Units that were added to a line by an edit. Stored as it is. */
export interface LaterUnits {
  readonly since: Date;
  readonly units: number;
}

/** The units that a return may still bring, and those that it brought. Stored as it is. */
export interface ExpectedReturn {
  readonly id: string;
  readonly lines: readonly ReturnedLine[];
}

export interface ReturnedLine {
  /** The line of the order. */
  readonly id: string;
  /** Units that may still come; 0 once the return has ended. */
  readonly expected: number;
  /** Units that will not come; absent for none. */
  readonly missing?: number;
  /** Units that came and were taken out of stock; absent for none. */
  readonly scrap?: number;
  /** Those that are in stock, by disposition and by the location that the return put them at; absent for none. */
  readonly kept?: readonly KeptUnits[];
}

export interface KeptUnits {
  readonly disposition: 'inspect' | 'restock' | 'quarantine';
  /** The id of the location. */
  readonly location: string;
  readonly units: number;
}

/** Units of a line that came back with a return. */
export const receivedOf = ({ scrap = 0, kept = [] }: ReturnedLine): number => kept.reduce((sum, { units }) => sum + units, scrap);

/** Units of a line that returns may still bring. */
export const expectedOf = ({ returns = [] }: Allocation, lineId: string): number =>
  returns.flatMap(({ lines }) => lines).reduce((sum, { id, expected }) => (id === lineId ? sum + expected : sum), 0);

/** Units of a line that go with one fulfilment. They are held: a part of what is allocated. Stored as it is. */
export interface Portion {
  /** The id of the fulfilment. */
  readonly fulfilment: string;
  readonly units: number;
  /** True where they are packed: nothing takes them back. */
  readonly firm: boolean;
  /** Units that were taken back from it, and that packing puts into it again; absent where none were. */
  readonly lost?: number;
  /** As of the line, of which they are a part. */
  readonly sources?: readonly Source[];
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
  /** Absent where no return was approved. */
  readonly returns?: readonly ExpectedReturn[] | undefined;
  /** Present where every unit is held in one warehouse; absent where units are held of the SKU, wherever they lie. */
  readonly sourcing?: Sourcing | undefined;
  /** Commands up to this one are answered: one that comes again has no effect. */
  readonly lastAttempt: number;
  readonly lastAnswer: CommandAnswer;
  /** Rises by one with every change. */
  readonly version: number;
  readonly updatedAt: Date;
}

/** The rank of an order among those that wait. */
export interface OrderKey {
  readonly orderId: string;
  readonly orderCreatedAt: Date;
  /** 0 to 9, the highest first; absent for 5. */
  readonly priority?: number | undefined;
  /** Of one priority the earliest first; absent orders come last. */
  readonly shipBy?: Date | undefined;
}

/** Units that a line of an open order waits for: those that are neither held nor shipped nor dropped, nor given back for a hold. */
export const lackOf = ({ quantity, allocated, shipped, cancelled = 0, suspended = 0 }: AllocationLine): number =>
  quantity - allocated - shipped - cancelled - suspended;

/** Units of `sku` that an order waits for. */
export function waitingFor({ state, lines }: Allocation, sku: string): number {
  if (state !== 'open') return 0;
  return lines.reduce((sum, line) => (line.sku === sku ? sum + lackOf(line) : sum), 0);
}

/** Units that a line of an open order holds and that may be taken back. */
export const looseOf = ({ allocated, portions = [] }: AllocationLine): number =>
  portions.reduce((sum, { units, firm }) => (firm ? sum - units : sum), allocated);

/** Units that a line of an open order holds and that are in no portion. */
export const freeOf = ({ allocated, portions = [] }: AllocationLine): number =>
  portions.reduce((sum, { units }) => sum - units, allocated);

export const portionOf = ({ portions = [] }: AllocationLine, fulfilment: string): Portion | undefined =>
  portions.find((portion) => portion.fulfilment === fulfilment);

export const hasPortions = ({ lines }: Pick<Allocation, 'lines'>): boolean =>
  lines.some(({ portions }) => portions !== undefined);

/** The line with a portion in place of that of the same fulfilment, or without it. */
export function withPortion(line: AllocationLine, fulfilment: string, portion: Portion | undefined): AllocationLine {
  const { portions: before = [], ...others } = line;
  const isKnown = before.some((each) => each.fulfilment === fulfilment);
  const kept = before.flatMap((each) => (each.fulfilment === fulfilment ? (portion ?? []) : each));
  const portions = portion && !isKnown ? [...kept, portion] : kept;
  return portions.length > 0 ? { ...others, portions } : others;
}

/** All that lines, or portions of them, hold in warehouses. */
export const sourcesOf = (held: readonly { readonly sources?: readonly Source[] | undefined }[]): readonly Source[] =>
  held.reduce<readonly Source[] | undefined>((sum, { sources }) => withSources(sum, sources), undefined) ?? [];

/** The sources of units that a line holds and that are in no portion. */
export function freeSourcesOf({ sources, portions = [] }: AllocationLine): readonly Source[] {
  return withoutSources(sources, sourcesOf(portions)) ?? [];
}

/** All that a line holds, as that of a portion. */
export const wholeOf = ({ allocated: units, sources }: AllocationLine): Pick<Portion, 'units' | 'sources'> => ({
  units,
  ...(sources && { sources }),
});

/** Units that a line holds in no portion: in a warehouse, or wherever they are held. */
export const freeIn = (line: AllocationLine, warehouse?: string): number =>
  warehouse === undefined ? freeOf(line) : unitsIn(freeSourcesOf(line), warehouse);

/** The line with other sources. */
export function withLineSources<Held extends { readonly sources?: readonly Source[] }>(
  { sources: _before, ...line }: Held,
  sources: readonly Source[] | undefined,
): Omit<Held, 'sources'> & { readonly sources?: readonly Source[] } {
  return sources && sources.length > 0 ? { ...line, sources } : line;
}

/** The line with units more that it holds; `sources` are theirs, none of an order without sourcing. */
export function withHeld(line: AllocationLine, units: number, sources: readonly Source[] = []): AllocationLine {
  if (units === 0) return line;
  return withLineSources({ ...line, allocated: line.allocated + units }, withSources(line.sources, sources));
}

/** The line without so many of the units that it holds in no portion: those of one warehouse, or those that it got last. */
export function withoutFree(line: AllocationLine, units: number, warehouse?: string): AllocationLine {
  if (units === 0) return line;
  const taken = partOf(freeSourcesOf(line), units, warehouse);
  return withLineSources({ ...line, allocated: line.allocated - units }, withoutSources(line.sources, taken));
}

/** The line with so many units more that are dropped from it. */
export const withCancelled = (line: AllocationLine, units: number): AllocationLine =>
  units === 0 ? line : { ...line, cancelled: (line.cancelled ?? 0) + units };

/** The allocation in the state that its lines tell, where nothing of it is held or wanted any more. */
export function inFinalState(allocation: Allocation): Allocation {
  const { lines } = allocation;
  if (lines.some((line) => line.allocated > 0 || lackOf(line) > 0 || line.suspended !== undefined)) return allocation;
  // A portion of which all was taken back may be left.
  const bare = lines.map(({ portions: _empty, ...line }) => line);
  return { ...allocation, lines: bare, state: lines.some(({ shipped }) => shipped > 0) ? 'shipped' : 'released' };
}
