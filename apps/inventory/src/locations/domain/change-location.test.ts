import { describe, expect, test } from 'vitest';
import { mainWarehouse } from '../../model/location.builder.ts';
import type { Location } from '../../model/location.ts';
import { createLocation, updateLocation } from './change-location.ts';

const earlier = new Date('2026-11-21T09:00:00.000Z');
const at = new Date('2026-11-21T10:00:00.000Z');
const main = mainWarehouse();
const aisle: Location = {
  ...main,
  id: 'loc_A1',
  type: 'aisle',
  code: 'A1',
  parentId: main.id,
  lineage: [main.id, 'loc_A1'],
  path: 'MAIN:A1',
};
const terms = { parent: main, at, actor: 'mem_1' };

describe('a location', () => {
  test('gets the path of its new code, and its next version', () => {
    expect(updateLocation(aisle, { code: 'B2', name: 'Cold', restore: false }, terms)).toEqual({
      type: 'updated',
      location: {
        ...aisle,
        code: 'B2',
        name: 'Cold',
        path: 'MAIN:B2',
        version: 2,
        updatedAt: at,
        lastChange: { version: 2, actor: 'mem_1' },
      },
    });
  });

  test('loses its name by null, and keeps what is not told', () => {
    const named = { ...aisle, name: 'Cold' };

    expect(updateLocation(named, { name: null, restore: false }, terms)).toMatchObject({ location: { name: null, code: 'A1' } });
    expect(updateLocation(named, { restore: false }, terms)).toEqual({ type: 'unchanged' });
    expect(updateLocation(named, { name: 'Cold', code: 'A1', restore: true }, terms)).toEqual({ type: 'unchanged' });
  });

  test('is restored where its parent is active, and nowhere else', () => {
    const archived = { ...aisle, archivedAt: earlier };

    expect(updateLocation(archived, { restore: true }, terms)).toMatchObject({ location: { archivedAt: null, version: 2 } });
    expect(updateLocation(archived, { restore: true }, { ...terms, parent: { ...main, archivedAt: earlier } })).toMatchObject({
      refusal: { code: 'location_archived', errors: [{ pointer: '/status', location: 'MAIN' }] },
    });
  });

  test('may be renamed while it is archived, so that its code is free again', () => {
    expect(updateLocation({ ...aisle, archivedAt: earlier }, { code: 'OLD', restore: false }, terms)).toMatchObject({
      location: { path: 'MAIN:OLD', archivedAt: earlier },
    });
  });
});

test('the default warehouse has a name of its own, and no other code', () => {
  const ofWarehouse = { ...terms, parent: null };

  expect(updateLocation(main, { name: 'Headquarters', restore: false }, ofWarehouse)).toMatchObject({
    location: { name: 'Headquarters' },
  });
  expect(updateLocation(main, { code: 'HQ', restore: false }, ofWarehouse)).toMatchObject({
    refusal: { code: 'default_warehouse' },
  });
});

describe('the orders that a warehouse ships', () => {
  const ofWarehouse = { ...terms, parent: null };
  const second: Location = { ...main, id: 'loc_W2', code: 'W2', lineage: ['loc_W2'], path: 'W2' };
  const change = (from: Location, changes: object) => updateLocation(from, { ...changes, restore: false }, ofWarehouse);

  test('are kept where they are others than those of every warehouse, countries once and in order', () => {
    expect(change(second, { countries: ['DE', 'AT', 'DE'] })).toMatchObject({
      location: { shipping: { ships: true, priority: 0, countries: ['AT', 'DE'] }, version: 2 },
    });
    expect(change(second, { ships: true, priority: 0, countries: null })).toEqual({ type: 'unchanged' });
  });

  test('stay as they were where nothing is said, and all countries come back by null', () => {
    const limited: Location = { ...second, shipping: { ships: false, priority: 7, countries: ['AT'] } };

    expect(change(limited, { countries: ['AT', 'AT'], priority: 7 })).toEqual({ type: 'unchanged' });
    expect(change(limited, { name: 'North' })).toMatchObject({ location: { shipping: limited.shipping } });
    expect(change(limited, { countries: null })).toMatchObject({
      location: { shipping: { ships: false, priority: 7, countries: null } },
    });
  });

  test.each([
    ['ships', false],
    ['priority', 1],
    ['countries', ['DE']],
  ])('are refused of a location within one: %s', (name, value) => {
    const refusal = { code: 'validation_failed', errors: [{ pointer: `/${name}` }] };

    expect(updateLocation(aisle, { [name]: value, restore: false }, terms)).toMatchObject({ refusal });
    const facts = { id: 'loc_A2', type: 'aisle', code: 'A2', name: null, at } as const;
    expect(createLocation({ ...facts, [name]: value }, main)).toMatchObject({ refusal });
    expect(createLocation({ ...facts, [name]: null }, main)).toMatchObject({ type: 'created' });
  });
});
