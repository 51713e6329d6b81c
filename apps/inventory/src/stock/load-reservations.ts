import { MAX_ACTIVE_OF_SKU, type Reservation } from '../model/reservation.ts';
import type { Sku } from '../model/sku.ts';
import type { Reads } from './domain/command.ts';
import type { Command, SingleCommand } from './domain/commands/commands.ts';
import type { StockReader } from './stock-ports.ts';

/** Reads the reservations that commands name, by id or external id. */
export async function loadReservations(read: StockReader, reads: readonly Reads[]): Promise<readonly Reservation[]> {
  const ids = [...new Set(reads.flatMap(({ reservationId }) => reservationId ?? []))];
  const externalIds = [...new Set(reads.flatMap(({ externalId }) => externalId ?? []))];
  return ids.length + externalIds.length === 0 ? [] : read.reservations({ ids, externalIds });
}

/** Overdue reservations that one transaction ends at most: all that one SKU can have. */
const MAX_OVERDUE = MAX_ACTIVE_OF_SKU;

/** Reads the reservations of SKUs whose time is over, and all their SKUs: they end before a command is decided. */
export async function loadOverdue(read: StockReader, commands: readonly Command[], skus: readonly Sku[]) {
  const codes = skus.flatMap(({ code, reservations }) => (reservations > 0 ? [code] : []));
  if (codes.length === 0) return { overdue: [], skus };
  const at = new Date(Math.max(...commands.map(({ origin }) => origin.at.getTime())));
  const overdue = await read.overdueReservations({ skus: codes, at, atMost: MAX_OVERDUE });
  const loaded = new Set(skus.map(({ code }) => code));
  const others = [...new Set(overdue.flatMap(({ lines }) => lines.map(({ sku }) => sku)))].filter((code) => !loaded.has(code));
  return { overdue, skus: others.length === 0 ? skus : [...skus, ...(await read.skus(others))] };
}

/** The command that ends a reservation whose time is over. */
export const expiryOf = (reservationId: string): SingleCommand => ({
  type: 'expire-reservation',
  origin: { actor: 'inventory', requestId: '', at: new Date(0) },
  reservationId,
});
