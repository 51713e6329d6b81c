import type { IdempotencyClaim } from '@fulfilment/kernel';
import type { Sku } from './sku.ts';
import type { Source } from './sourcing.ts';

/** An entry of the ledger: units that came to a location or left it. */
export interface Movement {
  readonly id: string;
  readonly sku: string;
  /** The SKU's version by this change. */
  readonly version: number;
  /** Order among the movements of one version. */
  readonly line: number;
  readonly locationId: string;
  readonly delta: number;
  /** Units at the location after it. */
  readonly balance: number;
  readonly reason: string;
  readonly reference: Reference | null;
  readonly note: string | null;
  readonly actor: string;
  readonly requestId: string;
  /** The moment at which it was booked; of the movements of a SKU it never runs backwards. */
  readonly at: Date;
  /** The moment at which the units were moved or counted, where that was before they were booked. */
  readonly occurredAt?: Date;
  /** Claim of the request that moved it, kept for ever: it never moves anything again. */
  readonly claim: Pick<IdempotencyClaim, 'id' | 'fingerprint'> | null;
}

/** The record because of which units moved; stored and shown as it is. */
export interface Reference {
  readonly type: string;
  readonly id: string;
  /** Of a fulfilment: its order. */
  readonly order_id?: string;
}

/** The reference as it is shown: what stands for the unknown order of a return has the id of that, and is no order. */
export function shownReference(reference: Reference | null): Reference | null {
  if (reference?.type !== 'return' || !isUnknownOrderOf(reference.id, reference.order_id)) return reference;
  const { order_id: _unknown, ...shown } = reference;
  return shown;
}

/** True of what stands for the unknown order of a return: it has the id of that with another prefix. */
const isUnknownOrderOf = (returnId: string, orderId: string | undefined): boolean =>
  orderId?.slice('ord'.length) === returnId.slice('ret'.length);

/** The moment of a movement in the warehouse. */
export const momentOf = ({ at, occurredAt = at }: Pick<Movement, 'at' | 'occurredAt'>): Date => occurredAt;

/** Holds of a SKU over all orders. */
export interface HoldTotals {
  /** Units that orders hold, packed ones included. */
  readonly held: number;
  /** Units that packed orders hold. */
  readonly firm: number;
  /** Units that open orders wait for. */
  readonly waiting: number;
  /** Units of lines beyond what was ordered, where they hold, have shipped and have dropped more. */
  readonly exceeding: number;
  /** Units in fulfilments beyond what their lines hold. */
  readonly unheld: number;
  /** Units that orders hold in warehouses. */
  readonly sourced: number;
  /** Of orders that hold their units in warehouses: by how many units lines differ from these. */
  readonly unevenLines: number;
  /** The same of fulfilments. */
  readonly unevenPortions: number;
  /** Lines of orders that hold or want it. */
  readonly lines: number;
}

/** The units of a SKU that active reservations keep. */
export interface ReservedTotals {
  readonly kept: number;
  /** Reservations with a line for it. */
  readonly reservations: number;
  /** Those of the units that are kept in one warehouse, by warehouse. */
  readonly inWarehouses: readonly Source[];
}

/** Units of a SKU that an order has shipped which holds or wants more. */
export interface ShippedPart {
  readonly sku: string;
  readonly orderId: string;
  readonly shipped: number;
  /** Units that the ledger took out for it. */
  readonly booked: number;
}

/** Units of a SKU that came back of an order. */
export interface ReturnedPart {
  readonly sku: string;
  readonly orderId: string;
  /** The returns of the order. */
  readonly returnIds: readonly string[];
  readonly shipped: number;
  readonly returned: number;
  /** Units that the ledger took out for its returns: below 0, since they came in. */
  readonly booked: number;
}

/** Two things that should be equal and are not. */
export interface Difference {
  readonly check:
    | 'places_add_up'
    | 'unavailable_adds_up'
    | 'quantities_add_up'
    | 'reservations_add_up'
    | 'ledger_adds_up'
    | 'ledger_is_whole'
    | 'holds_add_up'
    | 'holds_are_on_hand'
    | 'portions_add_up'
    | 'portions_are_held'
    | 'shipments_are_in_ledger'
    | 'returns_are_in_ledger'
    | 'warehouses_add_up'
    | 'sources_add_up'
    | 'sku_exists';
  readonly sku: string;
  /** Null where it is about the SKU as a whole. */
  readonly locationId: string | null;
  /** Units by the other side; null where it is not about units. */
  readonly expected: number | null;
  readonly found: number | null;
  readonly message: string;
}

