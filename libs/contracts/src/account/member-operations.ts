import { z } from 'zod';
import { id, nothing } from '../fields.ts';
import { operation } from '../operation.ts';
import { inviteMemberBody, listMembersQuery, memberPage, memberRecord, memberWithToken, updateMemberBody } from './members.ts';

const common = { api: 'account', service: 'gateway' } as const;
const params = z.strictObject({ id: id('mem') });
const one = { description: 'The member.', body: memberRecord };
const withToken = { description: 'The member with a token, which is shown this once.', body: memberWithToken };

const listMembers = operation({
  ...common,
  id: 'listMembers',
  permission: 'members:read',
  method: 'GET',
  path: '/members',
  summary: 'List members',
  description:
    'Who may sign in to the account, the first that was invited first. Those who were removed are left out unless asked for.',
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
    'The answer has a one-time token, shown this once, by which the member joins within 7 days. No mail is sent: hand it on yourself.',
  params: nothing,
  query: nothing,
  body: inviteMemberBody,
  replies: { 201: { ...withToken, headers: { Location: 'Where the member is read.' } } },
  errors: ['member_exists'],
});

const getMember = operation({
  ...common,
  id: 'getMember',
  permission: 'members:read',
  method: 'GET',
  path: '/members/:id',
  summary: 'Retrieve one member',
  description: 'Members who were removed are answered too.',
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
  description: 'In force on every gateway within a second. The last owner keeps the role.',
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
    'All sessions of the member end, on every gateway within a second. Again changes nothing. The last owner cannot be removed; ' +
    'whoever was removed can be invited again, as a new member.',
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
  summary: 'Invite a member once more',
  description: 'A new token for another 7 days; the one before it opens nothing any more.',
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
  summary: 'Let a member choose another password',
  description:
    'The answer has a one-time token, shown this once and good for a day. The password and the sessions stay as they are until it is used.',
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
