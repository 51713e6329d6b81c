import { connectMongo, ensureIndexes, makeCursors, type Mongo } from '@fulfilment/mongo';
import { goldenDocuments, uniqueName } from '@fulfilment/testing';
import { BSON } from 'mongodb';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { INDEXES } from './accounts/account-documents.ts';
import { makeAccountStore, makeKeyStore } from './accounts/account-store.ts';
import { makeAuditLog } from './accounts/audit-store.ts';
import { makeLookUpKey, makeLookUpSession } from './authentication/credential-store.ts';
import * as documents from './documents.ts';
import { makeMemberStore } from './members/member-store.ts';
import { makeSessionStore } from './members/session-store.ts';
import { FinishedFlows, LinkedIdentities } from './single-sign-on/single-sign-on-store.ts';

const GOLDEN = goldenDocuments(import.meta.dirname, (line) => BSON.EJSON.parse(line));
const AT = new Date('2026-11-02T09:07:31.000Z');

let mongo: Mongo;

beforeAll(async () => {
  mongo = await connectMongo({ url: inject('engines').mongodbUrl, database: uniqueName('gateway_golden'), appName: 'test' });
  await ensureIndexes(mongo.db, INDEXES);
  for (const { collection, document } of GOLDEN) await mongo.db.collection<{ _id: string }>(collection).insertOne(document);
});

afterAll(async () => {
  await mongo.db.dropDatabase();
  await mongo.stop();
});

/** The reads of a document of each collection. Its argument is a document as MongoDB gives it, which no type vouches for. */
const READERS: Readonly<Record<string, Function>> = {
  accounts: ({ _id: id }: documents.AccountDocument) => makeAccountStore(mongo).find(id),
  keys: async ({ _id: keyId, secrets }: documents.KeyDocument) => {
    const look = makeLookUpKey(mongo.db, (error) => expect.unreachable(String(error)));
    const known = secrets.map(({ digest, pepper_id: pepperId }) => look([{ digest, pepperId }]));
    return { stored: await makeKeyStore(mongo, cursors).find({ keyId }), known: await Promise.all(known) };
  },
  members: ({ _id: memberId }: documents.MemberDocument) => makeMemberStore(mongo, cursors).find({ memberId }),
  sessions: async ({ _id: id, digest, member_id: memberId }: documents.SessionDocument) => {
    const live = await makeSessionStore(mongo).live(memberId, AT);
    return { listed: live.find((session) => session.id === id), known: await makeLookUpSession(mongo.db)(digest) };
  },
  linked_identities: (link: documents.LinkedIdentityDocument) => new LinkedIdentities(mongo).membersOf(link),
  audit_log: async ({ account_id: accountId, target }: documents.AuditDocument) => {
    const filter = { accountId, environment: undefined, targetId: target.id };
    return (await makeAuditLog(mongo.db, cursors).page(filter, { limit: 1, cursor: undefined })).data;
  },
  finished_sign_ins: ({ _id: state, ends_at: endsAt }: documents.FinishedFlowDocument) =>
    new FinishedFlows(mongo.db).finish({ state, endsAt }),
};
const cursors = makeCursors('x'.repeat(32));

test('every collection of the gateway has golden documents', () => {
  const collections = Object.values(documents).filter((each) => typeof each === 'string');

  expect([...new Set(GOLDEN.map(({ collection }) => collection))].toSorted()).toEqual(collections.toSorted());
});

test.each(GOLDEN)('a stored document of $collection is read to the value it was read to', async (golden) => {
  const { collection, document, reads } = golden;

  expect(await READERS[collection]?.(document)).toEqual(reads);
});
