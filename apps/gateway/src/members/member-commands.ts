import { errors, isOperator, type MemberRecord, type MemberRole } from '@fulfilment/contracts';
import {
  type Clock,
  meetsCondition,
  newId,
  retry,
  type VersionCondition,
  versionConflict,
  WriteConflict,
} from '@fulfilment/kernel';
import { auditEntry, findAccount } from '../accounts/account-commands.ts';
import type { AccountStore, AuditAction, AuditEntry, Author } from '../accounts/account-ports.ts';
import { normalEmail } from './domain/credentials.ts';
import type { Member, MemberChange, MemberName, MemberStore, OneTimeToken, Secrets } from './member-ports.ts';
import { memberExists, memberNotActive, noSuchMember } from './member-refusals.ts';

/** The actor of a change, and the version of the member that it expects. */
export interface MemberChangeAuthor extends Author {
  readonly ifMatch?: VersionCondition | undefined;
}

export interface InviteMemberCommand {
  readonly accountId: string;
  readonly email: string;
  readonly role: MemberRole;
}

/** A member with the text of a one-time token, which is shown this once. */
export interface MemberWithText {
  readonly member: Member;
  readonly token: OneTimeToken;
  readonly text: string;
}

/** Commands on members. Those on an existing member throw as {@link ChangeMember} does. */
export interface MemberCommands {
  /** @throws AppError `not_found` without such an account; `member_exists` where the address is taken in it. */
  invite(command: InviteMemberCommand, by: Author): Promise<MemberWithText>;
  /**
   * Gives a member a new token; the token before it becomes invalid.
   *
   * @throws AppError `member_not_active` unless an invitation is for an invited member, a reset for an active one, and a sign-in
   * link for either.
   */
  issueToken(name: MemberName, purpose: OneTimeToken['purpose'], by: MemberChangeAuthor): Promise<MemberWithText>;
  /**
   * @param refuse throws where the request says of the member what it is not.
   * @throws AppError `member_not_active` for a removed member; any error of `refuse`.
   */
  setRole(
    command: MemberName & { readonly role: MemberRole },
    by: MemberChangeAuthor,
    refuse: (member: Member) => void,
  ): Promise<Member>;
  /** Removes a member for good, with all sessions; a repetition changes nothing. */
  remove(name: MemberName, by: MemberChangeAuthor): Promise<Member>;
}

export interface MemberCommandParts {
  readonly accounts: Pick<AccountStore, 'find'>;
  readonly members: Pick<MemberStore, 'add' | 'findByEmail'>;
  readonly changeMember: ChangeMember;
  readonly secrets: Pick<Secrets, 'mint'>;
  readonly now: Clock;
}

const DAY_MS = 86_400_000;
/** The lifetime of a token. An invitation has to reach its member first; a reset is requested by its member. */
const TOKEN_LIFETIME_MS = { invitation: 7 * DAY_MS, reset: DAY_MS, sign_in: 900_000 } as const satisfies Record<
  OneTimeToken['purpose'],
  number
>;
const STATUSES_FOR_TOKEN: Readonly<Record<OneTimeToken['purpose'], readonly Member['status'][]>> = {
  invitation: ['invited'],
  reset: ['active'],
  // The operator vouches for the person: a first sign-in accepts the invitation.
  sign_in: ['invited', 'active'],
};
const TOKEN_ACTIONS = {
  invitation: 'member.invitation_renewed',
  reset: 'member.reset_issued',
  sign_in: 'member.sign_in_link_issued',
} as const;

