import { accountOperations } from '@fulfilment/contracts';
import { ENVIRONMENTS } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { atOnce } from './system/at-once.ts';
import { PASSWORD } from './system/member.ts';
import { V1_RESOURCES } from './system/resources.ts';
import { runSeed } from './system/run-seed.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';
import { CLOSED_OPERATIONS, type Crossing, crossingRequest, PLACES } from './tenants/crossing.ts';
import { leaveRecords } from './tenants/extra-records.ts';
import { faultsOf, leaksIn, type Written } from './tenants/faults.ts';
import { openAccount, openParty, type Party } from './tenants/party.ts';
import { readEverything } from './tenants/read-everything.ts';
import { untilNothingWaits } from './tenants/until-nothing-waits.ts';

/** Of requests at random for one party; no further ones are begun after that. */
const SECONDS = 3;
const AT_ONCE = 4;
/** They take no id, no cursor and no key; what they take is the caller's own. */
const NAME_NOTHING = [
  'checkIntegrity',
  'getAccount',
  'createKey',
  'inviteMember',
  'confirmSession',
  'changePassword',
  'getSession',
  'signOut',
  'listSessions',
  'revokeOtherSessions',
  'listPlans',
  'updateRetention',
  'createWebhook',
  'testFilter',
];
const PARTIES = [0, 1, 2, 3];
/** Requests of a party in combinations, however long they take. */
const ENOUGH = 100;

let system: TestSystem;
let parties: readonly Party[] = [];
const written = new Map<Party, Written>();
const seed = runSeed('FUZZING_SEED', import.meta.url);

beforeAll(async () => {
  system = await sharedTestSystem();
});

beforeAll(async () => {
  for (const account of [await openAccount(system), await openAccount(system)])
    for (const environment of ENVIRONMENTS) parties = [...parties, await openParty(system, account, environment)];
  await Promise.all(parties.map(leaveRecords));
  await Promise.all(parties.map(noteRecords));
  return () => Promise.all(parties.map(({ receiver }) => receiver.stop()));
});

function partyAt(place: number): Party {
  const party = parties[place];
  if (!party) throw new Error(`There is no party ${place}`);
  return party;
}

const othersOf = (party: Party): readonly Party[] => parties.filter((each) => each !== party);

/** Everything that each party could read of itself, once nothing of what it asked for was under way any more. */
const records = new Map<Party, unknown>();

/** Reads once nothing waits, until nothing changes between two looks, so that what comes late is seen too. */
async function noteRecords(party: Party): Promise<void> {
  await untilNothingWaits(system, party.tenant);
  await eventually(
    async () => {
      const before = records.get(party);
      records.set(party, await readEverything(party));
      expect(records.get(party)).toEqual(before);
    },
    { withinMs: 60_000, everyMs: 500 },
  );
}

/** Sends what one can make of another's finds. @returns what is wrong with the answer; undefined where nothing can be made of them. */
async function cross(party: Party, other: Party, crossing: Crossing): Promise<readonly string[] | undefined> {
  const request = crossingRequest(crossing, party.finds, other.finds);
  if (!request) return undefined;
  const answer = await party.send(request);
  const own = written.get(party) ?? new Set();
  written.set(party, own);
  const { operation, taken } = request;
  const story = `${operation.id} with ${taken.map(({ place, name, value }) => `${place} ${name} ${value}`).join(', ')}: ${answer.status}`;
  return faultsOf({ party, request, answer }, parties, own).map((fault) => `${story}: ${fault}\n${answer.text.slice(0, 500)}`);
}

describe.each(PARTIES)('nothing of others is anything to tenant %i', (place) => {
  test('and what it has is as it was, since others alone have asked', async () => {
    expect(await readEverything(partyAt(place))).toEqual(records.get(partyAt(place)));
  });

  test('in any place of any operation', async () => {
    const party = partyAt(place);
    const crossings = CLOSED_OPERATIONS.flatMap(({ id }) =>
      othersOf(party).flatMap((other) =>
        PLACES.map((from) => ({ other, crossing: { operationId: id, places: [from], luck: [0] } })),
      ),
    );
    const found = await atOnce(AT_ONCE, crossings, ({ other, crossing }) => cross(party, other, crossing));
    expect(found.flatMap((faults) => faults ?? [])).toEqual([]);
    const tried = new Set(crossings.filter((_each, at) => found[at] !== undefined).map(({ crossing }) => crossing.operationId));
    expect(CLOSED_OPERATIONS.filter(({ id }) => !tried.has(id)).map(({ id }) => id)).toEqual(NAME_NOTHING);
  });

  test('in any combination', async () => {
    const party = partyAt(place);
    const state = { endsAt: performance.now() + SECONDS * 1_000, sent: 0, failed: false };
    const crossing = fc.record({
      operationId: fc.constantFrom(...CLOSED_OPERATIONS.map(({ id }) => id)),
      places: fc.subarray([...PLACES], { minLength: 1 }),
      luck: fc.array(fc.nat(), { minLength: 1, maxLength: 12 }),
    });
    const from = fc.constantFrom(...PARTIES.filter((each) => each !== place));
    const several = fc.array(fc.record({ crossing, from }), { minLength: 1, maxLength: 32 });
    const property = fc.asyncProperty(several, async (crossings) => {
      if (!state.failed && state.sent > ENOUGH && performance.now() > state.endsAt) return;
      const faults = await atOnce(AT_ONCE, crossings, (each) => cross(party, partyAt(each.from), each.crossing));
      state.sent += faults.filter((found) => found !== undefined).length;
      state.failed ||= faults.some((found) => found !== undefined && found.length > 0);
      expect(faults.flatMap((found) => found ?? [])).toEqual([]);
    });

    await fc.assert(property, { seed, numRuns: 1_000 });

    process.stderr.write(`tenant crossing: ${state.sent} requests\n`);
    expect(state.sent).toBeGreaterThan(ENOUGH);
  });

  // It may have changed what is its own; what reaches others late is there when that has come to rest.
  afterAll(() => noteRecords(partyAt(place)));
});

test.each(PARTIES)('what tenant %i has is as it was when the last of its own requests had come to rest', async (place) => {
  expect(await readEverything(partyAt(place))).toEqual(records.get(partyAt(place)));
});

test('one key, external id or client scan id is another record for each tenant', () => {
  const ids = V1_RESOURCES.filter(({ param }) => param === undefined).map(({ kind }) => kind);
  for (const kind of [...ids, 'whk_', 'dlv_', 'rpl_', 'sec_']) {
    const all = parties.flatMap(({ finds }) => finds.of(kind));
    expect([kind, all.length > 3, new Set(all).size]).toEqual([kind, true, all.length]);
  }
});

test('no member signs in to the account of another', async () => {
  const [one, another] = [partyAt(0), partyAt(2)];
  const body = { email: one.owners[0]?.email, password: PASSWORD, account_id: another.tenant.accountId };

  const answer = await one.send({ operation: accountOperations.signIn, path: '/sessions', body });

  expect(answer.problem().code).toBe('invalid_credentials');
});

test('each subscriber got events of its own tenant alone', () => {
  for (const party of parties) {
    const { receiver, tenant } = party;
    expect(receiver.faults).toEqual([]);
    expect(receiver.deliveries.length).toBeGreaterThan(10);
    for (const { rawBody, event } of receiver.deliveries) {
      expect(event).toMatchObject({ account_id: tenant.accountId, environment: tenant.environment });
      expect(leaksIn({ text: rawBody, party, parties, written: written.get(party) ?? new Set() })).toEqual([]);
    }
  }
});
