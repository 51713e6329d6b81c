import { describe, expect, test } from 'vitest';
import type { Member, MemberStatus } from '../members/member-ports.ts';
import { makeResolveMember } from './resolve-member.ts';
import type { LinkedIdentity, ProvenIdentity } from './single-sign-on-ports.ts';

const at = new Date('2026-11-21T12:00:00.000Z');
const member = (id: string, email: string, status: MemberStatus = 'active'): Member => ({
  id,
  accountId: `of ${id}`,
  email,
  role: 'owner',
  status,
  passwordHash: undefined,
  token: undefined,
  version: 1,
  createdAt: at,
  updatedAt: at,
  lastSeenAt: undefined,
});
const identity = (changes: Partial<ProvenIdentity> = {}): ProvenIdentity => ({
  issuer: 'https://id.example.test',
  subject: 'ada',
  email: 'ada@example.test',
  emailVerified: true,
  ...changes,
});

const named = (accountId: string, signedInAs?: string) => ({ accountId, signedInAs });
const ANY = { accountId: undefined, signedInAs: undefined };

/** Resolves among these members, of whom some are linked. */
function resolve(members: readonly Member[], linked: readonly Partial<LinkedIdentity>[] = []) {
  const links = linked.map((each) => ({ ...identity(), ...each }));
  return makeResolveMember({
    members: {
      find: async ({ memberId }) => members.find(({ id }) => id === memberId),
      findByEmail: async (email) => members.filter((each) => each.email === email && each.status !== 'removed'),
    },
    accounts: { find: async (id) => ({ id, name: id, plan: 'evaluation', suspendedAt: undefined, createdAt: at }) },
    identities: {
      membersOf: async ({ issuer, subject }) =>
        links.filter((each) => each.issuer === issuer && each.subject === subject).flatMap(({ memberId }) => memberId ?? []),
      linkedAmong: async (ids, issuer) =>
        new Set(links.flatMap((each) => (each.issuer === issuer ? (each.memberId ?? []) : [])).filter((id) => ids.includes(id))),
    },
  });
}

const mem1 = member('mem_1', 'ada@example.test');

describe('an identity without a link', () => {
  test.each<[string, MemberStatus]>([
    ['has joined', 'active'],
    ['was invited', 'invited'],
  ])('resolves to the member who %s with the verified address', async (_what, status) => {
    const found = await resolve([member('mem_1', 'ada@example.test', status)])(identity(), ANY);

    expect(found).toMatchObject({ member: { id: 'mem_1' }, isLinked: false });
  });

  test('ignores the case of the address', async () => {
    expect(await resolve([mem1])(identity({ email: 'Ada@Example.TEST' }), ANY)).toMatchObject({
      member: { id: 'mem_1' },
    });
  });

  test('is refused with an unverified address', async () => {
    const unverified = resolve([mem1])(identity({ emailVerified: false }), ANY);

    await expect(unverified).rejects.toMatchObject({ code: 'sso_email_not_verified' });
  });

  test('is refused without a membership, or with a removed one', async () => {
    const gone = member('mem_1', 'ada@example.test', 'removed');

    await expect(resolve([])(identity(), ANY)).rejects.toMatchObject({ code: 'sso_unknown_member' });
    await expect(resolve([gone])(identity(), ANY)).rejects.toMatchObject({ code: 'sso_unknown_member' });
  });
});

describe('a linked identity', () => {
  test('resolves to its member, also after a change of the address', async () => {
    const found = await resolve([mem1], [{ memberId: 'mem_1' }])(identity({ email: 'lovelace@example.test' }), ANY);

    expect(found).toMatchObject({ member: { id: 'mem_1' }, isLinked: true });
    expect(await resolve([mem1], [{ memberId: 'mem_1' }])(identity({ emailVerified: false }), ANY)).toEqual(found);
  });

  test('keeps its member from a new holder of the address', async () => {
    const recycled = resolve([mem1], [{ memberId: 'mem_1' }])(identity({ subject: 'bob' }), ANY);

    await expect(recycled).rejects.toMatchObject({ code: 'sso_unknown_member' });
  });

  test('counts as unlinked at another provider', async () => {
    const moved = identity({ issuer: 'https://other.example.test', subject: '42' });

    expect(await resolve([mem1], [{ memberId: 'mem_1' }])(moved, ANY)).toMatchObject({
      member: { id: 'mem_1' },
      isLinked: false,
    });
  });

  test('returns after a removal only by a new invitation', async () => {
    const gone = member('mem_1', 'ada@example.test', 'removed');
    const again = member('mem_2', 'ada@example.test', 'invited');
    const links = [{ memberId: 'mem_1' }];

    await expect(resolve([gone], links)(identity(), ANY)).rejects.toMatchObject({ code: 'sso_unknown_member' });
    expect(await resolve([gone, again], links)(identity(), ANY)).toMatchObject({
      member: { id: 'mem_2' },
      isLinked: false,
    });
  });
});

describe('an identity with several memberships', () => {
  const all = [mem1, member('mem_2', 'ada@example.test'), member('mem_3', 'ada@example.test', 'invited')];

  test('resolves to the chosen account, and must choose', async () => {
    const find = resolve(all);

    expect(await find(identity(), named('of mem_2'))).toMatchObject({ member: { id: 'mem_2' }, isLinked: false });
    expect(await find(identity(), named('of mem_3'))).toMatchObject({ member: { id: 'mem_3' }, isLinked: false });
    await expect(find(identity(), named('of another'))).rejects.toMatchObject({ code: 'sso_unknown_member' });
    await expect(find(identity(), ANY)).rejects.toMatchObject({
      code: 'several_accounts',
      details: { accounts: [{ id: 'of mem_1' }, { id: 'of mem_2' }, { id: 'of mem_3' }] },
    });
  });

  test('with a link opens no unlinked membership by the address alone', async () => {
    const find = resolve(all, [{ memberId: 'mem_2' }]);

    expect(await find(identity(), ANY)).toMatchObject({ member: { id: 'mem_2' }, isLinked: true });
    for (const other of ['of mem_1', 'of mem_3'])
      await expect(find(identity(), named(other))).rejects.toMatchObject({ code: 'sso_unknown_member' });
    expect(await find(identity(), named('of mem_1', 'mem_1'))).toMatchObject({ member: { id: 'mem_1' }, isLinked: false });
    await expect(find(identity({ emailVerified: false }), named('of mem_1', 'mem_1'))).rejects.toMatchObject({
      code: 'sso_unknown_member',
    });
  });
});
