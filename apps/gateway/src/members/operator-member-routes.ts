import { inviteMemberBody, listOf, memberRecord, memberWithToken, nothing } from '@fulfilment/contracts';
import { type BoundRoute, operatorRoute } from '@fulfilment/http';
import { z } from 'zod';
import type { FindAccount } from '../accounts/find-account.ts';
import type { InviteMember } from './invite-member.ts';
import type { MemberStore } from './member-ports.ts';
import { memberRecordOf } from './member-record.ts';
import type { IssueToken } from './one-time-tokens.ts';
import type { RemoveMember } from './remove-member.ts';
import { presentMemberWithToken } from './member-presentation.ts';
import { requesterOf } from '../accounts/requester-presentation.ts';

export interface OperatorMemberUseCases {
  readonly findAccount: FindAccount;
  readonly inviteMember: InviteMember;
  readonly issueToken: IssueToken;
  readonly removeMember: RemoveMember;
  readonly members: Pick<MemberStore, 'list'>;
  /** Without a slash at its end. */
  readonly publicUrl: string;
}

const path = '/operator/v1/members';
// Of any shape: to an id that is none the answer is the same as to one that nobody has.
const byId = z.strictObject({ id: z.string() });
const ofAccount = z.strictObject({ account_id: z.string() });
const one = { description: 'The member.', body: memberRecord };
const withToken = { description: 'The member, with a token this once.', body: memberWithToken };

/** Members of every account. */
export function operatorMemberRoutes(use: OperatorMemberUseCases): readonly BoundRoute[] {
  return [...listingRoutes(use), ...tokenRoutes(use)];
}

function listingRoutes({ findAccount, members, removeMember }: OperatorMemberUseCases): BoundRoute[] {
  const common = { params: nothing, query: nothing, body: nothing } as const;
  return [
    operatorRoute(
      {
        ...common,
        method: 'GET',
        path,
        query: ofAccount,
        replies: { 200: { description: 'Who was not removed, the first first.', body: listOf(memberRecord) } },
      },
      async ({ query: { account_id: accountId } }) => {
        const { id } = await findAccount({ accountId });
        return { status: 200 as const, body: { data: (await members.list(id)).map(memberRecordOf) } };
      },
    ),
    operatorRoute(
      { ...common, method: 'DELETE', path: `${path}/:id`, params: byId, replies: { 200: one } },
      async ({ params, context }) => ({
        status: 200 as const,
        body: memberRecordOf(await removeMember({ memberId: params.id }, requesterOf(context))),
      }),
    ),
  ];
}

function tokenRoutes({ inviteMember, issueToken, publicUrl }: OperatorMemberUseCases): BoundRoute[] {
  const ofOne = { method: 'POST', params: byId, query: nothing, body: nothing, replies: { 200: withToken } } as const;
  const body = z.strictObject({ account_id: z.string(), ...inviteMemberBody.shape });
  return [
    operatorRoute(
      { method: 'POST', path, params: nothing, query: nothing, body, replies: { 201: withToken } },
      async ({ body: { account_id: accountId, email, role }, context }) => ({
        status: 201 as const,
        body: presentMemberWithToken(await inviteMember({ accountId, email, role }, requesterOf(context)), publicUrl),
      }),
    ),
    operatorRoute({ ...ofOne, path: `${path}/:id/invitation` }, async ({ params, context }) => ({
      status: 200 as const,
      body: presentMemberWithToken(await issueToken({ memberId: params.id }, 'invitation', requesterOf(context)), publicUrl),
    })),
    operatorRoute({ ...ofOne, path: `${path}/:id/reset` }, async ({ params, context }) => ({
      status: 200 as const,
      body: presentMemberWithToken(await issueToken({ memberId: params.id }, 'reset', requesterOf(context)), publicUrl),
    })),
  ];
}
