import { type Clock, meetsCondition, type VersionCondition, versionConflict } from '@fulfilment/kernel';
import { memberAudit } from '../accounts/audit.ts';
import type { Member, MemberChange, MemberName, MemberStore } from './member-ports.ts';
import { lastOwner, memberChangedMeanwhile, noSuchMember } from './member-refusals.ts';
import { memberRecordOf } from './member-record.ts';
import type { AuditAction, AuditEntry, Requester } from '../accounts/account-ports.ts';

/** What becomes of a member, and what the audit log says of it; undefined where nothing changes. */
export type MemberDecision =
  | {
      readonly member: Member;
      readonly action: AuditAction;
      readonly details?: AuditEntry['details'];
      /** None unless told. */
      readonly endsSessions?: MemberChange['endsSessions'];
      /** Not unless told. */
      readonly unlinks?: boolean;
    }
  | undefined;

/** Who asks for a change, and of which version of the member. */
export interface Asking extends Requester {
  readonly ifMatch?: VersionCondition | undefined;
}

/**
 * Changes a member as it is decided on what it is now.
 *
 * @throws AppError `not_found`, `last_owner`, `version_conflict`; `upstream_unavailable` where others change it all the time;
 * whatever `decide` throws.
 */
export type ChangeMember = (
  name: MemberName,
  asking: Asking,
  decide: (member: Member, at: Date) => MemberDecision,
) => Promise<Member>;

export interface ChangeMemberParts {
  readonly members: Pick<MemberStore, 'find' | 'save'>;
  readonly now: Clock;
}

/** Others change the same member now and then, not all the time. */
const MAX_RACES = 5;

export function makeChangeMember(parts: ChangeMemberParts): ChangeMember {
  return async (name, asking, decide) => {
    for (let races = 0; races < MAX_RACES; races += 1) {
      const found = await parts.members.find(name);
      if (!found) throw noSuchMember();
      if (!meetsCondition(asking.ifMatch, found.version)) throw versionConflict(memberRecordOf(found));
      const changed = await saveDecision(parts, { found, asking, decide });
      if (changed) return changed;
    }
    throw memberChangedMeanwhile();
  };
}

interface Deciding {
  readonly found: Member;
  readonly asking: Asking;
  readonly decide: Parameters<ChangeMember>[2];
}

/** @returns undefined where the member was changed by somebody else meanwhile. */
async function saveDecision(
  { members, now }: ChangeMemberParts,
  { found, asking, decide }: Deciding,
): Promise<Member | undefined> {
  const at = now();
  const decision = decide(found, at);
  if (!decision) return found;
  const { action, details = {}, endsSessions = 'none', unlinks = false } = decision;
  const member = { ...decision.member, version: found.version + 1, updatedAt: at };
  const { actor, address, requestId } = asking;
  const target = { type: 'member', id: found.id } as const;
  const entry = memberAudit(action, { accountId: found.accountId, target }, { by: { actor, address, requestId }, at, details });
  const losesOwner = isActiveOwner(found) && !isActiveOwner(member);
  const outcome = await members.save({ member, entry, losesOwner, endsSessions, unlinks });
  if (outcome === 'last-owner') throw lastOwner();
  return outcome === 'kept' ? member : undefined;
}

function isActiveOwner({ role, status }: Member): boolean {
  return role === 'owner' && status === 'active';
}
