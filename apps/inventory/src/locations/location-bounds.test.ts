import type { RequestContext } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
import { mainWarehouse } from '../model/location.builder.ts';
import type { Location } from '../model/location.ts';
import { makeArchiveLocation, makeUpdateLocation } from './change-locations.ts';
import type { LocationTransaction } from './location-ports.ts';

const now = () => new Date('2026-11-21T10:00:00.000Z');
const context: RequestContext = {
  tenant: { accountId: 'acc_1', environment: 'sandbox' },
  actor: 'key_1',
  requestId: 'req_1',
};
const warehouse: Location = { ...mainWarehouse(), id: 'loc_W2', code: 'W2', path: 'W2', lineage: ['loc_W2'] };

/** A warehouse with so many locations below it that one transaction does not carry them. */
function withFullWarehouse() {
  const written: string[] = [];
  const locations: LocationTransaction = {
    find: async () => warehouse,
    hasChild: async () => false,
    countWarehouses: async () => 1,
    hasMoreBelow: async (_location, many) => many < 1_000_000,
    skusAt: async () => [],
    lock: async () => void written.push('lock'),
    add: async () => void written.push('add'),
    save: async () => void written.push('save'),
    movePaths: async () => {
      written.push('movePaths');
      return [];
    },
    below: async () => [],
    savePurposes: async (changed) => void written.push(...changed.map(() => 'savePurposes')),
    admitUnsellable: async () => void written.push('admitUnsellable'),
    refillWaiting: async () => written.push('refillWaiting'),
    archive: async () => {
      written.push('archive');
      return [];
    },
    tell: async (messages) => void written.push(...messages.map(({ type }) => type)),
  };
  const change = async <Result>(_context: RequestContext, work: (given: LocationTransaction) => Promise<Result>) => ({
    result: await work(locations),
    replayed: false,
  });
  return { written, archive: makeArchiveLocation(change, now), update: makeUpdateLocation(change, now) };
}

test('what has more locations below it than one transaction carries is neither archived nor renamed', async () => {
  const { archive, update, written } = withFullWarehouse();

  await expect(archive('loc_W2', context)).rejects.toMatchObject({
    code: 'validation_failed',
    details: { errors: [{ pointer: '' }] },
  });
  await expect(update('loc_W2', { code: 'W3' }, context)).rejects.toMatchObject({
    code: 'validation_failed',
    details: { errors: [{ pointer: '/code' }] },
  });
  expect(written).toEqual([]);
});

test('its name can be changed all the same', async () => {
  const { update, written } = withFullWarehouse();

  expect(await update('loc_W2', { name: 'North' }, context)).toMatchObject({ result: { name: 'North', version: 2 } });
  expect(written).toEqual(['save', 'location.updated']);
});
