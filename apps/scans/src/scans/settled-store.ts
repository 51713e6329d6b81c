/** What came of one of several that were committed together: a refusal of one is not a failure of the others. */
export type Settled<Answer> =
  | { readonly type: 'answered'; readonly answer: Answer }
  | { readonly type: 'refused'; readonly error: unknown };

export function settle<Answer>(run: () => Answer): Settled<Answer> {
  try {
    return { type: 'answered', answer: run() };
  } catch (error) {
    return { type: 'refused', error };
  }
}

/** @throws the refusal. */
export function unsettle<Answer>(settled: Settled<Answer>): Answer {
  if (settled.type === 'refused') throw settled.error;
  return settled.answer;
}
