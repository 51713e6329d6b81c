import { gtinOf, hasWrongCheckDigit, type VersionCondition } from '@fulfilment/kernel';
import { DEFAULT_WAREHOUSE, type LocationReference, type LocationsById } from '../../../model/location.ts';
import {
  barcodeExists,
  heldByPackedOrders,
  invalidField,
  locationArchived,
  noRoomForSku,
  notYet,
  type Refusal,
  skuExists,
} from '../../../model/refusal.ts';
import { type DetailChanges, NO_DETAILS, type Sku, type SkuDetails, withCount, withDetails } from '../../../model/sku.ts';
import { changeTotal } from '../change-total.ts';
import { admittedKindOf } from '../admitted-kinds.ts';
import { type CommandResult, type CommandSpec, givenOr, type Origin, refused } from '../command.ts';
import { findLocation, resolveTarget, shownLocations } from '../resolve-target.ts';
import { fillBackorders } from './fill-backorders.ts';
import type { StockDraft, StockView } from '../stock-draft.ts';

export interface CreateSkuCommand {
  readonly type: 'create-sku';
  readonly origin: Origin;
  readonly sku: string;
  readonly name: string;
  readonly onHand: number;
  readonly reorderPoint: number;
  /** Absent for none. */
  readonly safetyStock?: number | undefined;
  /** Null: the default warehouse itself. */
  readonly home: LocationReference | null;
  readonly details?: DetailChanges;
  /** Those of its barcodes that are plain codes, whatever digits they have. */
  readonly plainBarcodes?: readonly string[];
}

export const createSku: CommandSpec<CreateSkuCommand> = {
  reads: ({ sku, home, details }) => ({ skus: [sku], locations: homeReferences(home), barcodes: details?.barcodes ?? [] }),
  cause: () => ({ reason: 'opening', reference: null, note: null }),
  ledgerRepeat: { isRecorded: ({ onHand }) => onHand > 0, result: skuFromLedger },
  decide: (draft, command) => {
    const { sku: code, name, onHand, reorderPoint, home, origin } = command;
    const { at } = origin;
    const details = withDetails(NO_DETAILS, withGtins(draft, command, NO_DETAILS));
    const found = findLocation(draft, home, { pointer: '/location', at });
    if (found.type === 'refused') return found;
    const existing = draft.sku(code);
    if (existing) return refused(skuExists(code, existing.archivedAt === null ? 'active' : 'archived'));
    const refusal = unknownToOthers(draft, command) ?? unfitDetails(draft, { code, details }, { before: NO_DETAILS, ...command });
    if (refusal) return refused(refusal);
    const room = draft.skuRoom();
    if (room && room.used >= room.bound) return refused(noRoomForSku(room.used, room.bound));
    draft.putSku({
      code,
      name,
      onHand: 0,
      unavailable: 0,
      allocated: 0,
      reserved: 0,
      reservations: 0,
      safetyStock: command.safetyStock ?? 0,
      firm: 0,
      waiting: 0,
      filling: false,
      reorderPoint,
      details,
      homeId: found.location.id,
      stock: [],
      version: 0,
      createdAt: at,
      updatedAt: at,
      archivedAt: null,
      counts: [],
    });
    if (onHand > 0) draft.move(code, { locationId: found.location.id, delta: onHand });
    return { type: 'sku', sku: draft.knownSku(code), changed: true };
  },
};

/** Changes facts of a SKU; `onHand` is a count of the total. A fact that is the same already changes nothing. */
export interface UpdateSkuCommand {
  readonly type: 'update-sku';
  readonly origin: Origin;
  readonly sku: string;
  readonly name?: string | undefined;
  /** The total that was counted. */
  readonly onHand?: number | undefined;
  /** The total that the caller expects before the count. */
  readonly expectedOnHand?: number | undefined;
  readonly reorderPoint?: number | undefined;
  readonly safetyStock?: number | undefined;
  readonly home?: LocationReference | null | undefined;
  readonly details?: DetailChanges;
  /** Those of its barcodes that are plain codes, whatever digits they have. */
  readonly plainBarcodes?: readonly string[];
  readonly restore: boolean;
  readonly reason?: string | undefined;
  readonly note?: string | undefined;
  readonly ifMatch?: VersionCondition | undefined;
  /** The refusal where the request repeats read-only facts of the SKU that are others by now. */
  readonly differsFrom?: ((sku: Sku, locations: () => LocationsById) => Refusal | undefined) | undefined;
}

