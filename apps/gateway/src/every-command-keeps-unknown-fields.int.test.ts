import { newId } from '@fulfilment/kernel';
import { connectMongo, ensureIndexes, makeCursors, type Mongo } from '@fulfilment/mongo';
import { LaterRelease, type WriteCounters } from '@fulfilment/service/test-bed';
import { uniqueName } from '@fulfilment/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { INDEXES } from './accounts/account-documents.ts';
import type { Account, AccountStore, ApiKey, AuditEntry, KeyStore } from './accounts/account-ports.ts';
import { makeAccountStore, makeKeyStore } from './accounts/account-store.ts';
import * as documents from './documents.ts';
import { MEMBER_INDEXES } from './members/member-documents.ts';
import type { Member, MemberStore, Session, SessionStore } from './members/member-ports.ts';
import { makeMemberStore } from './members/member-store.ts';
import { makeSessionStore } from './members/session-store.ts';
import { LinkedIdentities } from './single-sign-on/single-sign-on-store.ts';

/** Every collection of the gateway, with the counter that its writers compare. */
const COUNTERS: WriteCounters = {
  accounts: null,
  keys: 'rev',
  members: 'version',
  sessions: null,
  linked_identities: null,
  audit_log: null,
  finished_sign_ins: null,
};
/** Documents that are only ever added. */
const ADDED = ['audit_log', 'finished_sign_ins'];

let mongo: Mongo;

beforeAll(async () => {
  mongo = await connectMongo({ url: inject('engines').mongodbUrl, database: uniqueName('gateway_test'), appName: 'test' });
  await ensureIndexes(mongo.db, [...INDEXES, ...MEMBER_INDEXES]);
});

afterAll(async () => {
  await mongo.db.dropDatabase();
  await mongo.stop();
});

const at = new Date('2026-11-01T00:00:00.000Z');
const soon = new Date(Date.now() + 3_600_000);

/** The stores, and an account with a key of two secrets, and an owner with a token, a session and a linked identity. */
class Records {
  readonly accounts = makeAccountStore(mongo);
  readonly keys = makeKeyStore(mongo, makeCursors('x'.repeat(32)));
  readonly members = makeMemberStore(mongo, makeCursors('x'.repeat(32)));
  readonly sessions = makeSessionStore(mongo);
  readonly identities = new LinkedIdentities(mongo);
  readonly accountId = newId('acc');
  readonly keyId = newId('key');
  readonly memberId = newId('mem');
  readonly sessionId = newId('ses');

  get entry(): AuditEntry {
    const by = { actor: 'operator', address: undefined, requestId: newId('req') };
    const target = { type: 'account', id: this.accountId } as const;
    const id = newId('aud');
    return { id, accountId: this.accountId, environment: null, action: 'account.created', target, by, at, details: {} };
  }

  newKey(id: string): ApiKey {
    const secret = (endsAt?: Date) => ({ digest: newId('req'), pepperId: 'p', prefix: 'fsk', last4: '1', createdAt: at, endsAt });
    return {
      id,
      accountId: this.accountId,
      environment: 'sandbox',
      role: 'admin',
      name: 'Key',
      secrets: [secret(), secret(soon)],
      ipAllowlist: [],
      operatorLimits: { expiresAt: soon, ipAllowlist: [] },
      limit: { burst: 10, rate: 1 },
      createdAt: at,
      expiresAt: undefined,
      revokedAt: undefined,
      lastUsedAt: undefined,
      lastUsedFrom: undefined,
      rev: 1,
    };
  }

  newSession(id: string): Session {
    const times = { createdAt: at, confirmedAt: at, lastUsedAt: new Date(), expiresAt: soon };
    const { accountId, memberId } = this;
    return { id, accountId, memberId, method: 'password', ...times, address: undefined, userAgent: undefined };
  }

  async open(): Promise<void> {
    const account: Account = { id: this.accountId, name: 'A', plan: 'evaluation', suspendedAt: undefined, createdAt: at };
    await this.accounts.add(account, this.entry);
    await this.keys.add(this.newKey(this.keyId), this.entry);
    const member: Member = {
      id: this.memberId,
      accountId: this.accountId,
      email: `${this.memberId}@example.com`,
      role: 'owner',
      status: 'invited',
      passwordHash: undefined,
      token: { digest: newId('req'), purpose: 'invitation', endsAt: soon },
      version: 1,
      createdAt: at,
      updatedAt: at,
      lastSeenAt: undefined,
    };
    await this.members.add(member, this.entry);
    await this.change({ status: 'active', passwordHash: 'hash' });
    await this.sessions.add(
      this.newSession(this.sessionId),
      { digest: newId('req'), password: undefined, identity: undefined },
      this.entry,
    );
    await this.identities.link({ memberId: this.memberId, issuer: 'https://old', subject: '1' }, this.entry);
  }

