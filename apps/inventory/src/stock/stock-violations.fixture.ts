import { type OutgoingMessage, REASONS_WITHOUT_MOVES } from '@fulfilment/kernel';
import type { Allocation, AllocationLine } from '../model/allocation.ts';
import type { Movement } from '../model/ledger.ts';
import type { Location } from '../model/location.ts';
import { keptOf, type Reservation } from '../model/reservation.ts';
import type { AllocationRules } from '../model/sourcing.ts';
import { availableOf, bufferOf, sellableOf, type Sku } from '../model/sku.ts';
import { warehouseViolationsOf } from './warehouse-violations.fixture.ts';

export interface StockSnapshot {
  readonly skus: readonly Sku[];
  readonly allocations: readonly Allocation[];
  readonly reservations: readonly Reservation[];
  /** In the order of their versions and lines for each SKU. */
  readonly movements: readonly Movement[];
  /** In the order of their versions for each key. */
  readonly messages: readonly OutgoingMessage[];
  /** Those that are not sellable; none where it is absent. */
  readonly unsellable?: readonly Location[];
  /** All; what orders hold in warehouses is compared with them where they are there. */
  readonly locations?: readonly Location[];
  /** The tenant's rules; those of a tenant that never set any where they are absent. */
  readonly rules?: AllocationRules;
}

/** Where quantities, ledger, holds and versions of a tenant disagree. */
export function violationsOf(snapshot: StockSnapshot): string[] {
  return [
    ...snapshot.skus.flatMap((sku) => ofSku(sku, snapshot)),
    ...snapshot.allocations.flatMap((allocation) => ofAllocation(allocation, snapshot)),
    ...warehouseViolationsOf(snapshot),
    ...ofEntries(snapshot),
    ...ofMessages(snapshot),
  ];
}

function ofSku(sku: Sku, { allocations, reservations, movements, unsellable = [] }: StockSnapshot): string[] {
  const kept = new Set(unsellable.map(({ id }) => id));
  const held = holdsOf(sku.code, allocations);
  const lying = Object.fromEntries(sku.stock.map(({ locationId, onHand }) => [locationId, onHand]));
  const checks: Record<string, boolean> = {
    'allocated is what orders hold': sku.allocated === held.allocated,
    'firm is what is packed': sku.firm === held.firm,
    'waiting is what open orders lack': sku.waiting === held.waiting,
    'what is promised is at most what is sellable': sku.allocated + sku.reserved <= sellableOf(sku),
    'on hand is the sum of its terms, none below 0': [
      sku.allocated + sku.reserved + sku.unavailable + bufferOf(sku) + availableOf(sku) === sku.onHand,
      ...[sku.allocated, sku.reserved, sku.unavailable, bufferOf(sku), availableOf(sku)].map((units) => units >= 0),
    ].every(Boolean),
    'the buffer is the safety stock, of the SKU or of its warehouses, or all that is free':
      availableOf(sku) === 0 || bufferOf(sku) === Math.max(sku.safetyStock, withheldInWarehouses(sku)),
    'reserved is what active reservations keep':
      sku.reserved === reservations.reduce((sum, each) => sum + keptOf(each, sku.code), 0),
    'its active reservations are counted':
      sku.reservations ===
      reservations.filter(({ state, lines }) => state === 'active' && lines.some((line) => line.sku === sku.code)).length,
    'unavailable is what lies where nothing is sellable':
      sku.unavailable === sku.stock.reduce((sum, { locationId, onHand }) => (kept.has(locationId) ? sum + onHand : sum), 0),
    'on hand is what lies at its places': sku.onHand === sku.stock.reduce((sum, { onHand }) => sum + onHand, 0),
    'no place holds none': sku.stock.every(({ onHand }) => onHand > 0),
    'places hold what the ledger says': sameRecords(lying, balancesOf(sku.code, movements)),
    'nothing is free while orders wait, unless they are being filled':
      sku.filling || availableOf(sku) === 0 || !allocations.some((each) => !each.sourcing && isWaiting(each, sku.code)),
  };
  return Object.entries(checks).flatMap(([name, holds]) => (holds ? [] : [`${sku.code}: not so that ${name}`]));
}

/** The least of its safety stock and of what no order holds and no reservation keeps there, over all warehouses. */
const withheldInWarehouses = ({ warehouses = [] }: Sku): number =>
  warehouses.reduce(
    (sum, { onHand, unavailable, allocated, reserved, safetyStock = 0 }) =>
      sum + Math.min(safetyStock, onHand - unavailable - allocated - reserved),
    0,
  );

function holdsOf(code: string, allocations: readonly Allocation[]) {
  const held = { allocated: 0, firm: 0, waiting: 0 };
  for (const { state, lines } of allocations) {
    for (const line of lines) {
      if (line.sku !== code || (state !== 'open' && state !== 'confirmed')) continue;
      held.allocated += line.allocated;
      held.firm += state === 'confirmed' ? line.allocated : sumOf(line, ({ firm }) => firm);
      if (state === 'open') held.waiting += waitingOf(line);
    }
  }
  return held;
}