export const updateSku: CommandSpec<UpdateSkuCommand> = {
  reads: ({ sku, home, details }) => ({ skus: [sku], locations: homeReferences(home), barcodes: details?.barcodes ?? [] }),
  forecast: ({ onHand: counted, safetyStock }, sku) => {
    const released = Math.max(0, sku.safetyStock - (safetyStock ?? sku.safetyStock));
    return counted === undefined && released === 0 ? undefined : { counted, released };
  },
  cause: ({ reason, onHand, note = null }) => ({
    ...givenOr(reason, onHand === undefined ? 'reorder_point' : 'count'),
    reference: null,
    note,
  }),
  ledgerRepeat: { isRecorded: ({ onHand }) => onHand !== undefined, result: skuFromLedger },
  decide: (draft, command) => {
    const { home, origin } = command;
    const found = home === undefined ? undefined : findLocation(draft, home, { pointer: '/location', at: origin.at });
    const target = resolveTarget(draft, command, found);
    if (target.type === 'missed') return target.result;
    if (found?.type === 'refused') return found;
    const { sku } = target;
    const differing = command.differsFrom?.(sku, () => shownLocations(draft, sku));
    if (differing) return refused(differing);
    const changed = withFacts(sku, { ...command, details: withGtins(draft, command, sku.details) }, found?.location.id);
    const refusal =
      unknownToOthers(draft, command) ??
      cannotRestore(draft, sku, changed) ??
      unfitDetails(draft, changed, { before: sku.details, ...command });
    if (refusal) return refused(refusal);
    draft.putSku(changed);
    if (changed.safetyStock < sku.safetyStock) fillBackorders(draft, sku.code);
    return count(draft, draft.knownSku(sku.code), command);
  },
};

type BarcodeChange = Pick<UpdateSkuCommand, 'sku' | 'details' | 'plainBarcodes'>;

/** True of a plain code: it is given as such, or the SKU has it as one. */
function isPlain(barcode: string, { plainBarcodes = [] }: Pick<BarcodeChange, 'plainBarcodes'>, before: SkuDetails): boolean {
  const isHeld = before.barcodes.includes(barcode);
  return (
    plainBarcodes.includes(barcode) || (isHeld && before.gtins !== undefined && !before.gtins.includes(gtinOf(barcode) ?? ''))
  );
}

/**
 * The details that a change names, with the GTINs among its barcodes. Those that another SKU has had as well since before GTINs were one
 * number space are none: only one of the two can be.
 */
function withGtins(draft: StockDraft, command: BarcodeChange, before: SkuDetails): DetailChanges {
  const { sku, details = {} } = command;
  const { barcodes } = details;
  if (barcodes === undefined) return details;
  const own = barcodes.filter((each) => !isPlain(each, command, before) && (draft.skuWithBarcode(each) ?? sku) === sku);
  return { ...details, gtins: [...new Set(own.flatMap((each) => gtinOf(each) ?? []))] };
}

/** The refusal of details that lack something, of a wrong check digit, or of barcodes that other SKUs have. A SKU keeps those that it has. */
function unfitDetails(
  draft: StockDraft,
  { code, details }: Pick<Sku, 'code' | 'details'>,
  { before, plainBarcodes = [] }: Pick<BarcodeChange, 'plainBarcodes'> & { readonly before: SkuDetails },
): Refusal | undefined {
  const { barcodes, unitCost, currency } = details;
  if (unitCost !== null && currency === null) return invalidField('/currency', 'A unit cost needs a currency.');
  const given = barcodes.flatMap((barcode, index) =>
    before.barcodes.includes(barcode) ? [] : [{ pointer: `/barcodes/${index}`, barcode, sku: draft.skuWithBarcode(barcode) }],
  );
  const wrong = given.find(({ barcode }) => hasWrongCheckDigit(barcode) && !plainBarcodes.includes(barcode));
  if (wrong)
    return invalidField(
      wrong.pointer,
      'The last digit is not the check digit of a GTIN. A code of your own is given as {"code": …, "type": "other"}.',
    );
  const taken = given.flatMap(({ sku, ...each }) => (sku === undefined || sku === code ? [] : [{ ...each, sku }]));
  return taken.length === 0 ? undefined : barcodeExists(taken);
}

