import { z } from 'zod';
import { timestamp } from '../fields.ts';
import { operation } from '../operation.ts';
import { readOnlyField } from '../optional-fields.ts';
import { inEnvironment } from './keys.ts';

/** Days after the last change of an ended order. The least is what returns and complaints need, the most what tax law asks for. */
const shipToDays = z.int().min(30).max(3_650).nullable();
const EXPIRY =
  "Days after the last change of an order that has ended, after which its persons' data is erased: what " +
  '`POST /v1/orders/{id}/erase` clears; null keeps it.';

/** How long persons' data of the orders of a tenant is kept. */
export const retentionRecord = z
  .strictObject({
    ship_to_days: shipToDays.describe(EXPIRY),
    updated_at: timestamp.nullable().describe('Time of the last change of this setting; null where it was never set.'),
    updated_by: z.string().nullable().describe('Id of the key or member that changed it last; null where it was never set.'),
  })
  .meta({
    id: 'Retention',
    examples: [{ ship_to_days: 400, updated_at: '2026-11-21T09:05:12.411Z', updated_by: 'mem_01KAJ71C5V8X2N6R4TPBEVNT10' }],
  });
export type RetentionRecord = z.output<typeof retentionRecord>;

/** Fields of a retention that a change may repeat as they are. */
const readOnly = { updated_at: readOnlyField, updated_by: readOnlyField };

/** The read-only fields of a retention. */
export const READ_ONLY_RETENTION_FIELDS: readonly string[] = Object.keys(readOnly);

/** A new retention: what is left out stays. */
export const updateRetentionBody = z
  .strictObject({ ...readOnly, ship_to_days: shipToDays.optional().describe(EXPIRY) })
  .meta({ id: 'RetentionUpdate', examples: [{ ship_to_days: 400 }] });
export type UpdateRetentionBody = z.output<typeof updateRetentionBody>;

const common = { api: 'account', service: 'orders', path: '/retention', query: z.strictObject(inEnvironment) } as const;

const getRetention = operation({
  ...common,
  id: 'getRetention',
  permission: 'account:read',
  method: 'GET',
  summary: "Retrieve the retention of persons' data",
  description: 'Each environment has its own.',
  replies: { 200: { description: 'The retention.', body: retentionRecord } },
});

const updateRetention = operation({
  ...common,
  id: 'updateRetention',
  asksRecentAuthentication: true,
  auditedAs: 'retention.changed',
  permission: 'orders:erase',
  method: 'PATCH',
  summary: "Change the retention of persons' data",
  description:
    "From then on persons' data of ended orders is erased automatically, as `POST /v1/orders/{id}/erase` does it, once the days are over: " +
    'of orders that are older already as well, within hours. A longer retention does not bring erased data back. The audit log ' +
    'notes each change as `retention.changed`.',
  body: updateRetentionBody,
  replies: { 200: { description: 'The new retention.', body: retentionRecord } },
});

/** The operations on how long persons' data is kept, by their ids. */
export const retentionOperations = { getRetention, updateRetention } as const;
