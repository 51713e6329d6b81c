import { z } from 'zod';
import { id, nothing } from '../fields.ts';
import { operation } from '../operation.ts';

/** A path of our own origin: never another host, however a browser reads it. */
const returnPath = z
  .string()
  .max(1_000)
  .regex(/^\/(?![/\\])[!-[\]-~]*$/, 'a path of this origin, such as /console')
  .meta({ examples: ['/console'] });

/** How a member can sign in here. */
export const signInMethods = z
  .strictObject({
    password: z
      .strictObject({ path: z.string().describe('Where e-mail address and password are sent to.') })
      .describe('By a password: always.'),
    single_sign_on: z
      .strictObject({
        name: z.string().describe('What the identity provider is called, for the button.'),
        path: z.string().describe('Where a browser begins.'),
      })
      .nullable()
      .describe('Null where the installation has no identity provider.'),
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
  description: 'By password, and at an identity provider where the installation has one.',
  params: nothing,
  query: nothing,
  body: nothing,
  replies: { 200: { description: 'The ways to sign in.', body: signInMethods } },
  errors: [],
});

const beginSingleSignOn = operation({
  ...common,
  id: 'beginSingleSignOn',
  path: '/single-sign-on',
  summary: 'Begin a sign-in at the identity provider',
  description:
    'For a browser, which is sent on to the provider and comes back to the callback within ten minutes. A new one takes the place ' +
    'of one that was begun in the same browser before. A page of another site cannot begin it: `Sec-Fetch-Site` is looked at. 404 where the installation has no identity provider.',
  params: nothing,
  query: z.strictObject({
    return_to: returnPath.default('/account/v1/session').describe('The path that the browser goes to afterwards.'),
    account_id: id('acc').optional().describe('The account to sign in to; needed by somebody who is known in several.'),
  }),
  body: nothing,
  replies: {
    302: {
      description: 'The browser goes on to the provider.',
      body: elsewhere,
      headers: { Location: 'A page of the identity provider.', 'Set-Cookie': 'What the sign-in is known by again.' },
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
    'Where the provider sends the browser back to. The person is the member who signed in with that identity before, or else ' +
    'the one whose e-mail address the provider has verified; an invitation counts as accepted then. Who has signed in with it to one ' +
    'account gets to another by the address only where `account_id` names it and the browser has a session there.',
  params: nothing,
  // Providers add parameters of their own.
  query: z.looseObject({
    code: z.string().max(4_096).optional().describe('What is redeemed for who it was.'),
    state: z.string().max(512).optional().describe('Which sign-in it was.'),
    iss: z.string().max(512).optional().describe('Which provider answers (RFC 9207).'),
    error: z.string().max(512).optional().describe('Why there is no code (RFC 6749 section 4.1.2.1).'),
  }),
  body: nothing,
  replies: {
    302: {
      description: 'The member is signed in, and goes on.',
      body: elsewhere,
      headers: { Location: '`return_to` of the beginning.', 'Set-Cookie': 'The session.' },
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
