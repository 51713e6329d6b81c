import { z } from 'zod';
import { accountId, createdAt, listQuery, pageOf, recordId, recordVersion, timestamp, updatedAt } from '../fields.ts';
import { operation } from '../operation.ts';
import { passingField, readOnlyField } from '../optional-fields.ts';
import { MEMBER_ROLES } from '../permissions.ts';

/** An e-mail address as it is given; upper and lower case are the same address. At most 254 characters (RFC 5321 section 4.5.3.1). */
export const email = z
  .email('an e-mail address such as jo@example.com')
  .max(254)
  // The library's own pattern says the same in a way that no reader takes in.
  .meta({
    pattern: String.raw`^[^\s@]+@[^\s@]+\.[^\s@]+$`,
    examples: ['jo@example.com'],
    description: 'At most 254 characters.',
  });

/** A new password. What it has to be like is judged on its characters, after NFKC. */
export const newPassword = z
  .string()
  .min(12)
  .max(400)
  .describe('12 to 200 Unicode characters; not a common password, and not derived from the e-mail address.')
  .meta({ examples: ['mugs fill the third shelf'] });

const role = z
  .enum(MEMBER_ROLES)
  .describe(
    '`owner` may do everything, `developer` all but change members, `viewer` read; `manager`, `fulfilment` and `scanner` work under /v1 ' +
      'as keys of these roles do, and have no access to keys, webhooks and members.',
  );
const statusText = '`invited` until a password is chosen or single sign-on was used; `removed` for good.';

/** A member, who may sign in to the account. */
export const memberRecord = z
  .strictObject({
    id: recordId('mem'),
    account_id: accountId,
    email: z.string().describe('In lower case.'),
    role,
    status: z.enum(['invited', 'active', 'removed']).describe(statusText),
    token_expires_at: timestamp.nullable().describe('Expiry of the open invitation or password reset; null without one.'),
    version: recordVersion,
    created_at: createdAt,
    updated_at: updatedAt,
    last_seen_at: timestamp.nullable().describe('Time of the last request, accurate to a few seconds; null if never.'),
  })
  .meta({ id: 'Member' });
export type MemberRecord = z.output<typeof memberRecord>;

/** A member with a token that is shown this once: its holder chooses the password. */
export const memberWithToken = z
  .strictObject({
    ...memberRecord.shape,
    one_time_token: z
      .strictObject({
        purpose: z
          .enum(['invitation', 'reset', 'sign_in'])
          .describe('Purpose: to join, to choose another password, or to sign in.'),
        token: z.string().describe('One-time token, not shown again.'),
        url: z
          .string()
          .describe(
            'Page of the console that redeems the token. The token is in the fragment (after `#`), so no server receives it.',
          ),
        expires_at: timestamp.describe(
          'Expiry: 7 days after an invitation, one day after a reset, 15 minutes after a sign-in link.',
        ),
      })
      .meta({ id: 'OneTimeToken' })
      .describe('No e-mail is sent: pass it on through a channel that only the member can read.'),
  })
  .meta({ id: 'MemberWithToken' });
export type MemberWithToken = z.output<typeof memberWithToken>;

/** The member to invite, and the role. */
export const inviteMemberBody = z
  .strictObject({ email, role })
  .meta({ id: 'MemberInvite', examples: [{ email: 'jo@example.com', role: 'developer' }] });

/** Fields of a member that a change may repeat as they are. */
const readOnly = {
  id: readOnlyField,
  account_id: readOnlyField,
  email: readOnlyField,
  status: readOnlyField,
  token_expires_at: readOnlyField,
  version: readOnlyField,
  created_at: readOnlyField,
  updated_at: readOnlyField,
};

/** The read-only fields of a member. */
export const READ_ONLY_MEMBER_FIELDS: readonly string[] = Object.keys(readOnly);

/** The body of `PATCH` of a member. */
export const updateMemberBody = z
  .strictObject({ ...readOnly, last_seen_at: passingField, role })
  .meta({ id: 'MemberUpdate', examples: [{ role: 'viewer' }] });

