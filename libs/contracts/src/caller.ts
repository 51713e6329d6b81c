import { z } from 'zod';
import { recordEnvironment, recordId, timestamp } from './fields.ts';
import { plan } from './operator.ts';
import { ACTING_ROLES, MEMBER_ROLES, PERMISSIONS } from './permissions.ts';

const limit = z
  .strictObject({
    burst: z.int().min(1).describe('Number of requests that are admitted at once.'),
    rate: z.number().positive().describe('Number of requests per second that are admitted in the long run.'),
  })
  .meta({ id: 'RateLimit' });

/** The sender of a request, as `GET /me` shows it: what it belongs to, what it may do, and how often. */
export const callerRecord = z
  .strictObject({
    account: z
      .strictObject({
        id: recordId('acc'),
        name: z.string().describe('Name of the account.'),
        plan: plan.describe('`enterprise` opens production; `evaluation` does not.'),
      })
      .meta({ id: 'CallerAccount' })
      .describe('The account that the caller belongs to.'),
    environment: recordEnvironment,
    role: z.enum(ACTING_ROLES).describe('Role: see the table of permissions.'),
    permissions: z.array(z.enum(PERMISSIONS)).describe('What the role may do, in the order of the table of permissions.'),
    key: z
      .strictObject({
        id: recordId('key'),
        name: z.string().nullable().describe('Purpose of the key, as given; null if none was given.'),
        expires_at: timestamp
          .nullable()
          .describe(
            'Time at which the secret in use becomes invalid: the expiry of the key, or the end of the overlap after it was rotated; null: never.',
          ),
      })
      .meta({ id: 'CallerKey' })
      .nullable()
      .describe('The API key; null for the session of a member.'),
    member: z
      .strictObject({
        id: recordId('mem'),
        email: z.string().describe('In lower case.'),
        role: z.enum(MEMBER_ROLES).describe('Role of the member in the account.'),
      })
      .meta({ id: 'CallerMember' })
      .nullable()
      .describe('The signed-in member; null for an API key.'),
    limits: z
      .strictObject({
        own: limit.describe('Of the key, or of the session.'),
        shared: limit.describe('Shared by all keys of the account in this environment, or by its sessions in this environment.'),
      })
      .meta({ id: 'CallerLimits' })
      .describe('The rate limits that each request counts in.'),
  })
  .meta({ id: 'Caller' });
export type CallerRecord = z.output<typeof callerRecord>;
