import { ENVIRONMENTS } from '@fulfilment/kernel';
import { z } from 'zod';
import { SUBSCRIBABLE_TYPES } from './events/delivered-events.ts';
import { id, pageLimit, text, timestamp } from './fields.ts';
import { ROLES } from './permissions.ts';

/** The plan of an account, as the operator sets it. */
export const plan = z.enum(['enterprise', 'evaluation']);
export type Plan = z.output<typeof plan>;

const environment = z.enum(ENVIRONMENTS);
const role = z.enum(ROLES);
const tokens = z.int().min(1).max(1_000_000);

/** A new account. */
export const createAccountBody = z.strictObject({ name: text(1, 200), plan });
/** The plan that an account has from now on. */
export const setPlanBody = z.strictObject({ plan });
/** An account as the operator sees it. */
export const accountRecord = z
  .strictObject({
    id: id('acc'),
    name: z.string(),
    plan: plan.describe('`enterprise` opens production; `evaluation` does not.'),
    created_at: timestamp,
  })
  .meta({ id: 'Account' });
export type AccountRecord = z.output<typeof accountRecord>;

/** Where a key is good from: addresses and ranges (CIDR) of IPv4 and IPv6; from everywhere where there are none. */
export const ipAllowlist = z
  .array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: 'an address or a range such as 192.0.2.0/24' }))
  .max(100)
  .describe('Addresses and ranges (CIDR) that the key is good from, at most 100; none: from everywhere.');

/** A new key: whose, in which environment, with which role. */
export const issueKeyBody = z.strictObject({
  account_id: id('acc'),
  environment,
  role,
  name: text(1, 200).optional(),
  expires_at: timestamp.optional(),
  ip_allowlist: ipAllowlist.optional(),
  burst: tokens.optional().describe('Requests at once.'),
  rate: tokens.optional().describe('Requests a second, sustained.'),
});
/** How long the old text of a key still opens. */
export const rotateKeyBody = z
  .strictObject({
    overlap_seconds: z
      .int()
      .min(0)
      .max(30 * 86_400)
      .default(86_400)
      .describe('Seconds for which the secret that is replaced opens still: 0 to 2 592 000 (30 days), one day unless told.'),
  })
  .meta({ id: 'KeyRotate', examples: [{ overlap_seconds: 3_600 }] });
const prefix = z.string().describe('How its text begins: enough to know it by.');
const last4 = z.string().describe('The last four characters of its text.');

/** A key as it is listed: without its text. */
export const keyRecord = z
  .strictObject({
    id: id('key'),
    account_id: id('acc'),
    environment,
    role: role.describe('What it may do: see the table of permissions.'),
    name: z.string().nullable().describe('What it is for; null where nobody said.'),
    prefix,
    last4,
    secrets: z
      .array(
        z.strictObject({
          prefix,
          last4,
          created_at: timestamp,
          ends_at: timestamp.nullable().describe('When it opens nothing any more; null for the newest.'),
        }),
      )
      .describe('The texts that open it, the newest first; older ones until they end.'),
    ip_allowlist: z.array(z.string()).describe('Addresses and ranges that it is good from; none: from everywhere.'),
    burst: z.int().describe('Requests at once.'),
    rate: z.int().describe('Requests a second, sustained.'),
    status: z.enum(['active', 'revoked', 'expired']).describe('Whether it opens anything, and why not.'),
    created_at: timestamp,
    expires_at: timestamp.nullable().describe('When it opens nothing any more; null: never.'),
    revoked_at: timestamp.nullable().describe('When it was revoked; null if it was not.'),
    last_used_at: timestamp.nullable().describe('When it was last used, to some seconds; null if it never was.'),
  })
  .meta({ id: 'Key' });
export type KeyRecord = z.output<typeof keyRecord>;
/** The key's text is shown this once. */
export const issuedKey = z
  .strictObject({ ...keyRecord.shape, key: z.string().describe('The text that opens it, shown this once.') })
  .meta({ id: 'IssuedKey' });
export type IssuedKey = z.output<typeof issuedKey>;

/** `*`, or a list of event types without repetition. */
export const eventSelection = z
  .union([z.tuple([z.literal('*')]), z.array(z.enum(SUBSCRIBABLE_TYPES)).min(1)])
  .refine((types) => new Set<string>(types).size === types.length, 'each type once');

/** Where events go, which, and of which environment. */
export const addWebhookBody = z.strictObject({
  account_id: id('acc'),
  environment,
  url: z.url({ protocol: /^https?$/ }).max(2_048),
  events: eventSelection.default(['*']),
  description: text(1, 200).optional(),
});
/** An endpoint as it is listed: without its secret. */
export const webhookRecord = z.strictObject({
  id: id('whk'),
  account_id: id('acc'),
  environment,
  url: z.string().describe('Where events are sent.'),
  events: z.array(z.string()).describe('Types that are sent; `*`: all.'),
  description: z.string().nullable().describe('What it is for; null where nobody said.'),
  status: z.enum(['active', 'paused', 'disabled']),
  created_at: timestamp,
});
export type WebhookRecord = z.output<typeof webhookRecord>;
/** A new endpoint with its secret, which is shown this once. */
export const addedWebhook = z.strictObject({
  ...webhookRecord.shape,
  secret: z.string().describe('Signs what it gets, shown this once.'),
});
export type AddedWebhook = z.output<typeof addedWebhook>;

/** A record that a consumer could not handle, kept until the operator decides. */
export const DEAD_LETTER_STATES = ['open', 'retrying', 'retried'] as const;
const deadLetterId = z.string().min(1).max(400).describe('`<group>/<topic>/<partition>/<offset>`.');

/** Which dead letters are listed. */
export const listDeadLettersQuery = z.strictObject({
  state: z.enum(DEAD_LETTER_STATES).optional(),
  after: deadLetterId.optional(),
  limit: pageLimit,
});
/** A message that could not be read, with where it came from and why. */
export const deadLetterRecord = z.strictObject({
  id: deadLetterId,
  group: z.string().describe('Who could not read it: a consumer group, `<service>` or `<service>.<what for>`.'),
  topic: z.string().describe('Where it stood.'),
  partition: z.int().describe('Which partition of the topic.'),
  offset: z.string().describe('Its place there.'),
  key: z.string().describe('Records of one key are handled in their order.'),
  error: z.string().describe('Why it was set aside.'),
  follows: z.boolean().describe('Nothing is wrong with it but that an earlier record of its key was set aside.'),
  state: z.enum(DEAD_LETTER_STATES).describe('Whether it waits, is being put back, or was.'),
  value: z.string().describe('The first 1 000 characters of the body.'),
  at: timestamp,
});
export type DeadLetterRecord = z.output<typeof deadLetterRecord>;
/** `next_after` is null on the last page. */
export const deadLetterPage = z.strictObject({ data: z.array(deadLetterRecord), next_after: deadLetterId.nullable() });

/** Ids hold slashes, so one comes in the body, where no proxy decodes it on the way. */
export const retryDeadLetterBody = z.strictObject({ id: deadLetterId });
/** The result of sending a dead letter again. */
export const retriedDeadLetter = z.strictObject({
  id: deadLetterId,
  put_back: z.int().describe('Records put back on their topic: itself, and those set aside for its sake.'),
});

/** A whole list, without pages. */
export const listOf = <Item extends z.ZodType>(item: Item) => z.strictObject({ data: z.array(item) });