/** Which members are listed. */
export const listMembersQuery = z.strictObject({
  ...listQuery,
  status: z
    .enum(['current', 'invited', 'active', 'removed', 'all'])
    .default('current')
    .describe('`current`: invited and active.'),
});

/** A page of members. */
export const memberPage = pageOf(memberRecord).meta({ id: 'MemberPage' });

const common = { api: 'account', service: 'gateway' } as const;
const params = z.strictObject({ id: recordId('mem') });
const one = { description: 'The member.', body: memberRecord };
const withToken = { description: 'The member with a one-time token, which is not shown again.', body: memberWithToken };

const listMembers = operation({
  ...common,
  id: 'listMembers',
  permission: 'members:read',
  method: 'GET',
  path: '/members',
  summary: 'List members',
  description: 'Members of the account in the order of their invitation. Removed members are left out by default.',
  query: listMembersQuery,
  replies: { 200: { description: 'A page of members.', body: memberPage, headers: { Link: 'The next page, `rel="next"`.' } } },
  errors: ['invalid_cursor'],
});

const inviteMember = operation({
  ...common,
  id: 'inviteMember',
  asksRecentAuthentication: true,
  permission: 'members:manage',
  method: 'POST',
  path: '/members',
  summary: 'Invite a member',
  description:
    'The response holds a one-time token, valid for 7 days and not shown again. No e-mail is sent: pass the token on yourself.',
  body: inviteMemberBody,
  replies: { 201: { ...withToken, headers: { Location: 'URL of the member.' } } },
  errors: ['member_exists'],
});

const getMember = operation({
  ...common,
  id: 'getMember',
  permission: 'members:read',
  method: 'GET',
  path: '/members/:id',
  summary: 'Retrieve one member',
  description: 'Includes removed members.',
  params,
  replies: { 200: one },
  errors: ['not_found'],
});

const updateMember = operation({
  ...common,
  id: 'updateMember',
  asksRecentAuthentication: true,
  permission: 'members:manage',
  method: 'PATCH',
  path: '/members/:id',
  summary: 'Change the role of a member',
  description: 'Takes effect on every gateway within a second. The role of the last owner cannot be changed.',
  params,
  body: updateMemberBody,
  replies: { 200: one },
  conditional: true,
  errors: ['not_found', 'member_not_active', 'last_owner'],
});

const removeMember = operation({
  ...common,
  id: 'removeMember',
  asksRecentAuthentication: true,
  permission: 'members:manage',
  method: 'DELETE',
  path: '/members/:id',
  summary: 'Remove a member',
  description:
    'Ends all sessions of the member on every gateway within a second. Repeating the request changes nothing. The last owner cannot ' +
    'be removed. A removed member can be invited again, as a new member.',
  params,
  replies: { 200: one },
  conditional: true,
  errors: ['not_found', 'last_owner'],
});

const renewInvitation = operation({
  ...common,
  id: 'renewInvitation',
  asksRecentAuthentication: true,
  permission: 'members:manage',
  method: 'POST',
  path: '/members/:id/invitation',
  summary: 'Renew an invitation',
  description: 'Issues a new token for another 7 days and revokes the previous one.',
  params,
  replies: { 200: withToken },
  errors: ['not_found', 'member_not_active'],
});

const issueReset = operation({
  ...common,
  id: 'issuePasswordReset',
  asksRecentAuthentication: true,
  permission: 'members:manage',
  method: 'POST',
  path: '/members/:id/reset',
  summary: 'Issue a password reset token',
  description:
    'The response holds a one-time token, valid for one day and not shown again. The password and the sessions stay valid until it is used.',
  params,
  replies: { 200: withToken },
  errors: ['not_found', 'member_not_active'],
});

/** The operations on members, by their ids. */
export const memberOperations = {
  listMembers,
  inviteMember,
  getMember,
  updateMember,
  removeMember,
  renewInvitation,
  issuePasswordReset: issueReset,
} as const;
