/** Filters of a list under a name. */
export interface SavedFilter {
  readonly name: string;
  /** Of the address, by name. */
  readonly values: Readonly<Record<string, string>>;
}

type Keeper = Pick<Storage, 'getItem' | 'setItem'>;

/** Filters of a list at most: the oldest makes room. */
const MOST = 20;

/** Reads what is saved at a place; none where it is not as this release writes it. */
export function readSaved(storage: Keeper, place: string): readonly SavedFilter[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(place) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isSaved).slice(-MOST) : [];
  } catch {
    return [];
  }
}

/** A browser that keeps nothing shows them until the page is left. */
export function writeSaved(storage: Keeper, place: string, filters: readonly SavedFilter[]): void {
  try {
    storage.setItem(place, JSON.stringify(filters));
  } catch {
    // Private windows of some browsers have no room.
  }
}

/** The filters with another one, in place of one with its name. */
export function withSaved(filters: readonly SavedFilter[], added: SavedFilter): readonly SavedFilter[] {
  return [...filters.filter(({ name }) => name !== added.name), added].slice(-MOST);
}

function isSaved(kept: unknown): kept is SavedFilter {
  if (typeof kept !== 'object' || kept === null || !('name' in kept) || !('values' in kept)) return false;
  const { name, values } = kept;
  return (
    typeof name === 'string' &&
    typeof values === 'object' &&
    values !== null &&
    Object.values(values).every((each) => typeof each === 'string')
  );
}
