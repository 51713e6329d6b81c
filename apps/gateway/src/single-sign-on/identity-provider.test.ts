import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { listen } from '@fulfilment/http';
import { AppError } from '@fulfilment/kernel';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeCookieJar } from '../testing/cookie-jar.ts';
import { signature, type TokenParts } from '../testing/resigned-token.ts';
import { startIdentityProvider, type TestIdentityProvider } from '../testing/start-identity-provider.ts';
import { IdentityProvider, ProviderDiscovery } from './identity-provider.ts';
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
  const discovery = new ProviderDiscovery(settings, { nowMs: () => performance.now(), onFailure });
  return new IdentityProvider(settings, { discovery, onFailure });
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

/** The answer that a browser brings from the provider. */
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

/** A provider that answers every request with one text. */
async function answerWith(body: (issuer: string) => string | Buffer, headers: Readonly<Record<string, string>> = {}) {
  let issuer = '';
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body(issuer));
  });
  issuer = `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0 })}`;
  return {
    issuer,
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

const largeDocument = (issuer: string): string =>
  JSON.stringify({ issuer, authorization_endpoint: `${issuer}/auth`, filler: 'a'.repeat(2_000_000) });

describe('a sign-in at the provider', () => {
  test('proves issuer and subject, and an address that the provider has verified', async () => {
    expect(await signIn()).toEqual({ issuer: there.issuer, subject: 'ada', email: ada.email, emailVerified: true });
  });

  test.each([
    [
      'that the provider has not verified',
      { subject: 'bob', email: 'bob@example.test', emailVerified: false },
      { email: 'bob@example.test', emailVerified: false },
    ],
    [
      'without a word on its verification',
      { subject: 'bob', email: 'bob@example.test' },
      { email: 'bob@example.test', emailVerified: false },
    ],
    ['that is absent', { subject: 'bob' }, { email: undefined }],
    ['that is malformed', { subject: 'bob', email: 'bob', emailVerified: true }, { email: undefined }],
  ])('proves no address %s', async (_what, person, known) => {
    there.signIn(person);

    expect(await signIn()).toMatchObject(known);
  });

  test('works with a provider that has the address in the ID token, and booleans as text', async () => {
    there.tamper(claimed({ email: 'ada@example.test', email_verified: 'true' }));

    expect(await signIn()).toMatchObject({ email: 'ada@example.test', emailVerified: true });
  });

  test('begins with PKCE, state and nonce, new ones each time', async () => {
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

describe('a sign-in is refused', () => {
  test.each([
    ['a foreign nonce', claimed({ nonce: 'another' }), 'nonce'],
    ['no nonce', claimed({ nonce: undefined }), undefined],
    ['a foreign audience', claimed({ aud: 'another-client' }), 'aud'],
    ['a second audience', claimed({ aud: ['fulfilment', 'another-client'] }), 'aud'],
    ['another issuer', claimed({ iss: 'https://elsewhere.example.test' }), 'iss'],
    ['an end in the past', claimed({ exp: now() - 60 }), 'exp'],
    ['a beginning in the future', claimed({ nbf: now() + 3_600 }), 'nbf'],
    ['no signature', headed({ alg: 'none' }), undefined],
    ['a signature by the client secret', headed({ alg: 'HS256' }), undefined],
    ['an unknown key', headed({ kid: 'unknown' }), undefined],
    ['no subject', claimed({ sub: undefined }), undefined],
  ])('for an ID token with %s', async (_what, alter, check) => {
    there.tamper(alter);
    const { code, details } = await refusal(signIn());

    expect({ code, check: details['check'] }).toEqual({ code: 'sso_not_trusted', check });
    expect(failures).toHaveLength(1);
  });

  test('for an ID token that another key has signed', async () => {
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

  test('where the person declines', async () => {
    there.signIn(undefined);
    const { code, details } = await refusal(signIn());

    expect({ code, details }).toEqual({ code: 'sso_denied', details: { provider_error: 'access_denied' } });
  });

  test('for a forged error, which is not repeated', async () => {
    const { flow } = await begin();
    const answer = { error: '<script>', state: flow.state, iss: there.issuer };

    expect(await refusal(provider.identify(answer, flow, 'req_1'))).toMatchObject({ code: 'sso_denied', details: {} });
  });

  test('for a used code', async () => {
    const { flow, url } = await begin();
    const answer = await browse(url);
    await provider.identify(answer, flow, 'req_1');

    expect((await refusal(provider.identify(answer, flow, 'req_1'))).code).toBe('sso_expired');
  });

  test('for the code of another sign-in', async () => {
    const [mine, theirs] = [await begin(), await begin()];
    const answer = await browse(theirs.url);

    // With the other state, and with the own state: the verifier does not match the code.
    expect((await refusal(provider.identify(answer, mine.flow, 'req_1'))).code).toBe('sso_not_trusted');
    expect((await refusal(provider.identify({ ...answer, state: mine.flow.state }, mine.flow, 'req_1'))).code).toBe(
      'sso_expired',
    );
  });

  test('for an answer of another issuer, or without one', async () => {
    const { flow, url } = await begin();
    const { iss, ...answer } = await browse(url);

    expect(iss).toBe(there.issuer);
    expect((await refusal(provider.identify({ ...answer, iss: 'https://elsewhere.example.test' }, flow, 'req_1'))).code).toBe(
      'sso_not_trusted',
    );
    expect((await refusal(provider.identify(answer, flow, 'req_1'))).code).toBe('sso_not_trusted');
  });

  test('as unavailable where the provider rejects the client, which the person cannot correct', async () => {
    const rejected = connect(there.issuer, { clientSecret: 'another secret' });

    expect((await refusal(signIn(rejected))).code).toBe('upstream_unavailable');
  });
});

describe('an unavailable provider', () => {
  test('is asked again after a pause, and then works', async () => {
    const later = connect(there.issuer);
    there.fail(503);
    const first = await refusal(begin(later));
    there.fail(undefined);
    const second = await refusal(begin(later));

    expect([first.code, second.code]).toEqual(['upstream_unavailable', 'upstream_unavailable']);
    expect(second.headers).toEqual({ 'retry-after': '1' });
    // One request for both.
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

  test('at the redemption of a code is no refusal: the same code can be redeemed later', async () => {
    const { flow, url } = await begin();
    const answer = await browse(url);
    there.fail(502);
    const { code, kind } = await refusal(provider.identify(answer, flow, 'req_1'));
    there.fail(undefined);

    expect({ code, kind }).toEqual({ code: 'upstream_unavailable', kind: 'unavailable' });
    expect(await provider.identify(answer, flow, 'req_1')).toMatchObject({ subject: 'ada' });
  });

  test('that does not listen is reported as unavailable', async () => {
    expect((await refusal(begin(connect('http://127.0.0.1:1')))).code).toBe('upstream_unavailable');
  });

  test('whose document lacks an endpoint, or has one that is no address, is reported as unavailable', async () => {
    const complete = { authorization_endpoint: '/auth', token_endpoint: '/token', jwks_uri: '/keys' };
    const wrong = ['', 5, 'an address', 'javascript:alert(1)'];
    const documents = Object.keys(complete).flatMap((name) => wrong.map((value) => ({ [name]: value })));
    for (const changes of documents) {
      const document = (issuer: string) => ({
        issuer,
        ...Object.fromEntries(Object.entries(complete).map(([name, path]) => [name, issuer + path])),
        ...changes,
      });
      await using answering = await answerWith((issuer) => JSON.stringify(document(issuer)));

      expect({ changes, code: (await refusal(begin(connect(answering.issuer)))).code }).toEqual({
        changes,
        code: 'upstream_unavailable',
      });
    }
  });

  test('that answers without end, or with what is large once uncompressed, is reported as unavailable', async () => {
    await using plain = await answerWith(largeDocument);
    await using compressed = await answerWith((issuer) => gzipSync(largeDocument(issuer)), { 'content-encoding': 'gzip' });

    for (const { issuer } of [plain, compressed]) {
      failures.length = 0;
      expect((await refusal(begin(connect(issuer)))).code).toBe('upstream_unavailable');
      expect(failures).toMatchObject([{ message: 'an answer of the identity provider has more than 1048576 bytes' }]);
    }
  });

  test('with another issuer than configured is reported as unavailable', async () => {
    const { port } = new URL(there.issuer);

    expect((await refusal(begin(connect(`http://localhost:${port}`)))).code).toBe('upstream_unavailable');
    expect(failures).toMatchObject([{ code: 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' }]);
  });
});

test('a logged failure has no data of the exchange', async () => {
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