/** The refusal of a safety stock while processes run that would sell it. */
function unknownToOthers(draft: StockDraft, command: CreateSkuCommand | UpdateSkuCommand): Refusal | undefined {
  return draft.admits(admittedKindOf(command)) ? undefined : notYet();
}

/** The SKU with the facts that a change names. */
function withFacts(
  sku: Sku,
  { name, reorderPoint, safetyStock, restore, details = {} }: UpdateSkuCommand,
  homeId: string | undefined,
): Sku {
  return {
    ...sku,
    name: name ?? sku.name,
    reorderPoint: reorderPoint ?? sku.reorderPoint,
    safetyStock: safetyStock ?? sku.safetyStock,
    details: withDetails(sku.details, details),
    homeId: homeId ?? sku.homeId,
    archivedAt: restore ? null : sku.archivedAt,
  };
}

/** A SKU is restored at its home, which may have been archived since. */
function cannotRestore(draft: StockDraft, before: Sku, { archivedAt, homeId }: Sku): Refusal | undefined {
  if (before.archivedAt === null || archivedAt !== null) return undefined;
  const home = draft.knownLocation(homeId);
  return home.archivedAt === null ? undefined : locationArchived('/location', home.path);
}

/** Sets the total of a SKU: the difference is moved at the home location first, then at the fullest others. */
function count(draft: StockDraft, sku: Sku, command: Pick<UpdateSkuCommand, 'onHand' | 'origin'>): CommandResult {
  const { code, onHand, firm, archivedAt } = sku;
  const target = command.onHand ?? onHand;
  if (target !== onHand) {
    if (archivedAt === null && target < firm) return refused(heldByPackedOrders(code, target, firm));
    const result = changeTotal(draft, sku, { target, pointer: '/on_hand' });
    if (result.type !== 'done') return result;
    const after = draft.knownSku(code);
    draft.putSku({ ...after, ...withCount(after, { locationId: null, at: command.origin.at }) });
  }
  return { type: 'sku', sku: draft.knownSku(code), changed: true };
}

/** Archives a SKU: new orders are refused, those that hold or wait for it go on. Archiving again changes nothing. */
export interface ArchiveSkuCommand {
  readonly type: 'archive-sku';
  readonly origin: Origin;
  readonly sku: string;
  readonly ifMatch?: VersionCondition | undefined;
}

export const archiveSku: CommandSpec<ArchiveSkuCommand> = {
  reads: ({ sku }) => ({ skus: [sku] }),
  cause: () => ({ reason: 'archive', reference: null, note: null }),
  decide: (draft, command) => {
    const target = resolveTarget(draft, command, undefined);
    if (target.type === 'missed') return target.result;
    const { sku } = target;
    if (sku.archivedAt === null) draft.putSku({ ...sku, archivedAt: command.origin.at });
    return { type: 'sku', sku: draft.knownSku(sku.code), changed: true };
  },
};

/** The location that a home names: null is the default warehouse itself. */
function homeReferences(home: LocationReference | null | undefined): LocationReference[] {
  if (home === null) return [{ type: 'path', codes: [DEFAULT_WAREHOUSE] }];
  return home ? [home] : [];
}

/** The result of a repeat long after: the SKU as it is now. */
export function skuFromLedger(stock: StockView, { sku: code }: { readonly sku: string }) {
  const sku = stock.sku(code);
  if (!sku) throw new Error(`The ledger has entries of ${code}, which does not exist`);
  return { type: 'sku', sku, changed: false } as const;
}
