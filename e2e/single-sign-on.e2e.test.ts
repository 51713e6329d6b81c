import {
  accountOperations,
  inventoryOverview,
  issuedKey,
  memberRecord,
  memberWithToken,
  ordersOverview,
  scansOverview,
  signedIn,
} from '@fulfilment/contracts';
import { patient } from '@fulfilment/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
// The one thing that is taken from a service: no identity provider is part of the system.
import { makeCookieJar } from '../apps/gateway/src/testing/cookie-jar.ts';
import { startIdentityProvider, type TestIdentityProvider } from '../apps/gateway/src/testing/start-identity-provider.ts';
import { hearSecrets } from './secrets/hear-secrets.ts';
import { noteHeard } from './secrets/kept-output.ts';
import { joinAccount } from './system/member.ts';
import { type OwnTestSystem, startTestSystem } from './system/start-test-system.ts';

const EMAIL = 'ada@example.test';

let system: OwnTestSystem;
let provider: TestIdentityProvider;

beforeAll(async () => {
  // The system chooses its port, so the provider learns it when it is first asked.
  provider = await startIdentityProvider(() => `${system.baseUrl}/account/v1/single-sign-on/callback`);
  noteHeard(provider.clientSecret);
  system = await startTestSystem(inject('engines'), {
    settings: { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: provider.clientId, OIDC_CLIENT_SECRET: provider.clientSecret },
  });
});

afterAll(async () => {
  await system.stop();
  await provider.stop();
});

test('an owner invites a member, who signs in at the identity provider, makes a key and is removed again', async () => {
  const { id: accountId } = await system.operator.account('Mugs & Co');
  const owner = await joinAccount(system, { accountId, role: 'owner' });
  const jar = makeCookieJar();
  const visit = async (path: string, init: RequestInit = {}) => {
    const answer = await jar.visit(`${system.baseUrl}/account/v1${path}`, init);
    hearSecrets(answer);
    return answer;
  };
  const json = { 'content-type': 'application/json' };
  const asOwner = { headers: owner.headers };
  const invitation = { ...asOwner, body: { email: EMAIL, role: 'developer' } };
  const { id: memberId } = (await system.callAccount('POST', '/members', invitation)).as(201, memberWithToken);

  provider.signIn({ subject: 'ada', email: EMAIL, emailVerified: true });
  const begun = await visit('/single-sign-on?return_to=/docs');
  const { location } = accountOperations.beginSingleSignOn.replies[302].body.parse(JSON.parse(begun.text));
  const back = new URL(await jar.follow(location, provider.issuer));
  noteHeard(back.searchParams.get('code') ?? '');
  const finished = await visit(`/single-sign-on/callback${back.search}`);

  expect([begun.status, finished.status, finished.headers.get('location')]).toEqual([302, 302, '/docs']);
  const me = signedIn.parse(JSON.parse((await visit('/session')).text));
  expect([me.member.id, me.member.status, me.session.method]).toEqual([memberId, 'active', 'single_sign_on']);

  const glances = [
    ['inventory', inventoryOverview],
    ['orders', ordersOverview],
    ['scans', scansOverview],
  ] as const;
  for (const [service, overview] of glances)
    overview.parse(JSON.parse((await visit(`/overview/${service}?environment=sandbox`)).text));

  const asPage = { ...json, origin: system.baseUrl };
  const body = JSON.stringify({ name: 'till', role: 'viewer' });
  const made = issuedKey.parse(
    JSON.parse((await visit('/keys?environment=sandbox', { method: 'POST', headers: asPage, body })).text),
  );
  expect((await system.call('GET', '/inventory', { key: made.key })).status).toBe(200);

  (await system.callAccount('DELETE', `/members/${memberId}`, asOwner)).as(200, memberRecord);
  await expect.poll(async () => (await visit('/session')).status, { timeout: patient(5_000) }).toBe(401);
  const again = new URL(await jar.follow(JSON.parse((await visit('/single-sign-on')).text).location, provider.issuer));
  const refused = await visit(`/single-sign-on/callback${again.search}`);
  expect(JSON.parse(refused.text)).toMatchObject({ status: 403, code: 'sso_unknown_member' });
});
