import { newId } from '@fulfilment/kernel';
import type { OutboxTransact } from '@fulfilment/messaging';
import type { Collection, Db } from 'mongodb';
import { LOCATIONS } from '../database/inventory-indexes.ts';
import { type LocationDocument, toLocation } from '../database/location-documents.ts';
import { namesMessages } from '../records/location-messages.ts';

/** Locations of one transaction: each of them conflicts with a change of that location. */
const AT_ONCE = 100;

/** Locations that were stored by releases which told scans of no names. */
export class UnannouncedLocations {
  readonly #locations: Collection<LocationDocument>;
  readonly #transact: OutboxTransact;

  constructor(db: Db, transact: OutboxTransact) {
    this.#locations = db.collection(LOCATIONS);
    this.#transact = transact;
  }

  /** Tells scans of the names of up to 100 of them. @returns their number. */
  async pass(): Promise<number> {
    return this.#transact(async (session, addMessages) => {
      const unannounced = { announced: { $exists: false } };
      const found = await this.#locations.find(unannounced, { session }).sort({ _id: 1 }).limit(AT_ONCE).toArray();
      const byTenant = Object.entries(Object.groupBy(found, ({ tenant }) => tenant));
      const requestId = newId('req');
      const messages = byTenant.flatMap(([tenant, documents = []]) => {
        const named = documents.map((document) => ({ location: toLocation(document), since: document.created_at }));
        return namesMessages(named, { tenant, requestId });
      });
      if (found.length === 0) return 0;
      const ids = found.map(({ _id: id }) => id);
      await this.#locations.updateMany({ _id: { $in: ids } }, { $set: { announced: true } }, { session });
      await addMessages(messages);
      return found.length;
    });
  }
}
