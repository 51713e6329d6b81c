import { z } from 'zod';
import { expect, test } from 'vitest';
import { ACCOUNT_OPERATIONS, accountOperations, isInEnvironment, REACH } from '../index.ts';

const reachOf = new Map(Object.entries(REACH));

test('every operation of the account has its place in the table of reach, and nothing else has', () => {
  expect([...reachOf.keys()].toSorted()).toEqual(ACCOUNT_OPERATIONS.map(({ id }) => id).toSorted());
});

test.each(ACCOUNT_OPERATIONS)('$id asks for recent authentication just where it widens or ends something', (operation) => {
  const reach = reachOf.get(operation.id)?.type;

  expect(operation.asksRecentAuthentication !== undefined).toBe(reach === 'widens' || reach === 'ends');
});

test('what reads is a GET, and what is open to everyone reads or proves', () => {
  const placed = ACCOUNT_OPERATIONS.map(({ id, method, access }) => ({ id, method, access, reach: reachOf.get(id)?.type }));

  expect(placed.filter(({ reach, method }) => reach === 'reads' && method !== 'GET')).toEqual([]);
  expect(placed.filter(({ reach, access }) => access === 'open' && reach !== 'reads' && reach !== 'proves')).toEqual([]);
});

test.each([accountOperations.updateKey, accountOperations.updateWebhook])(
  'the members for which $id asks are some of its body, not all',
  ({ asksRecentAuthentication: members, body }) => {
    expect(body).toBeInstanceOf(z.ZodObject);
    expect(Object.keys(body.shape)).toEqual(expect.arrayContaining([...members]));
    expect(members.length).toBeLessThan(Object.keys(body.shape).length);
  },
);

test('an operation that belongs to no environment and widens something asks wherever it is called', () => {
  const everywhere = ACCOUNT_OPERATIONS.filter((each) => each.asksRecentAuthentication && !isInEnvironment(each));

  expect(everywhere.map(({ path }) => path.split('/')[1])).toEqual(everywhere.map(() => 'members'));
});
