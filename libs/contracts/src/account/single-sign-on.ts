import { z } from 'zod';
import { id } from '../fields.ts';
import { operation } from '../operation.ts';

/** A path of our own origin: never another host, however a browser reads it. */
const returnPath = z
  .string()
  .max(1_000)
  .regex(/^\/(?![/\\])[!-Z\x5B\]-~]*$/, 'a path of this origin, such as /console')
  .meta({ examples: ['/console'] });

/** How a member can sign in here. */
export const signInMethods = z
  .strictObject({
    password: z
      .strictObject({ path: z.string().describe('Path that takes e-mail address and password.') })
      .meta({ id: 'PasswordSignIn' })
      .describe('Sign-in by password, always available.'),
    single_sign_on: z
      .strictObject({
        name: z.string().describe('Display name of the identity provider.'),
        path: z.string().describe('Path at which a browser starts the sign-in.'),
      })
      .meta({ id: 'SingleSignOn' })
      .nullable()
      .describe('Null if the installation has no identity provider.'),
  })
  .meta({
    id: 'SignInMethods',
    examples: [
      {
        password: { path: '/account/v1/sessions' },
        single_sign_on: { name: 'Example ID', path: '/account/v1/single-sign-on' },
      },
    ],
  });
export type SignInMethods = z.output<typeof signInMethods>;

const elsewhere = z
  .strictObject({ location: z.string().describe('The same as `Location`.') })
  .meta({ id: 'Redirection', examples: [{ location: '/console' }] });
const common = { api: 'account', service: 'gateway', access: 'open', permission: null, method: 'GET' } as const;

const getSignInMethods = operation({
  ...common,
  id: 'getSignInMethods',
  path: '/sign-in-methods',
  summary: 'List the ways to sign in',
  description: 'Sign-in by password, and at an identity provider if the installation has one.',
  replies: { 200: { description: 'The ways to sign in.', body: signInMethods } },
});

const beginSingleSignOn = operation({
  ...common,
  id: 'beginSingleSignOn',
  path: '/single-sign-on',
  summary: 'Begin a sign-in at the identity provider',
  description:
    'Redirects the browser to the provider, which must return it to the callback within ten minutes. A new sign-in replaces ' +
    'an earlier one of the same browser. Pages of other sites cannot start one: `Sec-Fetch-Site` is checked. 404 if the installation has no identity provider.',
  query: z.strictObject({
    return_to: returnPath.default('/account/v1/session').describe('Path that the browser is redirected to afterwards.'),
    account_id: id('acc').optional().describe('Account to sign in to; required if the person is a member of several.'),
  }),
  replies: {
    302: {
      description: 'Redirects to the provider.',
      body: elsewhere,
      headers: { Location: 'A page of the identity provider.', 'Set-Cookie': 'Cookie that identifies the sign-in.' },
    },
  },
  errors: ['not_found', 'cross_origin'],
});

const finishSingleSignOn = operation({
  ...common,
  id: 'finishSingleSignOn',
  path: '/single-sign-on/callback',
  summary: 'Finish a sign-in at the identity provider',
  description:
    'The provider redirects the browser here. The identity belongs to the member who signed in with it before, or else ' +
    'to the member with the verified e-mail address, whose invitation is then accepted. An identity that is linked to one ' +
    'account reaches another account by e-mail address only if `account_id` names it and the browser has a session there.',
  // Providers add parameters of their own.
  query: z.looseObject({
    code: z.string().max(4_096).optional().describe('Authorization code (RFC 6749 section 4.1.2).'),
    state: z.string().max(512).optional().describe('Identifies the sign-in (RFC 6749 section 4.1.1).'),
    iss: z.string().max(512).optional().describe('Issuer of the response (RFC 9207).'),
    error: z.string().max(512).optional().describe('Error code of the provider (RFC 6749 section 4.1.2.1).'),
  }),
  replies: {
    302: {
      description: 'Signed in; redirects to `return_to`.',
      body: elsewhere,
      headers: { Location: '`return_to` of the start of the sign-in.', 'Set-Cookie': 'The session.' },
    },
  },
  errors: [
    'not_found',
    'sso_expired',
    'sso_denied',
    'sso_not_trusted',
    'sso_email_not_verified',
    'sso_unknown_member',
    'several_accounts',
  ],
});

/** The operations of signing in at an identity provider, by their ids. */
export const singleSignOnOperations = { getSignInMethods, beginSingleSignOn, finishSingleSignOn } as const;
