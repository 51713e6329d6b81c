import { type Location, type LocationPurpose, purposeOf } from '../../model/location.ts';

/** Members of a purpose, by the names that requests and events have for them. */
export const PURPOSE = ['usage', 'sellable', 'pickable'] as const satisfies readonly (keyof LocationPurpose)[];

/** The members in which two purposes differ. */
export const differingPurpose = (a: LocationPurpose, b: LocationPurpose): (typeof PURPOSE)[number][] =>
  PURPOSE.filter((name) => a[name] !== b[name]);

/** A location that has another purpose than before, and the members that differ. */
export interface PurposeChange {
  readonly location: Location;
  readonly changed: readonly string[];
}

/**
 * The changes of the locations below one whose purpose changes: they take over the members that changed, and no others. A use goes to those
 * that had the same as it, down to the first that had another. A flag that is taken away goes to all; one that is given goes from parent to
 * child, to those which have it by their use or have the use of the changed location: a quarantine stays one.
 *
 * @param below all of them, in any order.
 */
export function spreadPurpose(from: Location, to: Location, below: readonly Location[]): PurposeChange[] {
  const after = new Map([[to.id, to]]);
  const following = new Set([to.id]);
  return below
    .toSorted((a, b) => a.lineage.length - b.lineage.length)
    .flatMap((location) => {
      const parent = after.get(location.parentId ?? '');
      if (!parent) throw new Error(`${location.path} does not stand in ${to.path}`);
      if (following.has(parent.id) && location.usage === from.usage) following.add(location.id);
      const usage = following.has(location.id) ? to.usage : location.usage;
      const takesFlag = (name: 'sellable' | 'pickable'): boolean => {
        if (from[name] === to[name]) return location[name];
        return to[name] && !location[name] ? parent[name] && (usage === to.usage || purposeOf(usage)[name]) : to[name];
      };
      const purpose = { usage, sellable: takesFlag('sellable'), pickable: takesFlag('pickable') };
      const changed = differingPurpose(location, purpose);
      const version = location.version + 1;
      const lastChange = to.lastChange ? { lastChange: { version, actor: to.lastChange.actor } } : {};
      const updated = { ...location, ...purpose, version, updatedAt: to.updatedAt, ...lastChange };
      after.set(location.id, changed.length > 0 ? updated : location);
      return changed.length > 0 ? [{ location: updated, changed }] : [];
    });
}
