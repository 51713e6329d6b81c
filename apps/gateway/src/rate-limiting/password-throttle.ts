import { createHash } from 'node:crypto';
import { ADDRESS_TRIES, MAILBOX_TRIES, MEMBER_TRIES, WHOLE_MAILBOX_TRIES } from '../accounts/domain/limits.ts';
import { bucketOfAddress } from './client-address.ts';
import { rateLimited, rateLimitHeaders } from './rate-limit-answer.ts';
import type { PasswordAttempt, ThrottlePasswords } from '../members/member-ports.ts';
import type { Buckets, Verdict } from './buckets.ts';
import type { RateLimiter } from './limiter.ts';

export interface PasswordThrottleParts {
  readonly limiter: Pick<RateLimiter, 'take'>;
  /** Told of every try that is not let through. */
  readonly onRefused: (attempt: PasswordAttempt) => void;
}

/**
 * Counts tries of passwords, whether they are right or not, on all gateways together: at the door by client, by e-mail address
 * and client, and by e-mail address; of whoever is signed in by member. All buckets fill again by themselves, so nobody can be
 * shut out for good, and what is tried at the door takes nothing from who is signed in.
 */
export function makeThrottlePasswords({ limiter, onRefused }: PasswordThrottleParts): ThrottlePasswords {
  return async (attempt) => {
    const take = async (buckets: Buckets): Promise<Verdict> => {
      const verdict = await limiter.take(buckets);
      if (verdict.allowed) return verdict;
      onRefused(attempt);
      throw rateLimited(verdict, rateLimitHeaders(verdict));
    };
    if ('memberId' in attempt) return rateLimitHeaders(await take(memberBucket(attempt.memberId)));
    const client = bucketOfAddress(attempt.address ?? '');
    // The client first: what it may not try takes nothing from the owner of the address.
    const byClient = await take(clientBucket(client));
    const byMailbox = await take(mailboxBuckets(attempt.email, client));
    return rateLimitHeaders({ ...byMailbox, levels: [...byMailbox.levels, ...byClient.levels] });
  };
}

function memberBucket(memberId: string): Buckets {
  return [{ name: 'password-member', id: `rate:{password:${memberId}}`, limit: MEMBER_TRIES }];
}

function clientBucket(client: string): Buckets {
  return [{ name: 'password-client', id: `rate:{password:${client}}`, limit: ADDRESS_TRIES }];
}

/** Both give or none: a client that is at its own limit takes nothing from others. Redis need not know who signs in. */
function mailboxBuckets(email: string, client: string): Buckets {
  const slot = `{mailbox:${createHash('sha256').update(email).digest('base64url')}}`;
  return [
    { name: 'password-mailbox', id: `rate:${slot}:${client}`, limit: MAILBOX_TRIES },
    { name: 'password-mailbox-everywhere', id: `rate:${slot}`, limit: WHOLE_MAILBOX_TRIES },
  ];
}
