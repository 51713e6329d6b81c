import { accountOperations as account } from '@fulfilment/contracts';
import { type BoundRoute, route } from '@fulfilment/http';
import type { RequestContext } from '@fulfilment/kernel';
import type { Asking } from './change-member.ts';
import type { InviteMember } from './invite-member.ts';
import { MEMBER_STATUSES, type MemberStatus, type MemberStore } from './member-ports.ts';
import { memberRecordOf } from './member-record.ts';
import { noSuchMember } from './member-refusals.ts';
import type { IssueToken } from './one-time-tokens.ts';
import type { RemoveMember } from './remove-member.ts';
import type { SetMemberRole } from './set-member-role.ts';
import { presentMemberWithToken } from './member-presentation.ts';
import { requesterOf } from '../accounts/requester-presentation.ts';

export interface MemberUseCases {
  readonly inviteMember: InviteMember;
  readonly issueToken: IssueToken;
  readonly setMemberRole: SetMemberRole;
  readonly removeMember: RemoveMember;
  readonly members: Pick<MemberStore, 'find' | 'page'>;
  /** Without a slash at its end. */
  readonly publicUrl: string;
}

/** Members of the account that the caller acts in. */
export function memberRoutes(use: MemberUseCases): readonly BoundRoute[] {
  return [...readingRoutes(use), ...changingRoutes(use), ...tokenRoutes(use)];
}

const STATUSES: Readonly<Record<string, readonly MemberStatus[]>> = {
  current: ['invited', 'active'],
  all: MEMBER_STATUSES,
  invited: ['invited'],
  active: ['active'],
  removed: ['removed'],
};

function readingRoutes({ members }: MemberUseCases): BoundRoute[] {
  return [
    route(account.listMembers, async ({ query: { status, limit, cursor }, context }) => {
      const statuses = STATUSES[status] ?? [];
      const page = await members.page({ accountId: context.tenant.accountId, statuses, limit, cursor });
      return ok({ ...page, data: page.data.map(memberRecordOf) });
    }),
    route(account.getMember, async ({ params, context }) => {
      const member = await members.find(nameIn(context, params.id));
      if (!member) throw noSuchMember();
      return ok(memberRecordOf(member));
    }),
  ];
}

function changingRoutes({ setMemberRole, removeMember }: MemberUseCases): BoundRoute[] {
  return [
    route(account.updateMember, async ({ params, body: { role }, context }) =>
      ok(memberRecordOf(await setMemberRole({ ...nameIn(context, params.id), role }, askingOf(context)))),
    ),
    route(account.removeMember, async ({ params, context }) =>
      ok(memberRecordOf(await removeMember(nameIn(context, params.id), askingOf(context)))),
    ),
  ];
}

function tokenRoutes({ inviteMember, issueToken, publicUrl }: MemberUseCases): BoundRoute[] {
  return [
    route(account.inviteMember, async ({ body: { email, role }, context }) => {
      const { accountId } = context.tenant;
      const invited = presentMemberWithToken(await inviteMember({ accountId, email, role }, requesterOf(context)), publicUrl);
      return { status: 201 as const, body: invited, headers: { Location: `/account/v1/members/${invited.id}` } };
    }),
    route(account.renewInvitation, async ({ params, context }) =>
      ok(presentMemberWithToken(await issueToken(nameIn(context, params.id), 'invitation', requesterOf(context)), publicUrl)),
    ),
    route(account.issuePasswordReset, async ({ params, context }) =>
      ok(presentMemberWithToken(await issueToken(nameIn(context, params.id), 'reset', requesterOf(context)), publicUrl)),
    ),
  ];
}

function nameIn({ tenant: { accountId } }: RequestContext, memberId: string) {
  return { memberId, accountId };
}

function askingOf(context: RequestContext): Asking {
  return { ...requesterOf(context), ifMatch: context.ifMatch };
}

const ok = <Body>(body: Body) => ({ status: 200 as const, body });
