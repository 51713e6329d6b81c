interface WordsCondition {
  prefixes?: string;
  $expr?: { $setIsSubset: [readonly string[], '$prefixes'] };
}

/** Longest first: it finds the fewest, as far as can be told without looking. */
export const longestFirst = (words: readonly string[]): string[] => words.toSorted((a, b) => b.length - a.length);

/**
 * Records that each of the words begins something of. An index is read by `lead` alone: the others are asked for in a way that
 * no index answers, or the planner might read by one that finds far more.
 */
export function wordsCondition(words: readonly string[], lead = longestFirst(words)[0]): WordsCondition {
  if (lead === undefined) return {};
  const others = words.filter((word) => word !== lead);
  return {
    prefixes: lead,
    ...(others.length === 0 ? {} : { $expr: { $setIsSubset: [others, '$prefixes'] } }),
  };
}
