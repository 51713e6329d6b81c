import { SAMPLE_DELIVERIES } from '@fulfilment/api-docs/samples';

/** Values that a party found in responses, by the member that held them; ids also by their prefix (`ord_`). */
export interface Finds {
  /** Notes every text in a JSON value. */
  note(value: unknown): void;
  /** Notes one text. */
  add(kind: string, text: string): void;
  /** Each once, in the order in which it was found. */
  of(kind: string): readonly string[];
  /** Notes a text that means nothing to other parties. */
  addOwn(kind: string, text: string): void;
  /** Every id, and what was noted as own. */
  readonly own: ReadonlySet<string>;
}

const ID = /\b[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}\b/g;
/** Values shown to every party that belong to none. */
const SAMPLES = new Set(idsIn(JSON.stringify(SAMPLE_DELIVERIES)));
/** Longer values name no record. */
const MOST_CHARACTERS = 300;

/** Every id in a text. */
export function idsIn(text: string): readonly string[] {
  return [...text.matchAll(ID)].map(([id]) => id);
}

export function makeFinds(): Finds {
  const kinds = new Map<string, Set<string>>();
  const own = new Set<string>();
  const add = (kind: string, text: string): void => {
    if (text === '' || text.length > MOST_CHARACTERS) return;
    const found = kinds.get(kind) ?? new Set();
    kinds.set(kind, found.add(text));
  };
  const addOwn = (kind: string, text: string): void => {
    own.add(text);
    add(kind, text);
  };
  const noteText = (name: string, text: string): void => {
    add(name, text);
    for (const id of idsIn(text)) if (!SAMPLES.has(id)) addOwn(id.slice(0, id.indexOf('_') + 1), id);
  };
  const note = (value: unknown, name = ''): void => {
    if (typeof value === 'string') noteText(name, value);
    else if (Array.isArray(value)) for (const item of value) note(item, name);
    else if (typeof value === 'object' && value !== null) for (const [key, member] of Object.entries(value)) note(member, key);
  };
  return { note: (value) => note(value), add, addOwn, of: (kind) => [...(kinds.get(kind) ?? [])], own };
}
