import type { IndexDeclaration } from '@fulfilment/mongo';
import type { Collection, Db, Filter } from 'mongodb';
import { OF_PERSONS, type OrderSearch } from './domain/search-terms.ts';
import { type OrderDocument, ORDERS, toOrder, toOrderDocument } from '../order-documents.ts';

/** The index by terms. Nothing that a step changes is in it: a key is written with the order, and again where its address or tracking change. */
export const BY_TERM = 'tenant_search';

export const SEARCH_INDEX: IndexDeclaration = { collection: ORDERS, name: BY_TERM, key: { tenant: 1, search: 1 } };

/**
 * Orders that each of the words begins something of. The index is read by `lead` alone: the others are asked for in a way that no index
 * answers, or the planner might read by one that finds far more.
 */
export function searchCondition({ words, ofPersons }: OrderSearch, lead: string): Filter<OrderDocument> {
  const others = words.filter((word) => word !== lead);
  return {
    search: { $in: formsOf(lead, ofPersons).map((form) => new RegExp(`^${escaped(form)}`)) },
    ...(others.length === 0 ? {} : { $expr: { $and: others.map((word) => beginsSomething(formsOf(word, ofPersons))) } }),
  };
}

const formsOf = (word: string, ofPersons: boolean): readonly string[] => (ofPersons ? [word, OF_PERSONS + word] : [word]);

/** As MongoDB still reads the bounds of an index from it: letters and digits stay as they are. */
const escaped = (text: string): string => text.replace(/[!-/:-@[-`{-~]/g, String.raw`\$&`);

const beginsSomething = (forms: readonly string[]) => ({
  $anyElementTrue: {
    $map: {
      input: { $ifNull: ['$search', []] },
      in: { $or: forms.map((form) => ({ $eq: [{ $indexOfBytes: ['$$this', { $literal: form }] }, 0] })) },
    },
  },
});

const AT_ONCE = 200;

/** Gives orders their terms that have none, or may have those of before: of releases that do not know the index, which wrote them. */
export class OrderTerms {
  readonly #orders: Collection<OrderDocument>;

  constructor(db: Db) {
    this.#orders = db.collection(ORDERS);
  }

  /** Goes on until every order has its terms, or `stopping` ends it. @returns the number of orders that got them. */
  async pass(mark: () => void, stopping: AbortSignal): Promise<number> {
    let sum = 0;
    for (let found = AT_ONCE; found === AT_ONCE && !stopping.aborted; mark()) {
      // The index has an order without terms under null, at one place for each tenant.
      const bare = await this.#orders
        .find({ search: { $exists: false } }, { projection: { outbox: 0, history: 0 } })
        .hint(BY_TERM)
        .limit(AT_ONCE)
        .toArray();
      found = bare.length;
      sum += await this.#write(bare);
    }
    return sum;
  }

  /** The same of certain orders, whatever they have. */
  async renew(ids: readonly string[]): Promise<void> {
    await this.#write(await this.#orders.find({ _id: { $in: [...ids] } }).toArray());
  }

  /** An order that has changed since is left out: it got its terms with that, or comes again. */
  async #write(found: readonly OrderDocument[]): Promise<number> {
    if (found.length === 0) return 0;
    const updates = found.map((document) => {
      const { _id, version, search } = toOrderDocument(toOrder(document));
      return { updateOne: { filter: { _id, version }, update: { $set: { search } } } };
    });
    return (await this.#orders.bulkWrite(updates, { ordered: false })).modifiedCount;
  }
}
