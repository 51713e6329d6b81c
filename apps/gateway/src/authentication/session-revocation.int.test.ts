import { delay } from '@fulfilment/kernel';
import { eventually, TIMED } from '@fulfilment/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { clientOf } from '../testing/client.ts';
import { accountCall, memberOf, type SignedInMember } from '../testing/member-of.ts';
import { gatewayEnv, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';

let upstream: Upstream;
let gateways: readonly [TestGateway, TestGateway];

beforeAll(async () => {
  upstream = await startUpstream();
  const env = gatewayEnv(inject('engines'), upstream.url);
  gateways = [await startGateway(env), await startGateway(env)];
});

afterAll(async () => {
  for (const gateway of gateways) await gateway.stop();
  await upstream.stop();
});

/** Milliseconds between two requests: within the limit of one session. */
const PAUSE_MS = 100;

/** A change to a member by an owner, and a request of the member that it forbids. */
type Case = readonly [what: string, change: (owner: SignedInMember, member: SignedInMember) => Promise<unknown>, path: string];

/** Asks both gateways all the time. @returns milliseconds from the change to the last request that was admitted. */
async function admittedAfter(ask: (gateway: TestGateway) => Promise<boolean>, change: () => Promise<unknown>): Promise<number> {
  const lastAdmittedMs = gateways.map(() => 0);
  const over = new AbortController();
  const busy = gateways.map(async (gateway, index) => {
    while (!over.signal.aborted) {
      const sentAtMs = performance.now();
      if (await ask(gateway)) lastAdmittedMs[index] = sentAtMs;
      await delay(PAUSE_MS);
    }
  });
  await eventually(() => expect(Math.min(...lastAdmittedMs)).toBeGreaterThan(0));
  await change();
  const changedAtMs = performance.now();
  // Longer than a copy of a session is fresh.
  await eventually(() => expect(performance.now() - Math.max(changedAtMs, ...lastAdmittedMs)).toBeGreaterThan(600));
  over.abort();
  await Promise.all(busy);
  return Math.max(...lastAdmittedMs) - changedAtMs;
}

const isAdmitted = (member: Pick<SignedInMember, 'cookie'>, path: string) => async (gateway: TestGateway) =>
  (await accountCall(clientOf(gateway), member.cookie)('GET', path)).status === 200;

test.each<Case>([
  ['a member who was removed', (owner, member) => owner.call('DELETE', `/members/${member.id}`), '/session'],
  ['a session that was ended', (_owner, member) => member.call('DELETE', `/sessions/${member.opened.session.id}`), '/session'],
])('%s is admitted nowhere after one second', TIMED, async (_what, change, path) => {
  const { id: accountId } = await gateways[0].operator.account();
  const owner = await memberOf(gateways[0], accountId);
  const member = await memberOf(gateways[1], accountId, { role: 'developer' });

  expect(await admittedAfter(isAdmitted(member, path), () => change(owner, member))).toBeLessThan(1_000);
});

test('a role that was taken away opens nothing on any gateway after one second', TIMED, async () => {
  const { id: accountId } = await gateways[0].operator.account();
  const owner = await memberOf(gateways[0], accountId);
  const member = await memberOf(gateways[1], accountId, { role: 'developer' });
  const makesKey = async (gateway: TestGateway): Promise<boolean> => {
    const call = accountCall(clientOf(gateway), member.cookie);
    const { status } = await call('POST', '/keys?environment=sandbox', { name: 'till', role: 'scanner' });
    expect([201, 403]).toContain(status);
    return status === 201;
  };
  const demote = async (): Promise<void> =>
    expect((await owner.call('PATCH', `/members/${member.id}`, { role: 'viewer' })).status).toBe(200);

  expect(await admittedAfter(makesKey, demote)).toBeLessThan(1_000);
});

test('a new session is admitted everywhere at once, and a lost plan closes production', TIMED, async () => {
  const { id: accountId } = await gateways[0].operator.account();
  const { cookie } = await memberOf(gateways[0], accountId);
  const statuses = async (environment: string) =>
    Promise.all(
      gateways.map(
        async (gateway) => (await accountCall(clientOf(gateway), cookie)('GET', `/keys?environment=${environment}`)).status,
      ),
    );

  expect(await statuses('production')).toEqual([200, 200]);
  const losePlan = () => gateways[0].operator.call('PATCH', `/operator/v1/accounts/${accountId}`, { plan: 'evaluation' });
  expect(await admittedAfter(isAdmitted({ cookie }, '/keys?environment=production'), losePlan)).toBeLessThan(1_000);
  expect([await statuses('production'), await statuses('sandbox')]).toEqual([
    [403, 403],
    [200, 200],
  ]);
});

test('when a session and its member were last seen is written down, by whichever gateway', async () => {
  const { id: accountId } = await gateways[0].operator.account();
  const { cookie, id } = await memberOf(gateways[0], accountId);
  const env = gateways[0].env;
  const third = await startGateway(env);
  const before = Date.now();
  await accountCall(clientOf(third), cookie)('GET', '/session');
  await third.stop();
  const call = accountCall(clientOf(gateways[1]), cookie);

  // It is written without waiting for a majority, and read as a majority has it.
  await eventually(async () => {
    const [session] = JSON.parse((await call('GET', '/sessions')).text).data;
    expect(Date.parse(session.last_used_at)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(JSON.parse((await call('GET', `/members/${id}`)).text).last_seen_at)).toBeGreaterThanOrEqual(before);
  });
});
