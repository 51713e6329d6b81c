import { useState } from 'react';
import { ApiProblem } from './problem.ts';

type Texts<Names extends string> = Readonly<Record<Names, string>>;

/** A field that others changed as well, and the text that it has by now. */
export interface Clash<Names extends string> {
  readonly name: Names;
  readonly present: string;
}

interface MergedChange<Item, Names extends string> {
  /** The record as the form was opened with it. */
  readonly opened: Item;
  /** The fields of the form for a record. */
  readonly fieldsOf: (item: Item) => Texts<Names>;
  /** Reads the record as it is by now. */
  readonly read: () => Promise<Item>;
}

/** Changes of others that come before one's own, one after another. */
const MOST_TRIES = 5;

/**
 * Saves the fields that a member changed over whichever version the record has by now, as long as no one else changed one of those: stock
 * that moves is no conflict of a name. Where someone did, nothing is saved, and `clashes` tells the present text of each: saved again, the
 * member's replace them.
 */
export function useMergedChange<Item extends { readonly version: number }, Names extends string>({
  opened,
  fieldsOf,
  read,
}: MergedChange<Item, Names>) {
  const [seen, setSeen] = useState(opened);
  const [clashes, setClashes] = useState<readonly Clash<Names>[]>([]);
  const changedOf = (values: Texts<Names>): readonly Names[] => {
    const first = fieldsOf(opened);
    return namesOf(first).filter((name) => values[name] !== first[name]);
  };
  const save = async (values: Texts<Names>, send: (ifMatch: number) => Promise<unknown>): Promise<void> => {
    const changed = changedOf(values);
    let [from, tries] = [seen, 1];
    for (;;) {
      try {
        await send(from.version);
        return;
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.code !== 'version_conflict') throw error;
        const present = await read();
        const [was, is] = [fieldsOf(from), fieldsOf(present)];
        const found = changed.filter((name) => is[name] !== was[name] && is[name] !== values[name]);
        if (found.length > 0 || tries === MOST_TRIES) {
          setSeen(present);
          setClashes(found.map((name) => ({ name, present: is[name] })));
          throw error;
        }
        [from, tries] = [present, tries + 1];
      }
    }
  };
  return { changedOf, save, clashes };
}

function namesOf<Names extends string>(texts: Texts<Names>): readonly Names[] {
  return Object.keys(texts).filter((name): name is Names => Object.hasOwn(texts, name));
}
