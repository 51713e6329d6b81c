import { z } from 'zod';
import { id, nothing } from '../fields.ts';
import { operation } from '../operation.ts';
import { inviteMemberBody, listMembersQuery, memberPage, memberRecord, memberWithToken, updateMemberBody } from './members.ts';

const common = { api: 'account', service: 'gateway' } as const;
const params = z.strictObject({ id: id('mem') });
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
  params: nothing,
  query: listMembersQuery,
  body: nothing,
  replies: { 200: { description: 'A page of members.', body: memberPage, headers: { Link: 'The next page, `rel="next"`.' } } },
  errors: ['invalid_cursor'],
});

const inviteMember = operation({
  ...common,
  id: 'inviteMember',
  permission: 'members:manage',
  method: 'POST',
  path: '/members',
  summary: 'Invite a member',
  description:
    'The response holds a one-time token, valid for 7 days and not shown again. No e-mail is sent: pass the token on yourself.',
  params: nothing,
  query: nothing,
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
  query: nothing,
  body: nothing,
  replies: { 200: one },
  errors: ['not_found'],
});

const updateMember = operation({
  ...common,
  id: 'updateMember',
  permission: 'members:manage',
  method: 'PATCH',
  path: '/members/:id',
  summary: 'Change the role of a member',
  description: 'Takes effect on every gateway within a second. The role of the last owner cannot be changed.',
  params,
  query: nothing,
  body: updateMemberBody,
  replies: { 200: one },
  conditional: true,
  errors: ['not_found', 'member_not_active', 'last_owner'],
});

const removeMember = operation({
  ...common,
  id: 'removeMember',
  permission: 'members:manage',
  method: 'DELETE',
  path: '/members/:id',
  summary: 'Remove a member',
  description:
    'Ends all sessions of the member on every gateway within a second. Repeating the request changes nothing. The last owner cannot ' +
    'be removed. A removed member can be invited again, as a new member.',
  params,
  query: nothing,
  body: nothing,
  replies: { 200: one },
  conditional: true,
  errors: ['not_found', 'last_owner'],
});

const renewInvitation = operation({
  ...common,
  id: 'renewInvitation',
  permission: 'members:manage',
  method: 'POST',
  path: '/members/:id/invitation',
  summary: 'Renew an invitation',
  description: 'Issues a new token for another 7 days and revokes the previous one.',
  params,
  query: nothing,
  body: nothing,
  replies: { 200: withToken },
  errors: ['not_found', 'member_not_active'],
});

const issueReset = operation({
  ...common,
  id: 'issuePasswordReset',
  permission: 'members:manage',
  method: 'POST',
  path: '/members/:id/reset',
  summary: 'Issue a password reset token',
  description:
    'The response holds a one-time token, valid for one day and not shown again. The password and the sessions stay valid until it is used.',
  params,
  query: nothing,
  body: nothing,
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
