import { idPattern } from '@fulfilment/kernel';
import { z } from 'zod';
import { repeatable } from '../fields.ts';
import { operation } from '../operation.ts';
import { inEnvironment } from './keys.ts';

/** Actors that are named at once. */
const MAX_ACTORS = 100;

const [KEY, MEMBER] = [idPattern('key').source, idPattern('mem').source];
const actorId = z.string().regex(new RegExp(`${KEY}|${MEMBER}`), 'an id that starts with key_ or mem_');

/** An API key or a member, by what people call it. */
export const actorRecord = z
  .strictObject({
    id: actorId.describe('As histories, ledgers and audit logs name it.'),
    type: z.enum(['key', 'member']).describe('Kind of the actor.'),
    name: z
      .string()
      .nullable()
      .describe(
        'Name of a key; e-mail address of a member, for roles without `members:read` the part before its `@`. Null for a key without a name.',
      ),
  })
  .meta({ id: 'Actor' });
export type ActorRecord = z.output<typeof actorRecord>;

const listActors = operation({
  api: 'account',
  service: 'gateway',
  id: 'listActors',
  permission: 'account:read',
  method: 'GET',
  path: '/actors',
  summary: 'Name the actors of changes',
  description:
    'Names the keys of one environment and the members whose ids are given, also those that have ended or were removed: so a history shows ' +
    'every member who changed what. It shows nothing else of them. Unknown ids are left out.',
  query: z.strictObject({
    ...inEnvironment,
    id: repeatable(actorId, MAX_ACTORS)
      .optional()
      .describe(`Ids of keys and members: repeat the parameter, up to ${MAX_ACTORS} times. Without it the list is empty.`),
  }),
  replies: {
    200: {
      description: 'The actors that exist, sorted by `id`.',
      body: z.strictObject({ data: z.array(actorRecord).max(MAX_ACTORS).describe('The actors.') }).meta({ id: 'ActorList' }),
    },
  },
});

/** The operation that names actors, by its id. */
export const actorOperations = { listActors } as const;
