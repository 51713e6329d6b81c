import { createHash } from 'node:crypto';
import { rateLimitHeaders } from '../edge/rate-limit-headers.ts';
import { rateLimited } from '../request-refusals.ts';
import type { PasswordAttempt, ThrottlePasswords } from '../use-cases/member-ports.ts';
import { ADDRESS_TRIES, MAILBOX_TRIES } from '../domain/limits.ts';
import type { Buckets, Verdict } from './bucket.ts';
import type { Limiter } from './limiter.ts';

/**
 * Counts tries of passwords by e-mail address and by client, whether they are right or not, on all gateways together.
 * Both buckets fill again by themselves, so nobody can be shut out for good.
 */
export function makeThrottlePasswords({ limiter }: { readonly limiter: Pick<Limiter, 'take'> }): ThrottlePasswords {
  const take = async (buckets: Buckets): Promise<Verdict> => {
    const verdict = await limiter.take(buckets);
    if (verdict.allowed) return verdict;
    throw rateLimited(verdict, rateLimitHeaders(verdict));
  };
  return async (attempt) => {
    // The client first: what it may not try takes nothing from the owner of the address.
    const byClient = await take(clientBucket(attempt));
    const byMailbox = await take(mailboxBucket(attempt));
    return rateLimitHeaders({ ...byMailbox, levels: [...byMailbox.levels, ...byClient.levels] });
  };
}

function clientBucket({ address = 'unknown' }: PasswordAttempt): Buckets {
  return [{ name: 'password-client', id: `rate:{password:${address}}`, limit: ADDRESS_TRIES }];
}

/** Redis need not know who signs in. */
function mailboxBucket({ email }: PasswordAttempt): Buckets {
  const digest = createHash('sha256').update(email).digest('base64url');
  return [{ name: 'password-mailbox', id: `rate:{mailbox:${digest}}`, limit: MAILBOX_TRIES }];
}
