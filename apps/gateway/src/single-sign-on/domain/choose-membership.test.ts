import { describe, expect, test } from 'vitest';
import { type Membership, membershipsMeant, type ShownMemberships } from './choose-membership.ts';

const membership = (id: string, status: Membership['status'] = 'active'): Membership => ({ id, accountId: `of ${id}`, status });

/** The ids of those that are meant. */
function meant(shown: Partial<ShownMemberships<Membership>>, accountId?: string, signedInAs?: string): readonly string[] {
  return membershipsMeant({ linked: [], byAddress: [], ...shown }, { accountId, signedInAs }).map(({ id }) => id);
}

describe('where none is linked', () => {
  const byAddress = [membership('joined'), membership('offered', 'invited')];

  test('all with the address can be meant, joined or not', () => {
    expect(meant({ byAddress })).toEqual(['joined', 'offered']);
  });

  test('the account that is named is the one, joined or not', () => {
    expect(meant({ byAddress }, 'of joined')).toEqual(['joined']);
    expect(meant({ byAddress }, 'of offered')).toEqual(['offered']);
    expect(meant({ byAddress }, 'of nobody')).toEqual([]);
  });
});

describe('where one is linked', () => {
  const shown = { linked: [membership('linked')], byAddress: [membership('joined'), membership('offered', 'invited')] };

  test('no other is meant, even where it is named', () => {
    expect(meant(shown)).toEqual(['linked']);
    expect(meant(shown, 'of linked')).toEqual(['linked']);
    expect(meant(shown, 'of joined')).toEqual([]);
    expect(meant(shown, 'of offered')).toEqual([]);
  });

  test('another is meant that is named by somebody who is signed in to it', () => {
    expect(meant(shown, 'of joined', 'joined')).toEqual(['joined']);
    expect(meant(shown, 'of offered', 'joined')).toEqual([]);
    expect(meant(shown, undefined, 'joined')).toEqual(['linked']);
  });

  test('of several linked ones the account that is named is the one', () => {
    const linked = [membership('first'), membership('second')];

    expect(meant({ linked })).toEqual(['first', 'second']);
    expect(meant({ linked }, 'of second')).toEqual(['second']);
  });
});

test('nobody signs in to what they were removed from', () => {
  const gone = [membership('gone', 'removed')];

  expect([meant({ linked: gone }), meant({ byAddress: gone }), meant({ byAddress: gone }, 'of gone'), meant({})]).toEqual([
    [],
    [],
    [],
    [],
  ]);
  expect(meant({ linked: gone, byAddress: [membership('again', 'invited')] })).toEqual(['again']);
});
