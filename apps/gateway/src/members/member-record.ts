import type { MemberRecord } from '@fulfilment/contracts';
import type { Member } from './member-ports.ts';

/** A member as everybody who may read members sees it. */
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