/** All that a SKU is compared with. */
export interface SkuAudit {
  readonly ledger: Pick<LedgerSums, 'balances'>;
  readonly holds: HoldTotals;
  readonly reserved: Pick<ReservedTotals, 'kept' | 'reservations'>;
  /** The ids of locations that are not sellable. */
  readonly unsellable: ReadonlySet<string>;
}

/** Where a SKU does not agree with its ledger, with what orders hold, or with itself. */
export function auditSku(sku: Sku, { ledger, holds, reserved, unsellable }: SkuAudit): Difference[] {
  return [
    ...ofPlaces(sku),
    ...ofUnavailable(sku, unsellable),
    ...ofTerms(sku),
    ...ofReservations(sku, reserved),
    ...ofLedger(sku, ledger),
    ...ofHolds(sku, holds),
    ...ofPortions(sku, holds),
  ];
}

/** Units that were shipped in part and are not in the ledger, or are there otherwise. */
export function auditShipment({ sku, orderId, shipped, booked }: ShippedPart): Difference[] {
  if (shipped === booked) return [];
  const message = `${orderId} has shipped ${shipped}, and the ledger took out ${booked} for it.`;
  return [{ check: 'shipments_are_in_ledger', sku, locationId: null, expected: booked, found: shipped, message }];
}

/** Units that came back and are not in the ledger, or are there otherwise, or that are more than were shipped. */
export function auditReturn({ sku, orderId, returnIds, shipped, returned, booked }: ReturnedPart): Difference[] {
  const shown = returnIds.find((id) => isUnknownOrderOf(id, orderId)) ?? orderId;
  const found: Difference[] = [];
  const differs = (expected: number, message: string): void => {
    found.push({ check: 'returns_are_in_ledger', sku, locationId: null, expected, found: returned, message });
  };
  if (returned !== -booked) differs(-booked, `Of ${shown} ${returned} came back, and the ledger brought ${-booked} in for it.`);
  if (returned > shipped) differs(shipped, `Of ${shown} ${returned} came back, and ${shipped} were shipped.`);
  return found;
}

/** A SKU that movements or orders name and that does not exist. */
export function missingSku(code: string, namedBy: string): Difference {
  return {
    check: 'sku_exists',
    sku: code,
    locationId: null,
    expected: null,
    found: null,
    message: `The SKU does not exist, and ${namedBy} name it.`,
  };
}

function ofPlaces({ code, onHand, stock }: Sku): Difference[] {
  const lying = stock.reduce((sum, entry) => sum + entry.onHand, 0);
  if (lying === onHand) return [];
  const message = `${onHand} are on hand, and ${lying} lie at its locations.`;
  return [{ check: 'places_add_up', sku: code, locationId: null, expected: lying, found: onHand, message }];
}

function ofUnavailable({ code, unavailable, stock }: Sku, unsellable: SkuAudit['unsellable']): Difference[] {
  const lying = stock.reduce((sum, { locationId, onHand }) => (unsellable.has(locationId) ? sum + onHand : sum), 0);
  if (lying === unavailable) return [];
  const message = `${unavailable} are unavailable, and ${lying} lie at locations that are not sellable.`;
  return [{ check: 'unavailable_adds_up', sku: code, locationId: null, expected: lying, found: unavailable, message }];
}

/** With the total of holds in order, the terms of a SKU fail to add up only where reservations take more than is left. */
function ofTerms({ code, onHand, unavailable, allocated, reserved, safetyStock }: Sku): Difference[] {
  const expected = onHand - unavailable - Math.min(allocated, onHand - unavailable);
  if (reserved >= 0 && safetyStock >= 0 && (reserved === 0 || reserved <= expected)) return [];
  const message = `${reserved} are reserved of ${expected} that are sellable and not allocated, and ${safetyStock} are to be withheld.`;
  return [{ check: 'quantities_add_up', sku: code, locationId: null, expected, found: reserved, message }];
}

