import { describe, expect, test } from 'vitest';
import { mainWarehouse } from '../../model/location.builder.ts';
import { type Location, type LocationPurpose, pathBelow, purposeOf } from '../../model/location.ts';
import { spreadPurpose } from './spread-purpose.ts';

const later = new Date('2026-11-30T10:00:00.000Z');
const storage = purposeOf('storage');

function locationOf(path: string, purpose: Partial<LocationPurpose>, parent: Location | null = null): Location {
  const id = `loc_${path}`;
  const usual = purposeOf(purpose.usage ?? 'storage');
  const lineage = [...(parent?.lineage ?? []), id];
  const facts = { id, code: path, path: pathBelow(parent?.path ?? null, path), parentId: parent?.id ?? null, lineage };
  return { ...mainWarehouse(), ...facts, ...usual, ...purpose };
}

const changedTo = (from: Location, purpose: LocationPurpose): Location => {
  const version = from.version + 1;
  return { ...from, ...purpose, version, updatedAt: later, lastChange: { version, actor: 'key_1' } };
};

/** The effects of a change of a warehouse on the locations below it, by their codes. */
function spread(before: LocationPurpose, after: LocationPurpose, below: (warehouse: Location) => readonly Location[]) {
  const from = locationOf('W2', before);
  const changes = spreadPurpose(from, changedTo(from, after), below(from));
  return Object.fromEntries(changes.map(({ location, changed }) => [location.code, [location, changed] as const]));
}

const shown = ({ usage, sellable, pickable }: LocationPurpose) => [usage, sellable, pickable];

describe('a change of the purpose of a location', () => {
  test('gives what stands below it each member that changed, and makes its next version', () => {
    const { A1, S1 } = spread(storage, purposeOf('damaged'), (warehouse) => {
      const aisle = locationOf('A1', storage, warehouse);
      return [aisle, locationOf('S1', storage, aisle)];
    });

    for (const change of [A1, S1])
      expect(change).toMatchObject([
        { ...purposeOf('damaged'), version: 2, updatedAt: later, lastChange: { version: 2, actor: 'key_1' } },
        ['usage', 'sellable', 'pickable'],
      ]);
  });

  test('leaves members that it does not change as they are below', () => {
    const { Q, A1 } = spread(storage, { ...storage, pickable: false }, (warehouse) => [
      locationOf('Q', purposeOf('quarantine'), warehouse),
      locationOf('A1', storage, warehouse),
    ]);

    expect(Q).toBeUndefined();
    expect(A1).toMatchObject([{ usage: 'storage', sellable: true, pickable: false }, ['pickable']]);
  });

  test('leaves locations of another use with it, and what stands below those', () => {
    const changed = spread(storage, purposeOf('staging'), (warehouse) => {
      const quarantine = locationOf('Q', purposeOf('quarantine'), warehouse);
      return [quarantine, locationOf('S1', storage, quarantine), locationOf('A1', storage, warehouse)];
    });

    expect(Object.keys(changed)).toEqual(['A1', 'S1']);
    expect(changed['S1']).toMatchObject([{ usage: 'storage', sellable: true, pickable: false }, ['pickable']]);
    expect(changed['A1']).toMatchObject([{ usage: 'staging', sellable: true, pickable: false }, ['usage', 'pickable']]);
  });

  test('leaves a storage aisle of a damaged warehouse on sale when that becomes a quarantine', () => {
    const changed = spread(purposeOf('damaged'), purposeOf('quarantine'), (warehouse) => [locationOf('A1', storage, warehouse)]);

    expect(changed).toEqual({});
  });
});

describe('a warehouse that is closed for sale', () => {
  const closed = { ...storage, sellable: false };

  test('closes everything below it', () => {
    const { R, T } = spread(storage, closed, (warehouse) => [
      locationOf('R', { usage: 'returns', sellable: true }, warehouse),
      locationOf('T', { usage: 'tote' }, warehouse),
    ]);

    expect(R).toMatchObject([{ usage: 'returns', sellable: false }, ['sellable']]);
    expect(T).toMatchObject([{ usage: 'tote', sellable: false, pickable: false }, ['sellable']]);
  });

  test('opens again what is on sale by its use, or has the same use, and never a quarantine or what stands in one', () => {
    const changed = spread(closed, storage, (warehouse) => {
      const quarantine = locationOf('Q', purposeOf('quarantine'), warehouse);
      return [
        locationOf('A1', closed, warehouse),
        locationOf('T', { usage: 'tote', sellable: false }, warehouse),
        quarantine,
        locationOf('S1', closed, quarantine),
      ];
    });

    expect(Object.entries(changed).map(([code, [location]]) => [code, ...shown(location)])).toEqual([
      ['A1', 'storage', true, true],
      ['T', 'tote', true, false],
    ]);
  });

  test('opens what has its use, though that is not on sale as a rule', () => {
    const { S1 } = spread(purposeOf('returns'), { ...purposeOf('returns'), sellable: true }, (warehouse) => [
      locationOf('S1', purposeOf('returns'), warehouse),
    ]);

    expect(S1).toMatchObject([{ usage: 'returns', sellable: true }, ['sellable']]);
  });
});

test('`sellable` of no location changes where that of the changed one does not, whatever each had', () => {
  const uses = ['storage', 'staging', 'quarantine', 'returns'] as const;
  const flags = [true, false];
  const purposes = uses.flatMap((usage) => flags.flatMap((sellable) => flags.map((pickable) => ({ usage, sellable, pickable }))));
  for (const before of purposes)
    for (const after of purposes.filter(({ sellable }) => sellable === before.sellable)) {
      const changed = spread(before, after, (warehouse) => purposes.map((each, n) => locationOf(`A${n}`, each, warehouse)));
      expect(Object.values(changed).filter(([, names]) => names.includes('sellable'))).toEqual([]);
    }
});
