import { newId, systemClock as now } from '@fulfilment/kernel';
import { connectMongo, makeCursors, type Mongo } from '@fulfilment/mongo';
import { uniqueName } from '@fulfilment/testing';
import { hash as argon2 } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { makePasswords } from '../authentication/passwords.ts';
import { secrets } from '../authentication/session-text.ts';
import { makeChangeMember } from './member-commands.ts';
import type { Member, Passwords } from './member-ports.ts';
import { makeOpenSession } from './session-commands.ts';
import { makeSignIn } from './sign-in.ts';
import { makeAccountStore } from '../accounts/account-store.ts';
import { makeMemberStore, toMemberDocument } from './member-store.ts';
import { linkedIdentitiesOf, membersOf } from './member-documents.ts';
import { makeSessionStore } from './session-store.ts';

const PASSWORD = 'mugs fill the third shelf';
const by = { actor: 'operator', address: '203.0.113.7', userAgent: undefined, requestId: 'req_1' };
const passwords = makePasswords();
let mongo: Mongo;

beforeAll(async () => {
  mongo = await connectMongo({ url: inject('engines').mongodbUrl, database: uniqueName('proved'), appName: 'proved' });
  // Concurrent transactions would conflict on creating them.
  for (const name of ['members', 'sessions', 'audit_log', 'accounts']) await mongo.db.createCollection(name);
});

afterAll(async () => {
  await mongo.db.dropDatabase();
  await mongo.stop();
});

/** The sign-in as the gateway has it, with `tried` in the place of argon2. */
function start(tried: Pick<Passwords, 'matching'> = passwords) {
  const members = makeMemberStore(mongo, makeCursors('a secret for cursors in tests only'));
  const sessions = makeSessionStore(mongo);
  const openSession = makeOpenSession(sessions, secrets, now);
  const outcomes: string[] = [];
  const signIn = makeSignIn({
    members,
    accounts: makeAccountStore(mongo),
    passwords: { ...passwords, matching: tried.matching },
    throttle: async () => ({}),
    openSession,
    onOutcome: (outcome) => outcomes.push(outcome),
    now,
  });
  return { members, sessions, openSession, signIn, outcomes, changeMember: makeChangeMember(members, now) };
}

let people = 0;
const newEmail = (): string => `jo${(people += 1)}@example.com`;

/** A member whose password has this hash. */
async function add(email: string, passwordHash: string): Promise<Member> {
  const at = now();
  const [id, accountId] = [newId('mem'), newId('acc')];
  const kept = { email, role: 'viewer', status: 'active', passwordHash, token: undefined, version: 1 } as const;
  const member = { id, accountId, ...kept, createdAt: at, updatedAt: at, lastSeenAt: undefined };
  await membersOf(mongo.db).insertOne({ ...toMemberDocument(member), password_hash: passwordHash });
  return member;
}

type Change = (member: Member, other: string) => Member;

test.each<[string, Change]>([
  ['is changed', (member, other) => ({ ...member, passwordHash: other })],
  ['belongs to a member who is removed', (member) => ({ ...member, status: 'removed', passwordHash: undefined })],
])('a password that %s during the sign-in opens no session', async (_what, change) => {
  const [reached, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { signIn, changeMember, sessions, outcomes } = start({
    matching: async (...tried) => {
      reached.resolve();
      await mayGoOn.promise;
      return passwords.matching(...tried);
    },
  });
  const [hash, other] = [await passwords.hash(PASSWORD), await passwords.hash('plates fill the second shelf')];
  const member = await add(newEmail(), hash);
  const signingIn = signIn({ email: member.email, password: PASSWORD, accountId: undefined }, by);
  await reached.promise;
  await changeMember({ memberId: member.id }, by, (current) => ({
    member: change(current, other),
    action: 'member.password_changed',
    endsSessions: 'all',
  }));
  mayGoOn.resolve();

  await expect(signingIn).rejects.toMatchObject({ code: 'invalid_credentials' });
  expect(await sessions.live(member.id, now())).toEqual([]);
  expect(outcomes).toEqual(['refused']);
});

test('a change that ends all sessions leaves no session that was opened concurrently', async () => {
  const { openSession, changeMember, sessions } = start();
  for (let round = 0; round < 20; round += 1) {
    const member = await add(newEmail(), 'the old hash');
    await Promise.allSettled([
      openSession(member, 'password', by),
      changeMember({ memberId: member.id }, by, (current) => ({
        member: { ...current, passwordHash: 'the new hash' },
        action: 'member.password_changed',
        endsSessions: 'all',
      })),
    ]);

    expect(await sessions.live(member.id, now())).toEqual([]);
  }
});

test('an identity whose link a password reset has removed opens no session', async () => {
  const { openSession, changeMember, sessions } = start();
  const identity = { issuer: 'https://id.example.com', subject: newId('req') };
  const member = await add(newEmail(), 'the old hash');
  await linkedIdentitiesOf(mongo.db).insertOne({ _id: member.id, ...identity, created_at: now() });
  await openSession(member, 'single_sign_on', by, identity);
  await changeMember({ memberId: member.id }, by, (current) => ({
    member: { ...current, passwordHash: 'the new hash' },
    action: 'member.password_changed',
    endsSessions: 'all',
    unlinks: true,
  }));

  await expect(openSession(member, 'single_sign_on', by, identity)).rejects.toMatchObject({ code: 'sso_unknown_member' });
  expect(await sessions.live(member.id, now())).toEqual([]);
});

test('a password reset leaves no session that a linked identity opened concurrently', async () => {
  const { openSession, changeMember, sessions } = start();
  const identity = { issuer: 'https://id.example.com', subject: newId('req') };
  for (let round = 0; round < 20; round += 1) {
    const member = await add(newEmail(), 'the old hash');
    await linkedIdentitiesOf(mongo.db).insertOne({ _id: member.id, ...identity, created_at: now() });
    await Promise.allSettled([
      openSession(member, 'single_sign_on', by, identity),
      changeMember({ memberId: member.id }, by, (current) => ({
        member: { ...current, passwordHash: 'the new hash' },
        action: 'member.password_changed',
        endsSessions: 'all',
        unlinks: true,
      })),
    ]);

    expect(await sessions.live(member.id, now())).toEqual([]);
  }
});

test('a new role or a rehash of the same password does not invalidate a proof', async () => {
  const { openSession, changeMember, members, sessions } = start();
  const member = await add(newEmail(), 'the old hash');
  await members.rehash(member.id, 'the old hash', 'the new hash of the same password');
  await openSession(member, 'password', by);
  const known = { ...member, passwordHash: 'the new hash of the same password' };
  await changeMember({ memberId: member.id }, by, (current) => ({ member: current, action: 'member.role_changed' }));
  await openSession(known, 'password', by);

  expect(await sessions.live(member.id, now())).toHaveLength(2);
});

test('outdated hashes of an address are renewed together, under the salt of its current hashes', async () => {
  const { signIn, members } = start();
  const email = newEmail();
  const weak = () => argon2(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
  const [first] = [await add(email, await weak()), await add(email, await weak())];
  await add(email, await passwords.hash('plates fill the second shelf'));
  await signIn({ email, password: PASSWORD, accountId: first.accountId }, by);

  const hashes = (await members.findByEmail(email)).map(({ passwordHash = '' }) => passwordHash);
  const settings = hashes.map((hash) => hash.split('$').slice(0, 5).join('$'));
  expect(hashes.map((hash) => passwords.isOutdated(hash))).toEqual([false, false, false]);
  expect(new Set(settings).size).toBe(1);
  expect(await passwords.matching(PASSWORD, hashes)).toHaveLength(2);
});
