import { describe, expect, test } from 'vitest';
import { type Membership, membershipsMeant, type ShownMemberships } from './choose-membership.ts';

const membership = (id: string, status: Membership['status'] = 'active'): Membership => ({ id, accountId: `of ${id}`, status });

/** The ids of the memberships that the sign-in may open. */
function meant(shown: Partial<ShownMemberships<Membership>>, accountId?: string, signedInAs?: string): readonly string[] {
  return membershipsMeant({ linked: [], byAddress: [], ...shown }, { accountId, signedInAs }).map(({ id }) => id);
}

describe('an identity without a link', () => {
  const byAddress = [membership('joined'), membership('offered', 'invited')];

  test('may open all memberships of the address, also invited ones', () => {
    expect(meant({ byAddress })).toEqual(['joined', 'offered']);
  });

  test('opens the chosen account, also an invited one', () => {
    expect(meant({ byAddress }, 'of joined')).toEqual(['joined']);
    expect(meant({ byAddress }, 'of offered')).toEqual(['offered']);
    expect(meant({ byAddress }, 'of another')).toEqual([]);
  });
});

describe('a linked identity', () => {
  const shown = { linked: [membership('linked')], byAddress: [membership('joined'), membership('offered', 'invited')] };

  test('opens no other membership, also where its account is chosen', () => {
    expect(meant(shown)).toEqual(['linked']);
    expect(meant(shown, 'of linked')).toEqual(['linked']);
    expect(meant(shown, 'of joined')).toEqual([]);
    expect(meant(shown, 'of offered')).toEqual([]);
  });

  test('opens another membership where the person is signed in to it and chooses it', () => {
    expect(meant(shown, 'of joined', 'joined')).toEqual(['joined']);
    expect(meant(shown, 'of offered', 'joined')).toEqual([]);
    expect(meant(shown, undefined, 'joined')).toEqual(['linked']);
  });

  test('opens the chosen one of several linked memberships', () => {
    const linked = [membership('first'), membership('second')];

    expect(meant({ linked })).toEqual(['first', 'second']);
    expect(meant({ linked }, 'of second')).toEqual(['second']);
  });
});

test('a removed membership is never opened', () => {
  const gone = [membership('gone', 'removed')];

  expect([meant({ linked: gone }), meant({ byAddress: gone }), meant({ byAddress: gone }, 'of gone'), meant({})]).toEqual([
    [],
    [],
    [],
    [],
  ]);
  expect(meant({ linked: gone, byAddress: [membership('again', 'invited')] })).toEqual(['again']);
});
