import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '@fulfilment/http';
import type { Stoppable } from '@fulfilment/kernel';
import { Provider } from 'oidc-provider';
import { type AlterToken, resigned } from './resigned-token.ts';

/** A person whom the provider knows. */
export interface Person {
  readonly subject: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
}

export interface TestIdentityProvider extends Stoppable {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The person at the browser; undefined declines. */
  signIn(person: Person | undefined): void;
  /** Alters every ID token from now on, as a provider would that is broken. */
  tamper(alter: AlterToken | undefined): void;
  /** Hands out another text in place of every ID token from now on. */
  replaceToken(replace: ((token: string) => string) | undefined): void;
  /** Answers nothing but this status from now on. */
  fail(status: number | undefined): void;
}

/** Behaviour that can change while the provider runs. */
interface Switches {
  person: Person | undefined;
  replace: ((token: string) => string) | undefined;
  failing: number | undefined;
}

const CLIENT_ID = 'fulfilment';
const CLIENT_SECRET = 'a client secret of an identity provider in tests';

/**
 * A complete OpenID provider on its own port, without any interaction.
 *
 * @param redirectUri where it sends browsers back to, which may be known later: it is asked with the first request.
 */
export async function startIdentityProvider(redirectUri: () => string): Promise<TestIdentityProvider> {
  const switches: Switches = { person: undefined, replace: undefined, failing: undefined };
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const server = createServer();
  const issuer = `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0 })}`;
  let answer: AnswerAsProvider | undefined;
  server.on('request', (request, response) => {
    answer ??= openProvider({ issuer, redirectUri: redirectUri(), privateKey, switches });
    if (switches.failing === undefined) void answer(request, response);
    else response.writeHead(switches.failing).end();
  });
  return {
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    signIn: (who) => (switches.person = who),
    tamper: (alter) => (switches.replace = alter && ((token) => resigned(token, { alter, privateKey }))),
    replaceToken: (by) => (switches.replace = by),
    fail: (status) => (switches.failing = status),
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

interface ProviderParts {
  readonly issuer: string;
  readonly redirectUri: string;
  readonly privateKey: KeyObject;
  readonly switches: Switches;
}

type AnswerAsProvider = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

function openProvider({ issuer, redirectUri, privateKey, switches }: ProviderParts): AnswerAsProvider {
  const people = new Map<string, Person>();
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'of-tests', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a key of cookies in tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, subject) => {
      const { email, emailVerified } = people.get(subject) ?? {};
      return { accountId: subject, claims: () => ({ sub: subject, email, email_verified: emailVerified }) };
    },
  });
  provider.use(async (context, next) => {
    await next();
    if (switches.replace && context.path === '/token') context.body = withToken(context.body, switches.replace);
  });
  const callback = provider.callback();
  return async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return callback(request, response);
    const { person } = switches;
    if (!person) return provider.interactionFinished(request, response, { error: 'access_denied' });
    people.set(person.subject, person);
    const grant = new provider.Grant({ accountId: person.subject, clientId: CLIENT_ID });
    grant.addOIDCScope('openid email');
    const result = { login: { accountId: person.subject }, consent: { grantId: await grant.save() } };
    return provider.interactionFinished(request, response, result);
  };
}

function withToken(body: unknown, replace: (token: string) => string): unknown {
  if (typeof body !== 'object' || body === null || !('id_token' in body)) return body;
  return { ...body, id_token: replace(String(body.id_token)) };
}
