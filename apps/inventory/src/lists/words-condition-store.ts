interface WordsCondition {
  prefixes?: string;
  $expr?: { $setIsSubset: [{ readonly $literal: readonly string[] }, '$prefixes'] };
}

/** Longest first: it finds the fewest, as far as can be told without looking. */
export const longestFirst = (words: readonly string[]): string[] => words.toSorted((a, b) => b.length - a.length);

/**
 * Records that each of the words begins something of. An index is read by `lead` alone: the others are asked for in a way that
 * no index answers, or the planner might read by one that finds far more. They are the caller's: `$name` is a word like any other.
 */
export function wordsCondition(words: readonly string[], lead = longestFirst(words)[0]): WordsCondition {
  if (lead === undefined) return {};
  const others = words.filter((word) => word !== lead);
  return {
    prefixes: lead,
    ...(others.length === 0 ? {} : { $expr: { $setIsSubset: [{ $literal: others }, '$prefixes'] } }),
  };
}