  async change(changes: Partial<Member>): Promise<unknown> {
    const found = await this.members.find({ memberId: this.memberId });
    if (!found) throw new Error('The member is gone');
    const member = { ...found, ...changes, version: found.version + 1 };
    return this.members.save({ member, entry: this.entry, losesOwner: false, endsSessions: 'none', unlinks: false });
  }
}

interface UseCase {
  readonly run: (records: Records) => Promise<unknown>;
  /** The collections in which it writes over documents that are there. */
  readonly writes: readonly (keyof typeof COUNTERS)[];
}

type Reads = 'find' | 'named' | 'all' | 'list' | 'page' | 'findByEmail' | 'findByToken' | 'live';
type Writes<Name extends string, Store> = `${Name}.${Exclude<keyof Store & string, Reads>}`;
type Written =
  | Writes<'accounts', AccountStore>
  | Writes<'keys', KeyStore>
  | Writes<'members', MemberStore>
  | Writes<'sessions', SessionStore>
  | 'identities.link';

const USE_CASES: Record<Written, UseCase> = {
  'accounts.add': { run: (records) => new Records().open().then(() => records), writes: [] },
  'accounts.setPlan': {
    run: ({ accounts, accountId, entry }) => accounts.setPlan(accountId, 'enterprise', entry),
    writes: ['accounts'],
  },
  'accounts.setStorage': {
    run: ({ accounts, accountId, entry }) => accounts.setStorage(accountId, { skus: 7, open_orders: null }, entry),
    writes: ['accounts'],
  },
  'accounts.scheduleDeletion': {
    run: async (records) => {
      const { accounts, accountId } = records;
      await accounts.setSuspended(accountId, at, records.entry);
      return accounts.scheduleDeletion(accountId, at, records.entry);
    },
    writes: ['accounts'],
  },
  'accounts.beginDeletion': {
    run: async (records) => {
      const { accounts, accountId } = records;
      await accounts.setSuspended(accountId, at, records.entry);
      await accounts.scheduleDeletion(accountId, at, records.entry);
      return accounts.beginDeletion(accountId, at);
    },
    writes: ['accounts'],
  },
  'accounts.setSuspended': {
    run: ({ accounts, accountId, entry }) => accounts.setSuspended(accountId, at, entry),
    writes: ['accounts'],
  },
  'keys.add': {
    run: (records) => records.keys.add({ ...records.newKey(newId('key')), limit: { burst: 99, rate: 9 } }, records.entry),
    writes: ['accounts'],
  },
  'keys.save': {
    run: async ({ keys, keyId, entry }) => {
      const key = await keys.find({ keyId });
      return key && keys.save({ ...key, name: undefined, revokedAt: at }, entry);
    },
    writes: ['keys'],
  },
  'members.add': { run: (records) => new Records().open().then(() => records), writes: [] },
  'members.save': { run: (records) => records.change({ role: 'developer' }), writes: ['members'] },
  'members.rehash': { run: ({ members, memberId }) => members.rehash(memberId, 'hash', 'other'), writes: ['members'] },
  'sessions.add': {
    run: (records) =>
      records.sessions.add(
        records.newSession(newId('ses')),
        { digest: newId('req'), password: undefined, identity: undefined },
        records.entry,
      ),
    writes: ['members'],
  },
  'sessions.confirm': {
    run: ({ sessions, memberId, sessionId, entry }) => sessions.confirm({ memberId, sessionId }, new Date(), entry),
    writes: ['sessions'],
  },
  'sessions.end': {
    run: ({ sessions, memberId, sessionId, entry }) => sessions.end({ memberId, sessionId }, entry),
    writes: ['sessions'],
  },
  'sessions.endOthers': {
    run: ({ sessions, memberId, entry }) => sessions.endOthers({ memberId, exceptId: 'none' }, entry),
    writes: ['sessions'],
  },
  'identities.link': {
    run: ({ identities, memberId, entry }) => identities.link({ memberId, issuer: 'https://new', subject: '1' }, entry),
    writes: ['linked_identities'],
  },
};

test('every collection of the gateway is in the table, and each that is written over has a use case', () => {
  const collections = Object.values(documents).filter((each) => typeof each === 'string');
  const written = new Set(Object.values(USE_CASES).flatMap(({ writes }) => writes));

  expect(Object.keys(COUNTERS).toSorted()).toEqual(collections.toSorted());
  expect([...written, ...ADDED].toSorted()).toEqual(Object.keys(COUNTERS).toSorted());
});

test.each(Object.entries(USE_CASES))(
  '%s keeps the fields of a later release in every document that it writes',
  async (_name, { run, writes }) => {
    const later = new LaterRelease(mongo, COUNTERS);
    const records = new Records();
    await records.open();
    await later.write({});

    await run(records);

    expect(await later.aftermath()).toEqual({ written: writes, lost: [] });
  },
);
