import {
  actingRole,
  mayDo,
  type MemberWithToken,
  PERMISSIONS,
  type PlanRecord,
  type SessionRecord,
  type SignedInRecord,
} from '@fulfilment/contracts';
import { type Environment, ENVIRONMENTS } from '@fulfilment/kernel';
import { keyLimit } from '../accounts/domain/limits.ts';
import type { SessionDescription } from './describe-session.ts';
import type { Session } from './member-ports.ts';
import { memberRecordOf } from './member-record.ts';
import type { MemberWithText } from './one-time-tokens.ts';
import { presentAccount } from '../accounts/account-presentation.ts';

/** @param publicUrl where browsers reach the gateway, without a slash at its end. */
export function presentMemberWithToken({ member, token, text }: MemberWithText, publicUrl: string): MemberWithToken {
  const { purpose, endsAt } = token;
  // What stands behind `#` is sent to no server and is in no log.
  const url = `${publicUrl}/console/${purpose}#${text}`;
  return { ...memberRecordOf(member), one_time_token: { purpose, token: text, url, expires_at: endsAt.toISOString() } };
}

/** @param currentId the session that asks. */
export function presentSession(session: Session, currentId: string): SessionRecord {
  const { id, method, address = null, userAgent = null } = session;
  return {
    id,
    current: id === currentId,
    method,
    address,
    user_agent: userAgent,
    created_at: session.createdAt.toISOString(),
    last_used_at: session.lastUsedAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
  };
}

export function presentSignedIn({ session, member, account }: SessionDescription): SignedInRecord {
  const role = actingRole(member.role);
  return {
    session: presentSession(session, session.id),
    member: memberRecordOf(member),
    account: presentAccount(account),
    permissions: PERMISSIONS.filter((permission) => mayDo(role, permission)),
  };
}

/** What each plan allows. */
export function presentPlans(): { data: PlanRecord[] } {
  return {
    data: [
      { plan: 'evaluation', environments: opened(['sandbox']) },
      { plan: 'enterprise', environments: opened(ENVIRONMENTS) },
    ],
  };
}

function opened(environments: readonly Environment[]): PlanRecord['environments'] {
  return environments.map((environment) => ({ environment, key_limit: keyLimit(environment, {}) }));
}
