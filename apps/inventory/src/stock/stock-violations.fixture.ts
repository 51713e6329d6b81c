import type { OutgoingMessage } from '@fulfilment/kernel';
import type { Allocation } from '../model/allocation.ts';
import type { Movement } from '../model/ledger.ts';
import type { Location } from '../model/location.ts';
import { availableOf, sellableOf, type Sku } from '../model/sku.ts';

export interface StockSnapshot {
  readonly skus: readonly Sku[];
  readonly allocations: readonly Allocation[];
  /** In the order of their versions and lines for each SKU. */
  readonly movements: readonly Movement[];
  /** In the order of their versions for each key. */
  readonly messages: readonly OutgoingMessage[];
  /** Those that are not sellable; none where it is absent. */
  readonly unsellable?: readonly Location[];
}

/** Where quantities, ledger, holds and versions of a tenant disagree. */
export function violationsOf(snapshot: StockSnapshot): string[] {
  return [...snapshot.skus.flatMap((sku) => ofSku(sku, snapshot)), ...ofEntries(snapshot), ...ofMessages(snapshot)];
}

function ofSku(sku: Sku, { allocations, movements, unsellable = [] }: StockSnapshot): string[] {
  const kept = new Set(unsellable.map(({ id }) => id));
  const held = holdsOf(sku.code, allocations);
  const lying = Object.fromEntries(sku.stock.map(({ locationId, onHand }) => [locationId, onHand]));
  const checks: Record<string, boolean> = {
    'allocated is what orders hold': sku.allocated === held.open + held.confirmed,
    'firm is what confirmed orders hold': sku.firm === held.confirmed,
    'waiting is what open orders lack': sku.waiting === held.waiting,
    'allocated is at most what is sellable': sku.allocated <= sellableOf(sku),
    'unavailable is what lies where nothing is sellable':
      sku.unavailable === sku.stock.reduce((sum, { locationId, onHand }) => (kept.has(locationId) ? sum + onHand : sum), 0),
    'on hand is what lies at its places': sku.onHand === sku.stock.reduce((sum, { onHand }) => sum + onHand, 0),
    'no place holds none': sku.stock.every(({ onHand }) => onHand > 0),
    'places hold what the ledger says': sameRecords(lying, balancesOf(sku.code, movements)),
    'nothing is free while orders wait, unless they are being filled': sku.filling || availableOf(sku) === 0 || sku.waiting === 0,
  };
  return Object.entries(checks).flatMap(([name, holds]) => (holds ? [] : [`${sku.code}: not so that ${name}`]));
}

function holdsOf(code: string, allocations: readonly Allocation[]) {
  const held = { open: 0, confirmed: 0, waiting: 0 };
  for (const { state, lines } of allocations) {
    for (const line of lines) {
      if (line.sku !== code || (state !== 'open' && state !== 'confirmed')) continue;
      held[state] += line.allocated;
      if (state === 'open') held.waiting += line.quantity - line.allocated;
    }
  }
  return held;
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

/** Each entry of the ledger says what it leaves behind, and none is there twice. */
function ofEntries({ movements }: StockSnapshot): string[] {
  const balances = new Map<string, number>();
  const seen = new Set<string>();
  return movements.flatMap(({ sku, locationId, delta, balance, version, line }) => {
    const place = `${sku} at ${locationId}`;
    const entry = `${sku} ${version}/${line}`;
    const now = (balances.get(place) ?? 0) + delta;
    balances.set(place, now);
    const wrong = now !== balance || now < 0 ? [`${entry}: ${now} lie there, not ${balance}`] : [];
    const twice = seen.has(entry) ? [`${entry} is there twice`] : [];
    seen.add(entry);
    return [...wrong, ...twice];
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
