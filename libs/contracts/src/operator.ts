import { ENVIRONMENTS } from '@fulfilment/kernel';
import { z } from 'zod';
import { SUBSCRIBABLE_TYPES } from './events/delivered-events.ts';
import { TOPICS } from './events/topics.ts';
import {
  accountId,
  bodyList,
  createdAt,
  id,
  pageLimit,
  recordEnvironment,
  recordId,
  text,
  timestamp,
  utcTimestamp,
} from './fields.ts';
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
    id: recordId('acc'),
    name: z.string().describe('Display name, 1 to 200 characters.'),
    plan: plan.describe('`enterprise` opens production; `evaluation` does not.'),
    suspended_at: timestamp.nullable().describe('Time at which the operator suspended the account; null while it is active.'),
    created_at: createdAt,
  })
  .meta({ id: 'Account' });
export type AccountRecord = z.output<typeof accountRecord>;

/** An account whose deliveries are held or released, with the number of its endpoints that this changed. */
export const heldDeliveries = z.strictObject({ changed: z.int().describe('Endpoints that were not so before.') });

/** Work of an account that waits in one service, by environment. */
export const waitingWork = z.strictObject({
  data: z
    .array(
      z.strictObject({
        environment: z.string().describe('Environment of the work.'),
        kind: z.string().describe('`steps`: steps of orders without their result; `deliveries`: deliveries without their end.'),
        waiting: z.int().describe('How many wait.'),
      }),
    )
    .describe('One entry for each environment and kind.'),
});

/** Records of an account in one service, by collection. */
export const accountRecords = z.strictObject({
  data: z
    .array(
      z.strictObject({
        kind: z.string().describe('Collection of the records.'),
        count: z.int().describe('How many there are.'),
      }),
    )
    .describe('Collections that have records of the account.'),
});
/** A piece of a removal. */
export const removedRecords = z.strictObject({
  removed: z.int().describe('Records that were removed.'),
  more: z.boolean().describe('True where more may be left: repeat the request.'),
});
/** The deletion of an account that is under way. */
export const accountDeletion = z.strictObject({
  account_id: accountId,
  delete_after: timestamp.describe('Time from which the account may be deleted.'),
  due: z.boolean().describe('True once that time is over.'),
});
/** An account that is deleted. */
export const deletedAccount = z.strictObject({
  account_id: accountId,
  removed: z.int().describe('Records of the account that the gateway has removed.'),
});

/** Since when revocations are listed, and after which of them. */
export const listRevocationsQuery = z.strictObject({
  since: utcTimestamp.describe('Must be in the past.'),
  after: id('aud').optional(),
});
/** Something that was taken from someone, as the audit log has it. */
export const revocation = z.strictObject({
  id: recordId('aud'),
  action: z.string().describe('Action of the audit log, such as `key.revoked`.'),
  account_id: accountId,
  target: z
    .strictObject({ type: z.string().describe('Type of the record.'), id: z.string().describe('Id of the record.') })
    .describe('Record that was changed.'),
  at: timestamp.describe('Time of the change, RFC 3339 in UTC with milliseconds.'),
});
export type Revocation = z.output<typeof revocation>;
/** `next_after` is null on the last page. */
export const revocationPage = z.strictObject({
  data: z.array(revocation).describe('The revocations, oldest first.'),
  next_after: recordId('aud').nullable().describe('Where the next page begins; null on the last one.'),
});
/** Sessions that were ended. */
export const endedSessionCount = z.strictObject({ ended: z.int().describe('How many there were.') });

/** Where a key is good from: addresses and ranges (CIDR) of IPv4 and IPv6; from everywhere where there are none. */
export const ipAllowlist = bodyList(
  z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: 'an address or a range such as 192.0.2.0/24' })),
  100,
).describe('Addresses and ranges (CIDR) that the key is valid from, at most 100; empty: any address.');

