import { generateKeyPairSync } from 'node:crypto';
import { AppError } from '@fulfilment/kernel';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeCookieJar } from '../testing/cookie-jar.ts';
import { signature, type TokenParts } from '../testing/resigned-token.ts';
import { startIdentityProvider, type TestIdentityProvider } from '../testing/start-identity-provider.ts';
import type { IdentityProvider } from './single-sign-on-ports.ts';
import { makeDiscover } from './discover.ts';
import { makeIdentityProvider } from './identity-provider.ts';
import { describeFailure, type ProviderFailure } from './provider-failures.ts';

const REDIRECT_URI = 'https://api.example.test/account/v1/sso/callback';
const ada = { subject: 'ada', email: 'ada@example.test', emailVerified: true };

let there: TestIdentityProvider;
let provider: IdentityProvider;
const failures: ProviderFailure[] = [];

const onFailure = (error: unknown) => void failures.push(describeFailure(error));

const connect = (issuer: string, changes: { readonly clientSecret?: string } = {}): IdentityProvider => {
  const { clientId, clientSecret } = there;
  const settings = { issuer, clientId, clientSecret, scopes: 'openid email', redirectUri: REDIRECT_URI, ...changes };
  return makeIdentityProvider(settings, {
    discover: makeDiscover(settings, { nowMs: () => performance.now(), onFailure }),
    onFailure,
  });
};

beforeAll(async () => {
  there = await startIdentityProvider(() => REDIRECT_URI);
  provider = connect(there.issuer);
});
beforeEach(() => {
  there.signIn(ada);
  there.tamper(undefined);
  failures.length = 0;
});
afterAll(() => there.stop());

const begin = (by = provider) => by.begin({ returnTo: '/', accountId: undefined, endsAt: new Date('2099-01-01T00:00:00.000Z') });

/** What a browser brings back from the provider. */
async function browse(url: string): Promise<Readonly<Record<string, string>>> {
  const back = new URL(await makeCookieJar().follow(url, there.issuer));
  return Object.fromEntries(back.searchParams);
}

async function signIn(by = provider) {
  const { flow, url } = await begin(by);
  return by.identify(await browse(url), flow, 'req_1');
}

async function refusal(work: Promise<unknown>): Promise<AppError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof AppError) return error;
  throw new Error(`not refused: ${String(error)}`);
}

describe('somebody who signs in', () => {
  test('is known by issuer and subject, and by an address that the provider has verified', async () => {
    expect(await signIn()).toEqual({ issuer: there.issuer, subject: 'ada', email: ada.email, emailVerified: true });
  });

  test.each([
    [
      'that is not verified',
      { subject: 'bob', email: 'bob@example.test', emailVerified: false },
      { email: 'bob@example.test', emailVerified: false },
    ],
    [
      'of which nothing is said',
      { subject: 'bob', email: 'bob@example.test' },
      { email: 'bob@example.test', emailVerified: false },
    ],
    ['there is none', { subject: 'bob' }, { email: undefined }],
    ['that is none', { subject: 'bob', email: 'bob', emailVerified: true }, { email: undefined }],
  ])('may have an address %s', async (_what, person, known) => {
    there.signIn(person);

    expect(await signIn()).toMatchObject(known);
  });

  test('may do so at a provider that says it all in the ID token, in words of its own', async () => {
    there.tamper(claimed({ email: 'ada@example.test', email_verified: 'true' }));

    expect(await signIn()).toMatchObject({ email: 'ada@example.test', emailVerified: true });
  });

  test('is sent there with PKCE, state and nonce, other ones each time', async () => {
    const [first, second] = [await begin(), await begin()];
    const asked = new URL(first.url).searchParams;

    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      scope: 'openid email',
      redirect_uri: REDIRECT_URI,
      code_challenge_method: 'S256',
      state: first.flow.state,
      nonce: first.flow.nonce,
    });
    expect(first.url).not.toContain(first.flow.verifier);
    for (const part of ['state', 'nonce', 'verifier'] as const) {
      expect(first.flow[part].length).toBeGreaterThanOrEqual(43);
      expect(second.flow[part]).not.toBe(first.flow[part]);
    }
  });
});

const now = () => Math.floor(Date.now() / 1_000);
const claimed =
  (claims: Record<string, unknown>) =>
  (parts: TokenParts): TokenParts => ({ ...parts, claims: { ...parts.claims, ...claims } });
const headed =
  (header: Record<string, unknown>) =>
  (parts: TokenParts): TokenParts => ({ ...parts, header: { ...parts.header, ...header } });