const isWaiting = ({ state, lines }: Allocation, code: string): boolean =>
  state === 'open' && lines.some((line) => line.sku === code && waitingOf(line) > 0);

type PortionOfLine = NonNullable<AllocationLine['portions']>[number];

const sumOf = ({ portions = [] }: AllocationLine, isMeant: (portion: PortionOfLine) => boolean): number =>
  portions.reduce((sum, portion) => (isMeant(portion) ? sum + portion.units : sum), 0);

const waitingOf = ({ quantity, allocated, shipped, cancelled = 0, suspended = 0 }: AllocationLine): number =>
  quantity - allocated - shipped - cancelled - suspended;

/** Each unit of a line is in one place, each portion is held, and what was shipped is in the ledger. */
function ofAllocation({ orderId, state, lines }: Allocation, { movements }: StockSnapshot): string[] {
  const isOver = state === 'shipped' || state === 'released' || state === 'rejected';
  const shipped = lines.reduce((sum, line) => sum + line.shipped, 0);
  const left = movements.filter(
    ({ reason, reference }) => reason === 'shipment' && (reference?.order_id ?? reference?.id) === orderId,
  );
  const checks: Record<string, boolean> = {
    'no line has more units than were ordered': lines.every((line) => waitingOf(line) >= 0),
    'no more units were added later than were ordered': lines.every(
      ({ quantity, later = [] }) => later.reduce((sum, { units }) => sum + units, 0) <= quantity,
    ),
    'portions are held': lines.every((line) => sumOf(line, () => true) <= line.allocated),
    'there are no portions of nothing': lines.every(({ portions }) => portions?.length !== 0),
    'each fulfilment has one portion of a line': lines.every(
      ({ portions = [] }) => new Set(portions.map(({ fulfilment }) => fulfilment)).size === portions.length,
    ),
    'nothing is held by an order that is over': !isOver || lines.every(({ allocated }) => allocated === 0),
    'nothing is wanted by an order that was shipped': state !== 'shipped' || lines.every((line) => waitingOf(line) === 0),
    'an order without anything held or wanted is over':
      isOver || lines.some((line) => line.allocated > 0 || waitingOf(line) > 0 || line.suspended !== undefined),
    'a packed order has no portions': state === 'open' || lines.every(({ portions }) => portions === undefined),
    'what was shipped is in the ledger, once': left.reduce((sum, { delta }) => sum - delta, 0) === shipped,
  };
  return Object.entries(checks).flatMap(([name, holds]) => (holds ? [] : [`${orderId}: not so that ${name}`]));
}

function balancesOf(code: string, movements: readonly Movement[]): Record<string, number> {
  const balances: Record<string, number> = {};
  for (const { sku, locationId, delta } of movements) {
    if (sku === code) balances[locationId] = (balances[locationId] ?? 0) + delta;
  }
  return Object.fromEntries(Object.entries(balances).filter(([, balance]) => balance !== 0));
}

function sameRecords(a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

const WITHOUT_MOVES: ReadonlySet<string> = new Set(REASONS_WITHOUT_MOVES);

/** Each entry of the ledger says what it leaves behind, and none is there twice. */
function ofEntries({ movements }: StockSnapshot): string[] {
  const balances = new Map<string, number>();
  const seen = new Set<string>();
  return movements.flatMap(({ sku, locationId, delta, balance, version, line, reason }) => {
    const place = `${sku} at ${locationId}`;
    const entry = `${sku} ${version}/${line}`;
    const now = (balances.get(place) ?? 0) + delta;
    balances.set(place, now);
    const wrong = now !== balance || now < 0 ? [`${entry}: ${now} lie there, not ${balance}`] : [];
    const twice = seen.has(entry) ? [`${entry} is there twice`] : [];
    seen.add(entry);
    const moveless = WITHOUT_MOVES.has(reason) ? [`${entry}: ${reason} moves no units`] : [];
    return [...wrong, ...twice, ...moveless];
  });
}

/** Versions rise within a key; those of an order are without a gap. A command that comes again is answered again. */
function ofMessages({ messages }: StockSnapshot): string[] {
  const versioned = messages.filter(({ key }) => !key.includes('|scn_'));
  const byKey = Map.groupBy(versioned, ({ topic, key }) => `${topic} ${key}`);
  return Array.from(byKey).flatMap(([key, ofKey]) => {
    const all = ofKey.map(({ version, part }) => version * 10 + part);
    const places = key.startsWith('stock.outcomes') ? [...new Set(all)] : all;
    const rises = places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0));
    const whole = !key.startsWith('stock.outcomes') || places.every((place, at) => place === (at + 1) * 10);
    return rises && whole ? [] : [`${key}: versions ${places.join(', ')}`];
  });
}