/** A new key: whose, in which environment, with which role. */
export const issueKeyBody = z.strictObject({
  account_id: id('acc'),
  environment,
  role,
  name: text(1, 200).optional(),
  expires_at: utcTimestamp.optional(),
  ip_allowlist: ipAllowlist.optional(),
  burst: tokens.optional().describe('Burst size in requests.'),
  rate: tokens.optional().describe('Sustained requests per second.'),
});
/** New limits of a key, by the operator; an omitted field stays. */
export const changeKeyLimitsBody = z.strictObject({
  expires_at: utcTimestamp.nullable().optional(),
  ip_allowlist: ipAllowlist.optional(),
  burst: tokens.optional().describe('Burst size in requests.'),
  rate: tokens.optional().describe('Sustained requests per second.'),
});
/** How long the old text of a key still opens. */
export const rotateKeyBody = z
  .strictObject({
    overlap_seconds: z
      .int()
      .min(0)
      .max(30 * 86_400)
      .default(86_400)
      .describe('Seconds for which the replaced secret stays valid: 0 to 2 592 000 (30 days). Default: 86 400 (one day).'),
  })
  .meta({ id: 'KeyRotate', examples: [{ overlap_seconds: 3_600 }] });
const prefix = z.string().describe('Start of the key, enough to identify it.');
const last4 = z.string().describe('Last four characters of the secret.');

/** A key as it is listed: without its text. */
export const keyRecord = z
  .strictObject({
    id: recordId('key'),
    account_id: accountId,
    environment: recordEnvironment,
    role: role.describe('Role: see the table of permissions.'),
    name: z.string().nullable().describe('Purpose, as given; null if none was given.'),
    prefix,
    last4,
    secrets: z
      .array(
        z
          .strictObject({
            prefix,
            last4,
            created_at: createdAt,
            ends_at: timestamp.nullable().describe('Time at which it becomes invalid; null for the newest.'),
          })
          .meta({ id: 'KeySecretFacts' }),
      )
      .describe('Valid secrets of the key, newest first.'),
    ip_allowlist: z.array(z.string()).describe('Addresses and ranges that the key is valid from; empty: any address.'),
    burst: z.int().describe('Burst size in requests.'),
    rate: z.int().describe('Sustained requests per second.'),
    status: z.enum(['active', 'revoked', 'expired']).describe('Status of the key.'),
    created_at: createdAt,
    expires_at: timestamp.nullable().describe('Expiry time; null: never.'),
    revoked_at: timestamp.nullable().describe('Time of revocation; null if not revoked.'),
    last_used_at: timestamp.nullable().describe('Time of the last use, accurate to a few seconds; null if never.'),
    last_used_from: z.string().nullable().describe('IP address of the client that used it last; null if never used.'),
  })
  .meta({ id: 'Key' });
export type KeyRecord = z.output<typeof keyRecord>;
/** The key's text is shown this once. */
export const issuedKey = z
  .strictObject({ ...keyRecord.shape, key: z.string().describe('The key itself, not shown again.') })
  .meta({ id: 'IssuedKey' });
export type IssuedKey = z.output<typeof issuedKey>;

const SELECTED = ['*', ...SUBSCRIBABLE_TYPES] as const;
const selectedType = z.enum(SELECTED).meta({
  id: 'SelectedType',
  description: 'A type of event; `*`: all types, those of later versions included.',
  // Generators name constants by their values, and `*` gives none.
  'x-enum-varnames': SELECTED.map((type) => (type === '*' ? 'STAR' : type.toUpperCase().replaceAll('.', '_'))),
});

/** `*` alone, or a list of event types without repetition. */
export const eventSelection = bodyList(z.array(selectedType).min(1), SUBSCRIBABLE_TYPES.length)
  .refine((types) => new Set<string>(types).size === types.length, 'each type once')
  .refine((types) => types.length === 1 || !types.includes('*'), '`*` stands alone')
  .meta({ uniqueItems: true });
/** A selection as it is read. */
export type EventSelection = Readonly<z.output<typeof eventSelection>>;

/** Where events go, as browsers write it (WHATWG URL): without blanks, controls and other characters that a URL escapes. */
export const endpointUrl = z
  .url({ protocol: /^https?$/ })
  .overwrite((given) => URL.parse(given)?.href ?? given)
  .max(2_048);

