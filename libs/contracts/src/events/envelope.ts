import { z } from 'zod';
import { accountId, createdAt, id, recordEnvironment } from '../fields.ts';

/** Fields of every event, in the order in which they are sent. */
export const envelope = <Type extends string>(type: Type) => ({
  id: id('evt').describe('Id of the event, the same at every attempt and in the feed.'),
  type: z.literal(type).describe('Type of the event.'),
  created_at: createdAt,
  api_version: z.enum(['v1']).describe('API version of the records in the event.'),
  account_id: accountId,
  environment: recordEnvironment,
});
/** Of every event of a record. */
export const sequence = z.int().min(1).describe("The record's version at that commit: increasing, with gaps.");
