import { expect, test } from 'vitest';
import { chooseMembership, type Membership } from './choose-membership.ts';

const membership = (id: string, status: Membership['status'] = 'active'): Membership => ({ id, accountId: `of ${id}`, status });

test('the account that is named is the one, joined or not', () => {
  const all = [membership('first'), membership('second', 'invited')];

  expect(chooseMembership(all, 'of second')?.id).toBe('second');
  expect(chooseMembership(all, 'of nobody')).toBeUndefined();
});

test('without a name it is the first that was joined, else the first that is offered', () => {
  expect(chooseMembership([membership('first', 'invited'), membership('second'), membership('third')], undefined)?.id).toBe(
    'second',
  );
  expect(chooseMembership([membership('first', 'invited'), membership('second', 'invited')], undefined)?.id).toBe('first');
});

test('nobody signs in to what they were removed from', () => {
  expect(chooseMembership([membership('first', 'removed')], undefined)).toBeUndefined();
  expect(chooseMembership([membership('first', 'removed')], 'of first')).toBeUndefined();
  expect(chooseMembership([], undefined)).toBeUndefined();
});