/** Where events go, which, and of which environment. */
export const addWebhookBody = z.strictObject({
  account_id: id('acc'),
  environment,
  url: endpointUrl,
  events: eventSelection.prefault(['*']),
  description: text(1, 200).optional(),
});
/** An endpoint as it is listed: without its secret. */
export const webhookRecord = z.strictObject({
  id: recordId('whk'),
  account_id: accountId,
  environment: recordEnvironment,
  url: z.string().describe('Where events are sent.'),
  events: z.array(z.string()).describe('Event types that are sent; `*`: all.'),
  description: z.string().nullable().describe('Purpose, as given; null if none was given.'),
  status: z.enum(['active', 'paused', 'disabled']).describe('Status of the record.'),
  created_at: createdAt,
});
export type WebhookRecord = z.output<typeof webhookRecord>;
/** A new endpoint with its secret, which is shown this once. */
export const addedWebhook = z.strictObject({
  ...webhookRecord.shape,
  secret: z.string().describe('Signing secret, not shown again.'),
});
export type AddedWebhook = z.output<typeof addedWebhook>;

/** A record that a consumer could not handle, kept until the operator decides. */
export const DEAD_LETTER_STATES = ['open', 'retrying', 'retried', 'discarded'] as const;
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
  group: z.string().describe('Consumer group that could not handle the record: `<service>` or `<service>.<purpose>`.'),
  topic: z.string().describe('Topic of the record.'),
  partition: z.int().describe('Partition of the record.'),
  offset: z.string().describe('Offset of the record.'),
  key: z.string().describe('Key of the record; records of one key are handled in order.'),
  error: z.string().describe('Reason for the dead letter.'),
  follows: z.boolean().describe('True if the record itself is valid and only follows an earlier dead letter of its key.'),
  state: z
    .enum(DEAD_LETTER_STATES)
    .describe(
      '`open`: waits for the operator; `retrying`: is being put back; `retried`: was put back; `discarded`: its content was removed for good.',
    ),
  value: z.string().describe('First 1 000 characters of the body.'),
  at: timestamp.describe('Time of the event, RFC 3339 in UTC with milliseconds.'),
});
export type DeadLetterRecord = z.output<typeof deadLetterRecord>;
/** `next_after` is null on the last page. */
export const deadLetterPage = z.strictObject({
  data: z.array(deadLetterRecord).describe('The records of this page.'),
  next_after: deadLetterId.nullable(),
});

/** Ids hold slashes, so one comes in the body, where no proxy decodes it on the way. */
export const deadLetterBody = z.strictObject({ id: deadLetterId });
/** The result of sending a dead letter again. */
export const retriedDeadLetter = z.strictObject({
  id: deadLetterId,
  put_back: z.int().describe('Records put back on their topic: the dead letter and those that follow it.'),
});

/** A dead letter whole. */
export const wholeDeadLetter = z.strictObject({
  ...deadLetterRecord.shape,
  value: z.string().describe('The body, whole.'),
  headers: z.record(z.string(), z.string()).describe('The headers of the record.'),
  following: z.array(deadLetterId).describe('Dead letters that only follow this one, in their order.'),
});
export type WholeDeadLetter = z.output<typeof wholeDeadLetter>;
/** The result of giving a dead letter up. */
export const discardedDeadLetter = z.strictObject({
  id: deadLetterId,
  state: z.enum(DEAD_LETTER_STATES).describe('State of the dead letter; in a dry run as it is.'),
  following: z
    .array(deadLetterId)
    .describe('Dead letters that followed it and stay, in their order: retry the first to put all of them back.'),
});

const outboxRowId = z.string().min(1).max(400).describe('`<service>/<row>`.');

/** A message that Kafka refused for good. */
export const refusedRow = z.strictObject({
  id: outboxRowId,
  topic: z.string().describe('Topic of the message.'),
  key: z.string().describe('Key of the message.'),
  error: z.string().describe("Kafka's reason."),
  written_at: timestamp.describe('Time at which the message was written.'),
});
/** The oldest refused rows of a service, at most 200. */
export const refusedRows = z.strictObject({ data: z.array(refusedRow).describe('The messages.') });
/** The refused row to retry. */
export const retryRowBody = z.strictObject({ id: outboxRowId });
/** The result of retrying a refused row. */
export const retriedRow = z.strictObject({ id: outboxRowId });

