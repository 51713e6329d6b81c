import { MongoClient } from 'mongodb';
import { expect, test } from 'vitest';
import { connectClient, LEAST_MONGODB, serverFault } from './connect-client.ts';

const { wireVersion: maxWireVersion } = LEAST_MONGODB;
const MEMBER = { setName: 'rs0', maxWireVersion };
const ROUTER = { msg: 'isdbgrid', maxWireVersion };
const ALONE = { maxWireVersion };

/** The fault of servers a:1, b:1, … by what they reply to hello. */
function faultOf(replies: readonly object[], setName?: string): string | undefined {
  return serverFault(new Map(replies.map((reply, place) => [`${'abc'[place]}:1`, reply])), setName)?.message;
}

test.each([
  ['a member of a replica set', [MEMBER], undefined],
  ['a member of the set that the URL asks for', [MEMBER], 'rs0'],
  ['a router of a sharded cluster', [ROUTER], undefined],
  ['a newer MongoDB', [{ ...MEMBER, maxWireVersion: 27 }], 'rs0'],
  ['a replica set beside a server that the driver leaves out', [ALONE, MEMBER], 'rs0'],
  ['no server that has answered', [], 'rs0'],
])('%s is taken', (_, replies, setName) => {
  expect(faultOf(replies, setName)).toBeUndefined();
});

test.each([
  [
    'a server without a replica set',
    [ALONE],
    undefined,
    'MongoDB at a:1 is no replica set, and transactions need one, of one member at least: start it with --replSet ‹name›, and run rs.initiate() there, once.',
  ],
  [
    'a server without a replica set, by a URL that asks for one',
    [ALONE],
    'rs0',
    /^MongoDB at a:1 is no replica set, and transactions need one/,
  ],
  [
    'a replica set that was not initiated',
    [{ isreplicaset: true, maxWireVersion }],
    'rs0',
    'MongoDB at a:1 waits for its replica set to be initiated: run rs.initiate() there, once.',
  ],
  [
    'another replica set than the URL asks for',
    [MEMBER],
    'rs1',
    'MongoDB at a:1 is not of the replica set rs1, which MONGODB_URL asks for: correct replicaSet there.',
  ],
  [
    'a router by a URL that asks for a replica set',
    [ROUTER],
    'rs1',
    'MongoDB at a:1 is not of the replica set rs1, which MONGODB_URL asks for: correct replicaSet there.',
  ],
  [
    'a MongoDB that is too old',
    [{ ...MEMBER, maxWireVersion: 13 }],
    undefined,
    'MongoDB at a:1 is too old: it is 5.0, and 6.0 is the least that this release runs on. Upgrade it.',
  ],
  [
    'one of several that is too old, even for the driver',
    [MEMBER, { ...MEMBER, maxWireVersion: 5 }],
    'rs0',
    'MongoDB at b:1 is too old: it is older than 3.6, and 6.0 is the least that this release runs on. Upgrade it.',
  ],
])('%s is refused in one line', (_, replies, setName, line) => {
  expect(faultOf(replies, setName)).toMatch(line);
});

test.each([
  ['mongodb://user:hunter2@127.0.0.1:9,127.0.0.1:10/?replicaSet=rs0', '127.0.0.1:9,127.0.0.1:10'],
  ['mongodb://user:hunter2@nowhere.invalid:9', 'nowhere.invalid:9'],
])('servers that are away are named with what to do, and without credentials', async (url, hosts) => {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 200 });

  const failure: unknown = await connectClient(client).catch((error: unknown) => error);

  expect(failure).toMatchObject({
    name: 'ConfigError',
    message: expect.stringMatching(
      new RegExp(`^MongoDB does not answer at ${hosts} \\([^\\n]+\\): start it, or correct MONGODB_URL\\.$`),
    ),
  });
  expect(String(failure)).not.toContain('hunter2');
});
