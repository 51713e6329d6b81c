import {
  accountOperations as account,
  type MemberWithToken,
  operatorOperations as operator,
  READ_ONLY_MEMBER_FIELDS,
  refuseDiffering,
} from '@fulfilment/contracts';
import { type BoundRoute, ok, operatorRoute, route } from '@fulfilment/http';
import type { RequestContext } from '@fulfilment/kernel';
import { findAccount } from '../accounts/account-commands.ts';
import type { AccountStore } from '../accounts/account-ports.ts';
import { authorOf } from '../accounts/account-routes.ts';
import { type MemberChangeAuthor, type MemberCommands, memberRecordOf, type MemberWithText } from './member-commands.ts';
import { type Member, MEMBER_STATUSES, type MemberStatus, type MemberStore } from './member-ports.ts';
import { noSuchMember } from './member-refusals.ts';

const STATUSES: Readonly<Record<string, readonly MemberStatus[]>> = {
  current: ['invited', 'active'],
  all: MEMBER_STATUSES,
  invited: ['invited'],
  active: ['active'],
  removed: ['removed'],
};

/** Members of the caller's own account. @param publicUrl of the gateway, without a trailing slash. */
export function memberRoutes(
  commands: MemberCommands,
  members: Pick<MemberStore, 'find' | 'page'>,
  publicUrl: string,
): readonly BoundRoute[] {
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
    route(account.updateMember, async ({ params, body, context }) => {
      const command = { ...nameIn(context, params.id), role: body.role };
      const refuse = (member: Member) => refuseDiffering(body, memberRecordOf(member), READ_ONLY_MEMBER_FIELDS);
      return ok(memberRecordOf(await commands.setRole(command, changeAuthorOf(context), refuse)));
    }),
    route(account.removeMember, async ({ params, context }) =>
      ok(memberRecordOf(await commands.remove(nameIn(context, params.id), changeAuthorOf(context)))),
    ),
    route(account.inviteMember, async ({ body: { email, role }, context }) => {
      const { accountId } = context.tenant;
      const invited = await commands.invite({ accountId, email, role }, authorOf(context));
      const headers = { Location: `/account/v1/members/${invited.member.id}` };
      return { status: 201 as const, body: presentWithToken(invited, publicUrl), headers };
    }),
    route(account.renewInvitation, async ({ params, context }) => {
      const renewed = await commands.issueToken(nameIn(context, params.id), 'invitation', authorOf(context));
      return ok(presentWithToken(renewed, publicUrl));
    }),
    route(account.issuePasswordReset, async ({ params, context }) => {
      const reset = await commands.issueToken(nameIn(context, params.id), 'reset', authorOf(context));
      return ok(presentWithToken(reset, publicUrl));
    }),
  ];
}

export interface OperatorMemberParts {
  readonly commands: MemberCommands;
  readonly members: Pick<MemberStore, 'find' | 'list'>;
  readonly accounts: Pick<AccountStore, 'find'>;
  /** Ends the sessions of all members. @returns their number. */
  readonly endSessions: () => Promise<number>;
  /** Of the gateway, without a trailing slash. */
  readonly publicUrl: string;
}

export function operatorMemberRoutes({
  commands,
  members,
  accounts,
  endSessions,
  publicUrl,
}: OperatorMemberParts): readonly BoundRoute[] {
  return [
    operatorRoute(operator.listMembers, async ({ query: { account_id: accountId } }) => {
      const { id } = await findAccount(accounts, accountId);
      return ok({ data: (await members.list(id)).map(memberRecordOf) });
    }),
    operatorRoute(operator.getMember, async ({ params }) => {
      const member = await members.find({ memberId: params.id });
      if (!member) throw noSuchMember();
      return ok(memberRecordOf(member));
    }),
    operatorRoute(operator.removeMember, async ({ params, context }) =>
      ok(memberRecordOf(await commands.remove({ memberId: params.id }, authorOf(context)))),
    ),
    operatorRoute(operator.endSessions, async () => ok({ ended: await endSessions() })),
    operatorRoute(operator.inviteMember, async ({ body: { account_id: accountId, email, role }, context }) => ({
      status: 201 as const,
      body: presentWithToken(await commands.invite({ accountId, email, role }, authorOf(context)), publicUrl),
    })),
    operatorRoute(operator.renewInvitation, async ({ params, context }) => {
      const renewed = await commands.issueToken({ memberId: params.id }, 'invitation', authorOf(context));
      return ok(presentWithToken(renewed, publicUrl));
    }),
    operatorRoute(operator.issueSignInLink, async ({ params, context }) => {
      const issued = await commands.issueToken({ memberId: params.id }, 'sign_in', authorOf(context));
      return ok(presentWithToken(issued, publicUrl));
    }),
    operatorRoute(operator.issuePasswordReset, async ({ params, context }) => {
      const reset = await commands.issueToken({ memberId: params.id }, 'reset', authorOf(context));
      return ok(presentWithToken(reset, publicUrl));
    }),
  ];
}

/** Pages of the console that redeem a token. */
const PAGES = { invitation: 'invitation', reset: 'reset', sign_in: 'sign-in' } as const;

function presentWithToken({ member, token, text }: MemberWithText, publicUrl: string): MemberWithToken {
  const { purpose, endsAt } = token;
  // Browsers send the fragment behind `#` to no server, so it appears in no log.
  const url = `${publicUrl}/console/${PAGES[purpose]}#${text}`;
  return { ...memberRecordOf(member), one_time_token: { purpose, token: text, url, expires_at: endsAt.toISOString() } };
}

function nameIn({ tenant: { accountId } }: RequestContext, memberId: string) {
  return { memberId, accountId };
}

function changeAuthorOf(context: RequestContext): MemberChangeAuthor {
  return { ...authorOf(context), ifMatch: context.ifMatch };
}
