import { ensureIndexes, connectMongo, makeCursors, type Mongo } from '@fulfilment/mongo';
import { firstIdAt } from '@fulfilment/kernel';
import { uniqueName } from '@fulfilment/testing';
import type { Document } from 'mongodb';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { MEMBER_INDEXES } from '../members/member-documents.ts';
import { makeMemberStore } from '../members/member-store.ts';
import { AUDIT_BY_ACTOR, INDEXES } from './account-documents.ts';
import { makeKeyStore } from './account-store.ts';
import { makeAuditLog } from './audit-store.ts';

const MANY = 20_000;
const ACCOUNT = 'acc_1';
const cursors = makeCursors('a secret for cursors in tests only');

let mongo: Mongo;

/** A log of changes in production by one member, keys that were all revoked, and members who were all removed. */
beforeAll(async () => {
  mongo = await connectMongo({ url: inject('engines').mongodbUrl, database: uniqueName('opposed_logs'), appName: 'test' });
  await ensureIndexes(mongo.db, [...INDEXES, AUDIT_BY_ACTOR, ...MEMBER_INDEXES]);
  const insert = (collection: string, documents: Document[]) => mongo.db.collection(collection).insertMany(documents);
  const entry = { account_id: ACCOUNT, environment: 'production', actor: 'mem_1', target: { type: 'key', id: 'key_1' } };
  await insert(
    'audit_log',
    many((n) => ({ ...entry, _id: firstIdAt('aud', at(n)) })),
  );
  const key = { account_id: ACCOUNT, environment: 'sandbox', revoked_at: at(0) };
  await insert(
    'keys',
    many((n) => ({ ...key, _id: firstIdAt('key', at(n)), secrets: [{ digest: `digest ${n}` }] })),
  );
  await insert(
    'members',
    many((n) => ({ _id: firstIdAt('mem', at(n)), account_id: ACCOUNT, email: `${n}@example.com`, status: 'removed' })),
  );
}, 360_000);

afterAll(async () => {
  await mongo.db.command({ profile: 0 });
  await mongo.db.dropDatabase();
  await mongo.stop();
});

const many = (made: (n: number) => Document): Document[] => Array.from({ length: MANY }, (_, n) => made(n));
const at = (n: number): Date => new Date(Date.UTC(2026, 10, 21) + n);

async function examined(): Promise<number> {
  await mongo.db.command({ profile: 0 });
  const found = await mongo.db.collection('system.profile').find().toArray();
  await mongo.db.collection('system.profile').drop();
  await mongo.db.command({ profile: 2 });
  return found.reduce((sum, { docsExamined = 0 }) => sum + Number(docsExamined), 0);
}

test('a page of a log looks at a thousand entries where the parts of its filter exclude each other', async () => {
  const log = makeAuditLog(mongo.db, cursors);
  const keys = makeKeyStore(mongo, cursors);
  const members = makeMemberStore(mongo, cursors);
  const of = {
    accountId: ACCOUNT,
    environment: undefined,
    targetId: undefined,
    actor: undefined,
    from: undefined,
    before: undefined,
  };
  const limit = 20;
  const lists = [
    ...[
      { ...of, environment: 'sandbox' as const },
      { ...of, environment: 'sandbox' as const, actor: 'mem_1' },
      { ...of, environment: 'sandbox' as const, targetId: 'key_1' },
      { ...of, targetId: 'key_1', actor: 'mem_2' },
    ].map((query) => (cursor: string | undefined) => log.page(query, { limit, cursor })),
    (cursor: string | undefined) =>
      keys.page({ tenant: { accountId: ACCOUNT, environment: 'sandbox' }, active: true, at: new Date(), limit, cursor }),
    (cursor: string | undefined) => members.page({ accountId: ACCOUNT, statuses: ['active'], limit, cursor }),
  ];

  for (const [n, list] of lists.entries()) {
    await examined();
    const first = await list(undefined);
    expect({ n, docs: (await examined()) <= 1_100, first }).toEqual({
      n,
      docs: true,
      first: { ...first, data: [], has_more: true },
    });

    let pages = 1;
    for (let cursor = first.next_cursor; cursor !== null; pages += 1) {
      const page = await list(cursor);
      expect(page.data).toEqual([]);
      cursor = page.next_cursor;
    }
    expect(pages).toBeLessThanOrEqual(MANY / 1_000);
  }
});
