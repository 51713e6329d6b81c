import type { Movement } from '../../../model/ledger.ts';
import { type Location, type LocationReference, warehouseIdOf } from '../../../model/location.ts';
import {
  fewerLieAt,
  insufficientStock,
  invalidField,
  locationNotFound,
  type Refusal,
  type ShortItem,
  skuArchived,
  tooManyLocations,
  unknownSku,
} from '../../../model/refusal.ts';
import { balanceAt, MAX_LOCATIONS } from '../../../model/sku.ts';
import { leaveWarehouse, takeFromSale } from '../take-back.ts';
import { type CommandSpec, type Deferred, type Origin, type Refused, refused, type Transfer } from '../command.ts';
import { findLocation, isUnknown } from '../resolve-target.ts';
import type { StockDraft, StockView } from '../stock-draft.ts';
import { fillBackorders } from './fill-backorders.ts';

export interface TransferLine {
  readonly sku: string;
  readonly quantity: number;
  /** To the line in the request: empty for the one line of a request without `lines`. */
  readonly pointer: string;
}

/**
 * Moves stock from one location to another, all lines or none. Totals stay as they are, and holds too, unless just one of the two is
 * sellable: units that leave the sale are taken from the newest orders that are not packed, and units that come to it fill backorders. The
 * same is true of units that orders hold in one warehouse and that go to another: an order that may ship from there holds them there.
 */
export interface TransferStockCommand {
  readonly type: 'transfer-stock';
  readonly origin: Origin;
  readonly transferId: string;
  readonly fromId: string;
  readonly to: LocationReference;
  readonly lines: readonly TransferLine[];
  readonly note: string | null;
}

export const transferStock: CommandSpec<TransferStockCommand> = {
  reads: ({ lines, fromId, to }) => ({ skus: lines.map(({ sku }) => sku), locations: [{ type: 'id', id: fromId }, to] }),
  forecast: ({ lines, fromId, to }, { code, warehouses }, { purposeOf }) => {
    const from = purposeOf({ type: 'id', id: fromId })?.sellable;
    const into = purposeOf(to)?.sellable;
    if (from === undefined || into === undefined || (from === into && !(into && warehouses))) return undefined;
    const units = lines.reduce((sum, { sku, quantity }) => (sku === code ? sum + quantity : sum), 0);
    if (from === into) return { carried: units };
    return into ? { most: units } : { least: -units };
  },
  cause: ({ transferId: id, note }) => ({ reason: 'transfer', reference: { type: 'transfer', id }, note }),
  ledgerRepeat: {
    isRecorded: () => true,
    result: (stock, _command, movements) => ({ type: 'transferred', transfer: fromLedger(stock, movements) }),
  },
  decide: (draft, command) => {
    const { transferId: id, fromId, lines, note, origin } = command;
    const to = findLocation(draft, command.to, { pointer: '/to', at: origin.at });
    if (isUnknown(to)) return to;
    const unknown = lines.filter(({ sku }) => !draft.sku(sku));
    if (unknown.length > 0) return refused(unknownSku(unknown.map(namedAt)));
    const from = draft.location(fromId);
    if (!from) return refused(locationNotFound());
    if (to.type === 'refused') return to;
    const refusal = cannotMove(draft, lines, from, to.location);
    if (refusal) return refused(refusal);
    const stopped = moveLines(draft, lines, from, to.location);
    if (stopped) return stopped;
    const moved = lines.map(({ sku, quantity }) => ({ sku, quantity }));
    const transfer = { id, from: endOf(from), to: endOf(to.location), lines: moved, note, at: origin.at };
    return { type: 'transferred', transfer };
  },
};

/** @returns the result where the units of a line cannot leave the sale. */
function moveLines(
  draft: StockDraft,
  lines: readonly TransferLine[],
  from: Location,
  to: Location,
): Refused | Deferred | undefined {
  const isCarried = from.sellable && to.sellable && warehouseIdOf(from) !== warehouseIdOf(to);
  for (const { sku, quantity: units, pointer: line } of lines) {
    const pointer = `${line}/quantity`;
    if (from.sellable && !to.sellable) {
      const freed = takeFromSale(draft, draft.knownSku(sku), { units, pointer, from });
      if (freed.type !== 'done') return freed;
    }
    if (isCarried) {
      const freed = leaveWarehouse(draft, sku, { units, pointer, warehouse: warehouseIdOf(from) });
      if (freed.type !== 'done') return freed;
    }
    draft.move(sku, { locationId: from.id, delta: -units });
    draft.move(sku, { locationId: to.id, delta: units });
  }
  const isRaised = !from.sellable && to.sellable;
  // What was taken back from orders of one warehouse may be held in another.
  const filled = lines.filter(({ sku }) => isRaised || (from.sellable && draft.knownSku(sku).warehouses));
  for (const sku of new Set(filled.map((line) => line.sku))) fillBackorders(draft, sku);
  return undefined;
}

const endOf = ({ id, path }: Location): Transfer['from'] => ({ id, path });

function cannotMove(draft: StockDraft, lines: readonly TransferLine[], from: Location, to: Location): Refusal | undefined {
  if (from.id === to.id) return invalidField('/to', 'The stock is at this location already.');
  const archived = lines.filter(({ sku }) => draft.knownSku(sku).archivedAt !== null);
  if (archived.length > 0) return skuArchived(archived.map(namedAt));
  const [first, ...rest] = shortAt(draft, lines, from);
  if (first) return insufficientStock([first, ...rest], fewerLieAt(from.path));
  const crowded = lines.find((line) => overflows(draft, line, from, to));
  return crowded && tooManyLocations('/to', crowded.sku);
}

/** The lines of SKUs of which less lies at the location than all lines ask for together. */
function shortAt(draft: StockDraft, lines: readonly TransferLine[], { id }: Location): ShortItem[] {
  const asked = new Map<string, number>();
  for (const { sku, quantity } of lines) asked.set(sku, (asked.get(sku) ?? 0) + quantity);
  return lines.flatMap(({ sku, pointer }) => {
    const requested = asked.get(sku) ?? 0;
    const available = balanceAt(draft.knownSku(sku), id);
    return requested > available ? [{ pointer: `${pointer}/quantity`, sku, requested, available }] : [];
  });
}

/** True where the line takes one location more than a SKU can lie at: it empties none. */
function overflows(draft: StockDraft, { sku, quantity }: TransferLine, from: Location, to: Location): boolean {
  const known = draft.knownSku(sku);
  const full = known.stock.length >= MAX_LOCATIONS && balanceAt(known, to.id) === 0;
  return full && balanceAt(known, from.id) > quantity;
}

const namedAt = ({ sku, pointer }: TransferLine) => ({ pointer: `${pointer}/sku`, sku });

function fromLedger(stock: StockView, movements: readonly Movement[]): Transfer {
  const taken = movements.filter(({ delta }) => delta < 0);
  const from = taken[0];
  const to = movements.find(({ delta }) => delta > 0);
  if (!from || !to) throw new Error('The ledger of a transfer has two sides');
  return {
    id: from.reference?.id ?? '',
    from: locationOf(stock, from),
    to: locationOf(stock, to),
    lines: taken.map(({ sku, delta }) => ({ sku, quantity: -delta })),
    note: from.note,
    at: from.at,
  };
}

function locationOf(stock: StockView, { locationId }: Movement): Transfer['from'] {
  const location = stock.location(locationId);
  if (!location) throw new Error(`The working set lacks ${locationId}`);
  return endOf(location);
}
