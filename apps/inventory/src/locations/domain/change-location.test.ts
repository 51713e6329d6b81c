import { describe, expect, test } from 'vitest';
import { mainWarehouse } from '../../model/location.builder.ts';
import type { Location } from '../../model/location.ts';
import { updateLocation } from './change-location.ts';

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