export function makeMemberCommands({ accounts, members, changeMember, secrets, now }: MemberCommandParts): MemberCommands {
  return {
    invite: async ({ accountId, email: given, role }, by) => {
      const at = now();
      const email = normalEmail(given);
      await findAccount(accounts, accountId);
      const { text, digest } = secrets.mint();
      const token = newToken(digest, 'invitation', at);
      const member: Member = {
        id: newId('mem', at.getTime()),
        accountId,
        email,
        role,
        status: 'invited',
        passwordHash: undefined,
        token,
        version: 1,
        createdAt: at,
        updatedAt: at,
        lastSeenAt: undefined,
      };
      const target = { type: 'member', id: member.id } as const;
      const entry = auditEntry('member.invited', { accountId, target }, { by, at, details: { email, role } });
      if (await members.add(member, entry)) return { member, token, text };
      const others = await members.findByEmail(email);
      throw memberExists(others.find((other) => other.accountId === accountId) ?? member);
    },
    issueToken: async (name, purpose, by) => {
      const { text, digest } = secrets.mint();
      let token = newToken(digest, purpose, now());
      const member = await changeMember(name, by, (found, at) => {
        if (!STATUSES_FOR_TOKEN[purpose].includes(found.status)) throw memberNotActive(found);
        token = newToken(digest, purpose, at);
        return { member: { ...found, token }, action: TOKEN_ACTIONS[purpose] };
      });
      return { member, token, text };
    },
    setRole: ({ role, ...name }, by, refuse) =>
      changeMember(name, by, (member) => {
        refuse(member);
        if (member.status === 'removed') throw memberNotActive(member);
        if (member.role === role) return undefined;
        return { member: { ...member, role }, action: 'member.role_changed', details: { from: member.role, to: role } };
      }),
    remove: (name, by) =>
      changeMember(name, by, (member) => {
        if (member.status === 'removed') return undefined;
        const removed: Member = { ...member, status: 'removed', passwordHash: undefined, token: undefined };
        return { member: removed, action: 'member.removed', details: { email: member.email }, endsSessions: 'all' };
      }),
  };
}

function newToken(digest: string, purpose: OneTimeToken['purpose'], at: Date): OneTimeToken {
  return { digest, purpose, endsAt: new Date(at.getTime() + TOKEN_LIFETIME_MS[purpose]) };
}

/** The changed member with its audit action; undefined where nothing changes. */
export type MemberDecision =
  | {
      readonly member: Member;
      readonly action: AuditAction;
      readonly details?: AuditEntry['details'];
      readonly endsSessions?: MemberChange['endsSessions'];
      readonly unlinks?: boolean;
    }
  | undefined;

/**
 * Changes a member by compare-and-set: `decide` sees the member as it is now.
 *
 * @throws AppError `not_found`, `last_owner`, `version_conflict`; `upstream_unavailable` where concurrent changes keep winning;
 * any error of `decide`.
 */
export type ChangeMember = (
  name: MemberName,
  by: MemberChangeAuthor,
  decide: (member: Member, at: Date) => MemberDecision,
) => Promise<Member>;

/** Writers race for one member now and then, not all the time. */
const MAX_ATTEMPTS = 5;

export function makeChangeMember(members: Pick<MemberStore, 'find' | 'save'>, now: Clock): ChangeMember {
  const changeOnce: ChangeMember = async (name, { actor, address, requestId, ifMatch }, decide) => {
    const found = await members.find(name);
    if (!found) throw noSuchMember();
    if (!meetsCondition(ifMatch, found.version)) throw versionConflict(memberRecordOf(found));
    const at = now();
    const decision = decide(found, at);
    if (!decision) return found;
    const { action, details = {}, endsSessions = 'none', unlinks = false } = decision;
    const member = { ...decision.member, version: found.version + 1, updatedAt: at };
    const target = { type: 'member', id: found.id } as const;
    const entry = auditEntry(action, { accountId: found.accountId, target }, { by: { actor, address, requestId }, at, details });
    // The operator may remove the last owner, and then invite another.
    const losesOwner = !isOperator(actor) && isActiveOwner(found) && !isActiveOwner(member);
    const outcome = await members.save({ member, entry, losesOwner, endsSessions, unlinks });
    if (outcome === 'last-owner') throw errors.lastOwner('The account would have no owner left.');
    if (outcome === 'version-conflict') throw new WriteConflict();
    return member;
  };
  return (name, by, decide) =>
    retry(() => changeOnce(name, by, decide), { maxAttempts: MAX_ATTEMPTS }).catch((error: unknown) => {
      throw error instanceof WriteConflict
        ? errors.upstreamUnavailable('Concurrent changes of this member kept winning. Try again.')
        : error;
    });
}

function isActiveOwner({ role, status }: Member): boolean {
  return role === 'owner' && status === 'active';
}

/** A member on the wire. */
export function memberRecordOf(member: Member): MemberRecord {
  const { id, accountId, email, role, status, version, token } = member;
  return {
    id,
    account_id: accountId,
    email,
    role,
    status,
    token_expires_at: token?.endsAt.toISOString() ?? null,
    version,
    created_at: member.createdAt.toISOString(),
    updated_at: member.updatedAt.toISOString(),
    last_seen_at: member.lastSeenAt?.toISOString() ?? null,
  };
}