/** Names of the topics whose messages can be published again. */
export const PUBLISHED_TOPICS = Object.values(TOPICS);
/** From when on, and of which topic: all topics where none is named. */
export const republishBody = z.strictObject({ since: timestamp, topic: z.enum(PUBLISHED_TOPICS).optional() });
/** The result of publishing messages again. */
export const republished = z.strictObject({ messages: z.int().describe('Messages that are published again.') });

const topic = z.enum(PUBLISHED_TOPICS);

/** Where a consumer group stands in a topic. */
export const topicProgress = z.strictObject({
  topic: topic.describe('Name of the topic.'),
  group: z.string().describe('Consumer group.'),
  partitions: z.int().describe('Partitions of the topic.'),
  leaderless: z.int().default(0).describe('Those of the partitions without a leader: their broker is away.'),
  lag: z.int().describe('Records that the group has not handled yet, in the partitions with a leader.'),
  end: z.string().describe('Records that were ever written to the topic, as decimal text.'),
});
export type TopicProgress = z.output<typeof topicProgress>;
/** The topics that a service consumes, by its groups. */
export const topicsProgress = z.strictObject({ data: z.array(topicProgress).describe('The topics.') });

const holder = z.string().min(1).max(100).describe('Names the command that holds the relays.');
/** Keeps the relays of a service at rest for some seconds more. */
export const holdRelaysBody = z.strictObject({ holder, seconds: z.int().min(1).max(60) });
/** The holder of the relays: this command from now on or still, or another one. */
export const heldRelays = z.strictObject({
  state: z.enum(['taken', 'renewed', 'others']),
  rest_seconds: z.int().describe('Seconds from `taken` after which nothing of the relays is on its way to Kafka.'),
  settle_seconds: z.int().describe('Seconds after which producers and consumers know of new partitions.'),
});
/** Lets the relays go on. */
export const releaseRelaysBody = z.strictObject({ holder });

/** More partitions of a topic that the service publishes to. Without a holder it is only examined whether Kafka would add them. */
export const growTopicBody = z.strictObject({ topic, partitions: z.int().min(1).max(200), holder: holder.optional() });
/** `not_held`: nothing was done, since the relays are not held by the holder for long enough. */
export const grownTopic = z.strictObject({ result: z.enum(['grown', 'possible', 'not_held']) });

const allocationOf = {
  tenant: z.string().min(1).max(200).describe('Account and environment, `<account>:<environment>`.'),
  order_id: id('ord').describe('Id of the order.'),
};
const allocationVersion = z.strictObject({ ...allocationOf, version: z.int().describe('Version of the allocation.') });

/** Which allocations are listed: those behind `after`. */
export const listAllocationsQuery = z.strictObject({ after: z.string().max(400).optional() });
/** The versions of allocations; `next_after` is null on the last page. */
export const allocationVersions = z.strictObject({ data: z.array(allocationVersion), next_after: z.string().nullable() });
/** Versions of allocations as inventory has them. */
export const compareAllocationsBody = z.strictObject({ allocations: z.array(allocationVersion).max(1_000) });
/** Orders that differ from what inventory has, each with the version that it knows. */
export const comparedAllocations = z.strictObject({
  behind: z.array(allocationVersion).describe('Orders that know an older version.'),
  ahead: z.array(allocationVersion).describe('Orders that know a newer version than inventory has.'),
  unknown: z.array(z.strictObject(allocationOf)).describe('Allocations without an order.'),
});
/** The allocations to publish again. */
export const publishAllocationsBody = z.strictObject({ allocations: z.array(z.strictObject(allocationOf)).max(1_000) });

/** A whole list, without pages. */
export const listOf = <Item extends z.ZodType>(item: Item) => z.strictObject({ data: z.array(item).describe('The records.') });
