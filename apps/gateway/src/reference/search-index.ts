import { errorReference } from '@fulfilment/api-docs';
import { DELIVERED, ACCOUNT_OPERATIONS, DELIVERED_TYPES, OPERATIONS, pathOf } from '@fulfilment/contracts';
import MiniSearch, { type Options } from 'minisearch';
import type { RenderedGuide } from './guides.ts';
import { placeOfOperation } from './subjects-of-contract.ts';

/** A place that the search finds: a section of a guide, an operation, an error code or an event. */
interface SearchEntry {
  /** Address of the place. */
  readonly id: string;
  readonly title: string;
  /** The page, or the kind of thing. */
  readonly within: string;
  /** Other names, such as the method and path of an operation. */
  readonly names: string;
  readonly text: string;
}

/** How the index is made and asked; what is asked with stands in it, so that the browser asks as the tests do. */
export const SEARCH_OPTIONS = {
  fields: ['title', 'names', 'text', 'within'],
  storeFields: ['title', 'within'],
  searchOptions: { prefix: true, fuzzy: 0.2, combineWith: 'AND', boost: { title: 4, names: 4, within: 2 } },
} as const satisfies Readonly<Partial<Options<SearchEntry>>>;

/** The index as the browser loads it: MiniSearch's, with its options. */
export function searchIndex(guides: readonly RenderedGuide[]): string {
  const search = new MiniSearch<SearchEntry>({
    ...SEARCH_OPTIONS,
    fields: [...SEARCH_OPTIONS.fields],
    storeFields: [...SEARCH_OPTIONS.storeFields],
  });
  search.addAll([...guides.flatMap(sectionsOf), ...operations(), ...problems(), ...events()]);
  return JSON.stringify({ options: SEARCH_OPTIONS, index: search });
}

function sectionsOf({ path, title, names, sections }: RenderedGuide): readonly SearchEntry[] {
  return sections.map(({ anchor, heading, text }) => ({
    id: anchor === '' ? path : `${path}#${anchor}`,
    title: heading,
    within: anchor === '' ? 'Guide' : title,
    names: anchor === '' ? names : '',
    text,
  }));
}

function operations(): readonly SearchEntry[] {
  return [...OPERATIONS, ...ACCOUNT_OPERATIONS].map((operation) => ({
    id: placeOfOperation(operation),
    title: operation.summary,
    within: `${operation.method} ${pathOf(operation)}`,
    names: `${operation.id} ${pathOf(operation)}`,
    text: operation.description,
  }));
}

function problems(): readonly SearchEntry[] {
  return errorReference().map(({ code, status, title, description, remedy }) => ({
    id: `/docs/errors#${code}`,
    title: code,
    within: `Error ${status}`,
    names: title,
    text: `${description} ${remedy}`,
  }));
}

function events(): readonly SearchEntry[] {
  return DELIVERED_TYPES.map((type) => ({
    id: `/docs/events#${type}`,
    title: type,
    within: 'Event',
    names: '',
    text: DELIVERED[type].meaning,
  }));
}
