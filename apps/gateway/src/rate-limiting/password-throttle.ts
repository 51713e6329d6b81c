import { createHash } from 'node:crypto';
import { ADDRESS_TRIES, MAILBOX_TRIES, MEMBER_TRIES, WHOLE_MAILBOX_TRIES } from '../accounts/domain/limits.ts';
import { networksOfAddress } from '../authentication/client-address.ts';
import { rateLimited, rateLimitHeaders } from './rate-limit-answer.ts';
import type { PasswordAttempt, ThrottlePasswords } from '../members/member-ports.ts';
import { type Buckets, bucketsOfNetworks, type LimitDecision } from './buckets.ts';
import type { RateLimiter } from './limiter.ts';

export interface PasswordThrottleParts {
  readonly limiter: Pick<RateLimiter, 'take'>;
  readonly onRefused: (attempt: PasswordAttempt) => void;
}

/**
 * Limits password attempts, right or wrong, on all gateways together: at sign-in by client, by client and e-mail address, and by
 * e-mail address; of a signed-in member by member. All buckets refill, so no one is locked out for good, and attempts at sign-in
 * take nothing from signed-in members.
 */
export function makeThrottlePasswords({ limiter, onRefused }: PasswordThrottleParts): ThrottlePasswords {
  return async (attempt) => {
    const take = async (buckets: Buckets): Promise<LimitDecision> => {
      const decision = await limiter.take(buckets);
      if (decision.allowed) return decision;
      onRefused(attempt);
      throw rateLimited(decision, rateLimitHeaders(decision));
    };
    if ('memberId' in attempt) return rateLimitHeaders(await take(memberBucket(attempt.memberId)));
    const networks = networksOfAddress(attempt.address ?? '');
    // The client first: its refused attempts take nothing from the owner of the e-mail address.
    const byClient = await take(
      bucketsOfNetworks({ name: 'password-client', id: 'rate:password:', limit: ADDRESS_TRIES }, networks),
    );
    const byMailbox = await take(mailboxBuckets(attempt.email, networks.at(-1) ?? ''));
    return rateLimitHeaders({ ...byMailbox, levels: [...byMailbox.levels, ...byClient.levels] });
  };
}

function memberBucket(memberId: string): Buckets {
  return [{ name: 'password-member', id: `rate:{password:${memberId}}`, limit: MEMBER_TRIES }];
}

/**
 * Both give or none: a client at its own limit takes nothing from others. The client is its widest network: a person has one e-mail
 * address, and few have a whole /48. The hash keeps the e-mail address out of Redis.
 */
function mailboxBuckets(email: string, client: string): Buckets {
  const slot = `{mailbox:${createHash('sha256').update(email).digest('base64url')}}`;
  return [
    { name: 'password-mailbox', id: `rate:${slot}:${client}`, limit: MAILBOX_TRIES },
    { name: 'password-mailbox-everywhere', id: `rate:${slot}`, limit: WHOLE_MAILBOX_TRIES },
  ];
}
