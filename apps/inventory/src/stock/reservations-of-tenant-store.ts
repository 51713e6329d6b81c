import type { AnyBulkWriteOperation, ClientSession, Collection, Db } from 'mongodb';
import { RESERVATION_NAME_INDEX, RESERVATIONS, RESERVED_SKU_INDEX } from '../database/inventory-indexes.ts';
import { type ReservationDocument, toReservation, toReservationDocument } from '../database/reservation-documents.ts';
import { keptOf, type Reservation } from '../model/reservation.ts';
import type { KeptWanted, OverdueWanted, StockReader } from './stock-ports.ts';
import { writeAll } from './conflicts-store.ts';

/** The reservations of a tenant, as a transaction reads and writes them: they are never remembered, so a write follows a read of it. */
export class ReservationsOfTenant implements Pick<StockReader, 'reservations' | 'overdueReservations' | 'keeping'> {
  readonly #reservations: Collection<ReservationDocument>;
  readonly #session: ClientSession;
  readonly #tenant: string;
  readonly #read = new Set<string>();

  constructor(db: Db, session: ClientSession, tenant: string) {
    this.#reservations = db.collection(RESERVATIONS);
    this.#session = session;
    this.#tenant = tenant;
  }

  async reservations({ ids, externalIds }: { readonly ids: readonly string[]; readonly externalIds: readonly string[] }) {
    const tenant = this.#tenant;
    const options = { session: this.#session };
    const named = ids.length === 0 ? [] : await this.#reservations.find({ _id: { $in: [...ids] }, tenant }, options).toArray();
    if (externalIds.length === 0) return named.map((each) => this.#toReservation(each));
    const filter = { tenant, external_key: { $in: [...externalIds], $gt: '' } };
    const found = await this.#reservations.find(filter, options).hint(RESERVATION_NAME_INDEX).toArray();
    return [...named, ...found].map((each) => this.#toReservation(each));
  }

  async overdueReservations({ skus, at, atMost }: OverdueWanted) {
    const filter = { ...this.#active({ $in: [...skus] }), expires_at: { $lte: at } };
    const found = this.#reservations.find(filter, { session: this.#session }).hint(RESERVED_SKU_INDEX);
    const overdue = await found.sort({ expires_at: 1, _id: 1 }).limit(atMost).toArray();
    return overdue.map((each) => this.#toReservation(each));
  }

  async keeping({ sku, units, warehouse }: KeptWanted) {
    const filter = { ...this.#active(sku), ...(warehouse !== undefined && { 'warehouse.id': warehouse }) };
    const found = this.#reservations.find(filter, { session: this.#session }).hint(RESERVED_SKU_INDEX);
    const kept: Reservation[] = [];
    let left = units;
    // Breaking off closes the cursor.
    for await (const document of found.sort({ expires_at: -1, _id: -1 })) {
      const reservation = this.#toReservation(document);
      kept.push(reservation);
      left -= keptOf(reservation, sku);
      if (left <= 0) break;
    }
    return kept;
  }

  /** @throws WriteConflict, or the duplicate key's error, where another process was first. */
  async write(reservations: readonly Reservation[]): Promise<void> {
    const writes = reservations.map((reservation): AnyBulkWriteOperation<ReservationDocument> => {
      const document = toReservationDocument(this.#tenant, reservation);
      const { _id, ...replacement } = document;
      return this.#read.has(_id) ? { replaceOne: { filter: { _id }, replacement } } : { insertOne: { document } };
    });
    await writeAll(this.#reservations, writes, this.#session);
  }

  #active(sku: string | { readonly $in: string[] }) {
    return { tenant: this.#tenant, 'lines.sku': sku, state: 'active' } as const;
  }

  #toReservation(document: ReservationDocument): Reservation {
    const reservation = toReservation(document);
    this.#read.add(reservation.id);
    return reservation;
  }
}
