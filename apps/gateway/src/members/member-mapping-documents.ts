import type { UpdateFilter } from 'mongodb';
import type { Member } from './member-ports.ts';
import type { MemberDocument } from './member-documents.ts';

/** How a member's document becomes what the member is now. The time of last use is written by others. */
export function toMemberUpdate(member: Member): UpdateFilter<MemberDocument> {
  const { role, status, version, updatedAt, passwordHash, token } = member;
  return {
    $set: {
      role,
      status,
      version,
      updated_at: updatedAt,
      ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
      ...(token ? { token: toTokenDocument(token) } : {}),
    },
    $unset: { ...(passwordHash === undefined ? { password_hash: '' } : {}), ...(token ? {} : { token: '' }) },
  };
}

export function toMemberDocument(member: Member): MemberDocument {
  const { id, accountId, email, role, status, version, createdAt, updatedAt, token } = member;
  return {
    _id: id,
    account_id: accountId,
    email,
    role,
    status,
    ...(token ? { token: toTokenDocument(token) } : {}),
    version,
    created_at: createdAt,
    updated_at: updatedAt,
  };
}

export function toMember(document: MemberDocument): Member {
  const { _id: id, account_id: accountId, email, role, status, version, token } = document;
  return {
    id,
    accountId,
    email,
    role,
    status,
    passwordHash: document.password_hash,
    token: token && { digest: token.digest, purpose: token.purpose, endsAt: token.ends_at },
    version,
    createdAt: document.created_at,
    updatedAt: document.updated_at,
    lastSeenAt: document.last_used_at,
  };
}

function toTokenDocument({ digest, purpose, endsAt }: NonNullable<Member['token']>) {
  return { digest, purpose, ends_at: endsAt };
}
