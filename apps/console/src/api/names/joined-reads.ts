import type { Environment } from '../types.ts';

/** The window within which reads are joined, milliseconds. */
const WINDOW_MS = 10;
/** The most that one request names. */
const MOST = 100;

/** Reads records of an environment by their ids; those that there are. */
type ReadNamed<Named> = (environment: Environment, ids: readonly string[]) => Promise<ReadonlyMap<string, Named>>;

interface Waiting<Named> {
  readonly ids: Set<string>;
  readonly answer: Promise<ReadonlyMap<string, Named>>;
}

/** Joins what a page asks for within a moment, record by record, into one request; undefined stands for one that there is not. */
export function joinedReads<Named>(read: ReadNamed<Named>): (environment: Environment, id: string) => Promise<Named | undefined> {
  const waiting = new Map<Environment, Waiting<Named>>();
  const begin = (environment: Environment): Waiting<Named> => {
    const ids = new Set<string>();
    const answer = new Promise((resolve) => setTimeout(resolve, WINDOW_MS)).then(() => {
      if (waiting.get(environment)?.ids === ids) waiting.delete(environment);
      return read(environment, [...ids]);
    });
    const begun = { ids, answer };
    waiting.set(environment, begun);
    return begun;
  };
  return async (environment, id) => {
    const before = waiting.get(environment);
    const joined = before && before.ids.size < MOST ? before : begin(environment);
    joined.ids.add(id);
    return (await joined.answer).get(id);
  };
}