function ofReservations(
  { code: sku, reserved, reservations }: Sku,
  { kept, reservations: active }: SkuAudit['reserved'],
): Difference[] {
  const found: Difference[] = [];
  const compare = (expected: number, has: number, message: string): void => {
    if (expected !== has) found.push({ check: 'reservations_add_up', sku, locationId: null, expected, found: has, message });
  };
  compare(kept, reserved, `${reserved} are reserved, and active reservations keep ${kept}.`);
  compare(active, reservations, `${reservations} active reservations are counted, and there are ${active}.`);
  return found;
}

function ofLedger({ code, stock }: Sku, ledger: Pick<LedgerSums, 'balances'>): Difference[] {
  const lying = new Map(stock.map(({ locationId, onHand }) => [locationId, onHand]));
  return [...new Set([...lying.keys(), ...ledger.balances.keys()])].flatMap((locationId): Difference[] => {
    const [found, expected] = [lying.get(locationId) ?? 0, ledger.balances.get(locationId) ?? 0];
    if (found === expected) return [];
    const message = `${found} lie at the location, and its movements add up to ${expected}.`;
    return [{ check: 'ledger_adds_up', sku: code, locationId, expected, found, message }];
  });
}

function ofHolds({ code: sku, onHand, unavailable, allocated, firm }: Sku, holds: HoldTotals): Difference[] {
  const found: Difference[] = [];
  const compare = (units: number, held: number, message: string): void => {
    if (units !== held) found.push({ check: 'holds_add_up', sku, locationId: null, expected: held, found: units, message });
  };
  compare(allocated, holds.held, `${allocated} are allocated, and orders hold ${holds.held}.`);
  compare(firm, holds.firm, `${firm} are kept for packed orders, and these hold ${holds.firm}.`);
  const sellable = onHand - unavailable;
  if (!(0 <= firm && firm <= allocated && allocated <= sellable)) {
    const message = `${firm} held by packed orders ≤ ${allocated} allocated ≤ ${sellable} on hand and sellable does not hold.`;
    found.push({ check: 'holds_are_on_hand', sku, locationId: null, expected: sellable, found: allocated, message });
  }
  return found;
}

function ofPortions({ code: sku, waiting }: Sku, holds: HoldTotals): Difference[] {
  const found: Difference[] = [];
  const differs = (check: Difference['check'], expected: number, units: number, message: string): void => {
    if (units !== expected) found.push({ check, sku, locationId: null, expected, found: units, message });
  };
  differs('portions_add_up', 0, holds.exceeding, `Order lines have ${holds.exceeding} units more than were ordered.`);
  differs('portions_add_up', holds.waiting, waiting, `${waiting} are waited for, and orders lack ${holds.waiting}.`);
  differs('portions_are_held', 0, holds.unheld, `Fulfilments have ${holds.unheld} units that their orders do not hold.`);
  return found;
}

/** An entry of the ledger, as far as it is added up. */
export type LedgerEntry = Pick<Movement, 'sku' | 'version' | 'line' | 'locationId' | 'delta' | 'balance'>;

/** An entry that says something else than the ones up to it. */
export interface WrongBalance {
  readonly entry: LedgerEntry;
  readonly expected: number;
}

/** The sums of the ledger of a SKU by one of its versions. Entries up to it never change, so an audit may go on from there. */
export interface Checkpoint {
  readonly sku: string;
  /** The version of the SKU: all entries of versions up to it are in the sums. */
  readonly through: number;
  /** The number of those entries. */
  readonly entries: number;
  /** Units by location; locations without units are left out. */
  readonly balances: ReadonlyMap<string, number>;
  /** Digest of those entries, each hashed with the digest of all before it: it does not depend on where checkpoints were made. */
  readonly chain: string;
}

/** Sums of the movements of one SKU, in the memory of one number a location, however many entries there are. */
export class LedgerSums {
  /** Units by location; locations without units are left out. */
  readonly balances: Map<string, number>;

  /** @param balances at the checkpoint from which the entries go on. */
  constructor(balances: ReadonlyMap<string, number> = new Map()) {
    this.balances = new Map(balances);
  }

  /** Takes the next entry, by version and line. @returns what is wrong with it. */
  take(entry: LedgerEntry): WrongBalance | undefined {
    const { locationId, delta, balance } = entry;
    const expected = (this.balances.get(locationId) ?? 0) + delta;
    if (expected === 0) this.balances.delete(locationId);
    else this.balances.set(locationId, expected);
    return expected === balance && expected >= 0 ? undefined : { entry, expected };
  }
}
