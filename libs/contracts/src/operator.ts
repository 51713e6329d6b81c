import { ENVIRONMENTS } from '@fulfilment/kernel';
import { z } from 'zod';
import { EVENT_TYPES } from './events.ts';
import { id, text, timestamp } from './fields.ts';
import { ROLES } from './permissions.ts';

/** What the operator's commands send to the running system, and what comes back (api.md section 9). */
export const plan = z.enum(['enterprise', 'evaluation']);
export type Plan = z.output<typeof plan>;

const environment = z.enum(ENVIRONMENTS);
const role = z.enum(ROLES);
const tokens = z.int().min(1).max(1_000_000);

export const createAccountBody = z.strictObject({ name: text(1, 200), plan });
export const setPlanBody = z.strictObject({ plan });
export const accountRecord = z.strictObject({ id: id('acc'), name: z.string(), plan, created_at: timestamp });
export type AccountRecord = z.output<typeof accountRecord>;

export const issueKeyBody = z.strictObject({
  account_id: id('acc'),
  environment,
  role,
  name: text(1, 200).optional(),
  expires_at: timestamp.optional(),
  burst: tokens.optional().describe('Requests at once.'),
  rate: tokens.optional().describe('Requests a second, sustained.'),
});
export const keyRecord = z.strictObject({
  id: id('key'),
  account_id: id('acc'),
  environment,
  role,
  name: z.string().nullable(),
  prefix: z.string(),
  last4: z.string(),
  burst: z.int(),
  rate: z.int(),
  status: z.enum(['active', 'revoked', 'expired']),
  created_at: timestamp,
  expires_at: timestamp.nullable(),
  revoked_at: timestamp.nullable(),
  last_used_at: timestamp.nullable().describe('To some seconds.'),
});
export type KeyRecord = z.output<typeof keyRecord>;
/** The key's text is shown this once. */
export const issuedKey = z.strictObject({ ...keyRecord.shape, key: z.string() });
export type IssuedKey = z.output<typeof issuedKey>;

/** `*`, or a list of event types without repetition. */
export const eventSelection = z
  .union([z.tuple([z.literal('*')]), z.array(z.enum(EVENT_TYPES)).min(1)])
  .refine((types) => new Set<string>(types).size === types.length, 'each type once');

export const addWebhookBody = z.strictObject({
  account_id: id('acc'),
  environment,
  url: z.url({ protocol: /^https?$/ }).max(2_048),
  events: eventSelection.default(['*']),
  description: text(1, 200).optional(),
});
export const webhookRecord = z.strictObject({
  id: id('whk'),
  account_id: id('acc'),
  environment,
  url: z.string(),
  events: z.array(z.string()),
  description: z.string().nullable(),
  status: z.enum(['active', 'disabled']),
  created_at: timestamp,
});
export type WebhookRecord = z.output<typeof webhookRecord>;
export const addedWebhook = z.strictObject({ ...webhookRecord.shape, secret: z.string() });
export type AddedWebhook = z.output<typeof addedWebhook>;

export const listOf = <Item extends z.ZodType>(item: Item) => z.strictObject({ data: z.array(item) });
