import { folded } from '@fulfilment/kernel';
import type { Order } from '../../domain/order.ts';

/** A search for orders. */
export interface OrderSearch {
  /** Each of them begins something of an order that is found. */
  readonly words: readonly string[];
  /** False: by nothing of its address. */
  readonly ofPersons: boolean;
}

/** Characters of a word that count. */
const MAX_WORD = 64;
/** Terms of an order, at most: one with more parcels than that is found by the first of them. */
const MAX_TERMS = 64;
/** Words of its address among them. */
const MAX_PERSON_TERMS = 24;

/** Begins the terms that come from an address. No text that is searched has this character. */
export const OF_PERSONS = '\u0001';

/** The words of a text as they are searched: `#1001` is `1001`, since people leave such a sign out. */
export function searchWords(text: string): readonly string[] {
  const words = folded(text).split(/\s+/u);
  return words.flatMap((word) => {
    const plain = word.replace(/^[^\p{L}\p{N}]+/u, '');
    return word === ''
      ? []
      : [
          Array.from(plain === '' ? word : plain)
            .slice(0, MAX_WORD)
            .join(''),
        ];
  });
}

/**
 * The terms that an order is found by, each by its beginning: id, external id and tracking numbers, and of its address the words of
 * name and company, and the e-mail address.
 */
export function searchTermsOf(order: Order): readonly string[] {
  const { id, externalId, shipment, fulfilments = [] } = order;
  const packages = 'packing' in order ? (order.packing?.packages ?? []) : [];
  const parcels = [...packages, ...fulfilments.flatMap((each) => each.packages)];
  const shipments = [shipment, ...fulfilments.map((each) => each.shipment)];
  const codes = [id, externalId, ...shipments.map((each) => each.trackingNumber), ...parcels.map(({ tracking }) => tracking)];
  const terms = new Set([...personTermsOf(order), ...codes.flatMap((code) => searchWords(code ?? ''))]);
  return [...terms].slice(0, MAX_TERMS).toSorted();
}

/** None of an order that was erased: what its address says then is no name. */
function personTermsOf({ shipTo, erasedAt }: Order): readonly string[] {
  if (shipTo === null || erasedAt !== undefined) return [];
  const { name, company = '', email = '' } = shipTo;
  const words = new Set([email, name, company].flatMap(searchWords));
  return [...words].slice(0, MAX_PERSON_TERMS).map((word) => OF_PERSONS + word);
}

/** True of terms of which each word begins one. */
export function isFoundIn(terms: readonly string[], { words, ofPersons }: OrderSearch): boolean {
  const begins = (beginning: string): boolean => terms.some((term) => term.startsWith(beginning));
  return words.every((word) => begins(word) || (ofPersons && begins(OF_PERSONS + word)));
}