describe('nobody is signed in', () => {
  test.each([
    ['a nonce that is not ours', claimed({ nonce: 'another' }), 'nonce'],
    ['no nonce', claimed({ nonce: undefined }), undefined],
    ['an audience that is not us', claimed({ aud: 'somebody-else' }), 'aud'],
    ['audiences beside us', claimed({ aud: ['fulfilment', 'somebody-else'] }), 'aud'],
    ['another issuer', claimed({ iss: 'https://elsewhere.example.test' }), 'iss'],
    ['an end in the past', claimed({ exp: now() - 60 }), 'exp'],
    ['a beginning in the future', claimed({ nbf: now() + 3_600 }), 'nbf'],
    ['no signature', headed({ alg: 'none' }), undefined],
    ['a signature by the secret that both know', headed({ alg: 'HS256' }), undefined],
    ['a key that the provider does not have', headed({ kid: 'unknown' }), undefined],
    ['no subject', claimed({ sub: undefined }), undefined],
  ])('by an ID token with %s', async (_what, alter, check) => {
    there.tamper(alter);
    const { code, details } = await refusal(signIn());

    expect({ code, check: details['check'] }).toEqual({ code: 'sso_not_trusted', check });
    expect(failures).toHaveLength(1);
  });

  test('by an ID token that somebody else has signed', async () => {
    const { flow, url } = await begin();
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    there.replaceToken((token) => {
      const signed = token.slice(0, token.lastIndexOf('.'));
      return `${signed}.${signature(signed, privateKey)}`;
    });
    const { code } = await refusal(provider.identify(await browse(url), flow, 'req_1'));
    there.replaceToken(undefined);

    expect(code).toBe('sso_not_trusted');
  });

  test('who declines', async () => {
    there.signIn(undefined);
    const { code, details } = await refusal(signIn());

    expect({ code, details }).toEqual({ code: 'sso_denied', details: { provider_error: 'access_denied' } });
  });

  test('by words that a browser made up', async () => {
    const { flow } = await begin();
    const answer = { error: '<script>', state: flow.state, iss: there.issuer };

    expect(await refusal(provider.identify(answer, flow, 'req_1'))).toMatchObject({ code: 'sso_denied', details: {} });
  });

  test('by a code that was used', async () => {
    const { flow, url } = await begin();
    const answer = await browse(url);
    await provider.identify(answer, flow, 'req_1');

    expect((await refusal(provider.identify(answer, flow, 'req_1'))).code).toBe('sso_expired');
  });

  test("by the code of another's sign-in", async () => {
    const [mine, theirs] = [await begin(), await begin()];
    const answer = await browse(theirs.url);

    // Of another state; and with our state to it: the verifier is not that of the code.
    expect((await refusal(provider.identify(answer, mine.flow, 'req_1'))).code).toBe('sso_not_trusted');
    expect((await refusal(provider.identify({ ...answer, state: mine.flow.state }, mine.flow, 'req_1'))).code).toBe(
      'sso_expired',
    );
  });

  test('by an answer of another provider, or of none', async () => {
    const { flow, url } = await begin();
    const { iss, ...answer } = await browse(url);

    expect(iss).toBe(there.issuer);
    expect((await refusal(provider.identify({ ...answer, iss: 'https://elsewhere.example.test' }, flow, 'req_1'))).code).toBe(
      'sso_not_trusted',
    );
    expect((await refusal(provider.identify(answer, flow, 'req_1'))).code).toBe('sso_not_trusted');
  });

  test('where the provider does not take us for whom we say we are, which is nothing that the person can mend', async () => {
    const stranger = connect(there.issuer, { clientSecret: 'another secret' });

    expect((await refusal(signIn(stranger))).code).toBe('upstream_unavailable');
  });
});

describe('a provider that is away', () => {
  test('at the start is asked again after a pause, and then it works', async () => {
    const later = connect(there.issuer);
    there.fail(503);
    const first = await refusal(begin(later));
    there.fail(undefined);
    const second = await refusal(begin(later));

    expect([first.code, second.code]).toEqual(['upstream_unavailable', 'upstream_unavailable']);
    expect(second.details).toEqual({ headers: { 'retry-after': 1 } });
    // One question for both.
    expect(failures).toHaveLength(1);
    await expect
      .poll(
        () =>
          begin(later).then(
            ({ url }) => url,
            () => '',
          ),
        { timeout: 5_000 },
      )
      .toContain(there.issuer);
  });

  test('when the code is to be redeemed says so, and that is no refusal of the person', async () => {
    const { flow, url } = await begin();
    const answer = await browse(url);
    there.fail(502);
    const { code, kind } = await refusal(provider.identify(answer, flow, 'req_1'));
    there.fail(undefined);

    expect({ code, kind }).toEqual({ code: 'upstream_unavailable', kind: 'unavailable' });
    expect(await provider.identify(answer, flow, 'req_1')).toMatchObject({ subject: 'ada' });
  });

  test('where nothing listens', async () => {
    expect((await refusal(begin(connect('http://127.0.0.1:1')))).code).toBe('upstream_unavailable');
  });

  test('or is another than it says', async () => {
    const { port } = new URL(there.issuer);

    expect((await refusal(begin(connect(`http://localhost:${port}`)))).code).toBe('upstream_unavailable');
    expect(failures).toMatchObject([{ code: 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' }]);
  });
});

test('what is said of a failure holds nothing that came with it', async () => {
  there.tamper(claimed({ nonce: 'another' }));
  await refusal(signIn());
  there.tamper(undefined);
  const { flow, url } = await begin();
  const answer = await browse(url);
  await provider.identify(answer, flow, 'req_1');
  const { cause } = await refusal(provider.identify(answer, flow, 'req_1'));

  expect(cause).toBeUndefined();
  expect(failures).toEqual([
    { code: 'OAUTH_JWT_CLAIM_COMPARISON_FAILED', message: 'unexpected ID Token "nonce" claim value', check: 'nonce' },
    { code: 'OAUTH_RESPONSE_BODY_ERROR', message: 'server responded with an error in the response body', check: undefined },
  ]);
});
