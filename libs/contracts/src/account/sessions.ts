import { z } from 'zod';
import { id, timestamp } from '../fields.ts';
import { accountRecord, plan } from '../operator.ts';
import { PERMISSIONS } from '../permissions.ts';
import { email, memberRecord, newPassword } from './members.ts';

const password = z.string().min(1).max(1_000);
const token = z.string().min(1).max(100).describe('The one-time token.');

/** The member who signs in, and the account. */
export const signInBody = z
  .strictObject({
    email,
    password,
    account_id: id('acc').optional().describe('Required if the credentials are valid for several accounts.'),
  })
  .meta({ id: 'SignIn', examples: [{ email: 'jo@example.com', password: 'mugs fill the third shelf' }] });

/** A token that is redeemed for a password. */
export const redeemTokenBody = z.strictObject({ token, password: newPassword }).meta({
  id: 'TokenRedeem',
  examples: [{ token: '9rXb2k0cS1v7T3q5LzYp8mWnAeUoHdGf4iJxKjEXAMP', password: 'mugs fill the third shelf' }],
});

/** A member's own new password, with the one it replaces. */
export const changePasswordBody = z.strictObject({ current_password: password, new_password: newPassword }).meta({
  id: 'PasswordChange',
  examples: [{ current_password: 'mugs fill the third shelf', new_password: 'plates fill the second shelf' }],
});

/** One session of a member: never what opens it. */
export const sessionRecord = z
  .strictObject({
    id: id('ses'),
    current: z.boolean().describe('True for the session of this request.'),
    method: z
      .enum(['password', 'invitation', 'reset', 'single_sign_on'])
      .describe('Method of sign-in: password, one-time token, or identity provider.'),
    address: z.string().nullable().describe('IP address at sign-in.'),
    user_agent: z.string().nullable().describe('First 256 characters of the `User-Agent` at sign-in.'),
    created_at: timestamp,
    last_used_at: timestamp.describe(
      'Time of the last use, accurate to a few seconds. A session ends after 12 hours without use.',
    ),
    expires_at: timestamp.describe('Absolute expiry: 30 days after sign-in.'),
  })
  .meta({ id: 'Session' });
export type SessionRecord = z.output<typeof sessionRecord>;

/** Every live session of a member; there are few. */
export const sessionList = z.strictObject({ data: z.array(sessionRecord) }).meta({ id: 'SessionList' });

/** How many sessions were ended. */
export const endedSessions = z
  .strictObject({ ended: z.int().describe('The number of sessions that were ended.') })
  .meta({ id: 'EndedSessions', examples: [{ ended: 2 }] });

/** The signed-in member, with account and permissions. */
export const signedIn = z
  .strictObject({
    session: sessionRecord,
    member: memberRecord,
    account: accountRecord,
    permissions: z.array(z.enum(PERMISSIONS)).describe('Permissions of the role of the member.'),
  })
  .meta({ id: 'SignedIn' });
export type SignedInRecord = z.output<typeof signedIn>;

const limit = z
  .strictObject({ burst: z.int().describe('Burst size in requests.'), rate: z.int().describe('Sustained requests per second.') })
  .describe('Default rate limit of a key.');

/** The features and limits of a plan. */
export const planRecord = z
  .strictObject({
    plan,
    environments: z
      .array(z.strictObject({ environment: z.enum(['sandbox', 'production']), key_limit: limit }))
      .describe('Available environments.'),
  })
  .meta({ id: 'Plan' });
export type PlanRecord = z.output<typeof planRecord>;

/** Every plan there is. */
export const planList = z.strictObject({ data: z.array(planRecord) }).meta({ id: 'PlanList' });
