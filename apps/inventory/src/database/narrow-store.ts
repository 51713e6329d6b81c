import type { Collection, Document, Filter } from 'mongodb';
import { wordForms } from '../model/search-prefixes.ts';

/** Records that are read and sorted for a page where no index has both their filter and their order. */
const NARROW = 1_000;

/** Part of a list's filter, and the index that finds it. */
export interface Narrowing<Doc extends Document> {
  readonly filter: Filter<Doc>;
  readonly hint: string;
  /** The word that it finds by, of those that a list asks for. */
  readonly word?: string;
}

/**
 * The first of these that leaves so few records that a page is sorted from them, rather than gone through in the order of the
 * list until enough of them are met.
 */
export async function findNarrow<Doc extends Document>(
  collection: Collection<Doc>,
  narrowings: readonly Narrowing<Doc>[],
): Promise<Narrowing<Doc> | undefined> {
  for (const narrowing of narrowings) {
    const { filter, hint } = narrowing;
    if ((await collection.countDocuments(filter, { hint, limit: NARROW + 1 })) <= NARROW) return narrowing;
  }
  return undefined;
}

interface WordsCondition {
  prefixes?: string | { $in: readonly string[] };
  $expr?: { $and: readonly Document[] };
}

/** Longest first: it finds the fewest, as far as can be told without looking. */
export const longestFirst = (words: readonly string[]): string[] => words.toSorted((a, b) => b.length - a.length);

/**
 * Records that each of the words begins something of. An index is read by `lead` alone: the others are asked for in a way that
 * no index answers, or the planner might read by one that finds far more. They are the caller's: `$name` is a word like any other.
 */
export function wordsCondition(words: readonly string[], lead = longestFirst(words)[0]): WordsCondition {
  if (lead === undefined) return {};
  const [form, ...earlier] = wordForms(lead);
  const others = words.filter((word) => word !== lead).map((word) => wordForms(word));
  return {
    prefixes: earlier.length === 0 ? form : { $in: [form, ...earlier] },
    ...(others.length === 0 ? {} : { $expr: { $and: others.map(beginsInIndex) } }),
  };
}

const beginsInIndex = (forms: readonly string[]): Document => ({
  $ne: [{ $setIntersection: [{ $literal: forms }, '$prefixes'] }, []],
});

/** Records that a word begins something of, told of each that is read. */
export function beginsSomething(word: string): (record: { readonly prefixes?: readonly string[] | undefined }) => boolean {
  const forms = wordForms(word);
  return ({ prefixes = [] }) => forms.some((form) => prefixes.includes(form));
}
