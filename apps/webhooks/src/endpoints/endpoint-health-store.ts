import { type Clock, newId } from '@fulfilment/kernel';
import type { ClientSession } from 'mongodb';
import type { Collections } from '../database/collections-documents.ts';
import { fromNow } from '../database/keeping-documents.ts';
import type { Attempt, EndpointEnd, EndpointTurn, EndpointWatch, TellOfEnd } from '../deliveries/attempt-ports.ts';
import type { QueueKey } from '../deliveries/delivery-ports.ts';
import { wakeOf } from '../deliveries/queue-documents.ts';
import { storeGroups } from '../events/event-store.ts';
import { tell } from './audit-log-store.ts';
import { type Course, follow, type Health, type Outcome } from './domain/endpoint-health.ts';
import { wantsEvent } from './domain/subscription.ts';
import type { EndpointDocument } from './endpoint-documents.ts';

export interface EndpointCoursesOptions {
  readonly now: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  /** An endpoint that has failed for as long without one success is disabled, in milliseconds. */
  readonly disableAfterMs: number;
  readonly tellOfEnd: TellOfEnd;
  readonly onTurn: EndpointWatch;
}

export interface CourseContext {
  readonly session: ClientSession;
  readonly collections: Collections;
}

/** What came of endpoints in one transaction. */
export type Turns = readonly { readonly endpoint: QueueKey; readonly turn: EndpointTurn }[];

/** What some attempts make of their endpoints. */
interface GroupCourse {
  write(context: CourseContext): Promise<Turns>;
  /** Called once the transaction is committed. */
  ended(turns: Turns): void;
}

/** Follows how endpoints answer: their health, their rests, and their end. */
export interface EndpointCourses {
  begin(attempts: readonly Attempt[]): GroupCourse;
}

/** A healthy endpoint's last success is noted no more often. */
const NOTED_EVERY_MS = 1_000;
const MOST_REMEMBERED = 10_000;

export function makeEndpointCourses(options: EndpointCoursesOptions): EndpointCourses {
  // Those that were healthy when they were written last. One worker has an endpoint at a time, so nobody else has changed it
  // within so short a time; if one has, a success is noted a second late.
  const healthySince = new Map<string, number>();
  const isNoted = (id: string, atMs: number): boolean => atMs - (healthySince.get(id) ?? 0) < NOTED_EVERY_MS;

  return {
    begin: (attempts) => {
      const sent = attempts.filter(({ error }) => error !== 'event_expired');
      const groups = [...Map.groupBy(sent, ({ delivery }) => delivery.endpointId).values()];
      const atMs = options.now().getTime();
      const healthy = groups.filter((group) => group.every(hasSucceeded));
      const noted = healthy.filter(([first]) => first && !isNoted(first.delivery.endpointId, atMs));
      const failing = groups.filter((group) => !group.every(hasSucceeded));
      // Made before the transaction, and kept if that begins again.
      const eventIds = failing.map(() => newId('evt'));
      return {
        write: async (context) => {
          if (noted.length > 0) await noteSuccesses(noted, context);
          return failing.length > 0 ? followFailing(failing, { ...context, ...options, eventIds }) : [];
        },
        ended: (turns) => {
          if (healthySince.size > MOST_REMEMBERED) healthySince.clear();
          for (const [first] of noted) if (first) healthySince.set(first.delivery.endpointId, atMs);
          for (const [first] of failing) if (first) healthySince.delete(first.delivery.endpointId);
          for (const { endpoint, turn } of turns) options.onTurn(endpoint, turn);
        },
      };
    },
  };
}

async function noteSuccesses(groups: readonly (readonly Attempt[])[], { session, collections }: CourseContext): Promise<void> {
  const byUrl = groups.flatMap((group) => [...Map.groupBy(group, ({ url }) => url)]);
  const changes = byUrl.map(([url, group]) => ({
    updateOne: {
      filter: { _id: group[0]?.delivery.endpointId ?? '', url },
      update: {
        $set: {
          'health.failing_since': null,
          'health.last_success_at': latest(group),
          'health.failures': 0,
          'health.notices': 0,
        },
      },
    },
  }));
  await collections.endpoints.bulkWrite(changes, { session });
}

function latest(group: readonly Attempt[]): Date {
  return new Date(Math.max(...group.map((attempt) => endOf(attempt).getTime())));
}

interface FollowContext extends CourseContext, EndpointCoursesOptions {
  /** For each group the id of the event that tells of its endpoint's end, should it come. */
  readonly eventIds: readonly string[];
}

/** Attempts of one endpoint, in the order in which they ended. */
type Group = readonly Attempt[];

/** What became of one endpoint. */
interface Followed {
  readonly endpoint: EndpointDocument;
  readonly group: Group;
  readonly course: Course;
  readonly eventId: string;
}

const hasSucceeded = ({ verdict }: Attempt): boolean => verdict.type === 'delivered';

const endOf = ({ at, latencyMs }: Attempt): Date => new Date(at.getTime() + latencyMs);

/**
 * Follows endpoints of which some attempts failed. However many they are, it is one read and one write: when hundreds that hang
 * run into their deadline at once, the attempts of others wait for the same transaction. What a receiver answers where the
 * endpoint is not any more says nothing of the one where it is.
 */
async function followFailing(groups: readonly Group[], context: FollowContext): Promise<Turns> {
  const { session, collections, disableAfterMs, random, eventIds } = context;
  const ids = groups.map(([first]) => first?.delivery.endpointId ?? '');
  const found = await collections.endpoints.find({ _id: { $in: ids } }, { session }).toArray();
  const byId = new Map(found.map((endpoint) => [idOf(endpoint), endpoint]));
  const followed = groups.flatMap((group, place): Followed[] => {
    const endpoint = byId.get(ids[place] ?? '');
    if (!endpoint) return [];
    const here = group.filter(({ url }) => url === endpoint.url);
    if (here.length === 0) return [];
    const outcomes = here.map((attempt): Outcome => ({ at: endOf(attempt), succeeded: hasSucceeded(attempt) }));
    const course = follow(healthOf(endpoint), outcomes, { disableAfterMs, random: random() });
    return [{ endpoint, group: here, course, eventId: eventIds[place] ?? '' }];
  });
  if (followed.length > 0) await collections.endpoints.bulkWrite(followed.map(changeOf), { session });
  const turns: Turns[] = [];
  for (const each of followed) turns.push(await turnsOf(each, context));
  return turns.flat();
}

const idOf = ({ _id }: EndpointDocument): string => _id;

function healthOf({ health }: EndpointDocument): Health {
  const { failing_since: failingSince, last_success_at: lastSuccessAt, last_failure_at: lastFailureAt } = health;
  return { failingSince, lastSuccessAt, lastFailureAt, failures: health.failures, notices: health.notices };
}

function changeOf({ endpoint: { _id }, group, course }: Followed) {
  const { failingSince, lastSuccessAt, lastFailureAt, failures, notices } = course.health;
  const health = {
    failing_since: failingSince,
    last_success_at: lastSuccessAt,
    last_failure_at: lastFailureAt,
    failures,
    notices,
  };
  const restMs = Math.max(course.restMs, restAsked(group));
  // Of several rests the longest holds; $max leaves null out.
  const rest = restMs > 0 ? { rests_until: { $max: ['$rests_until', fromNow(restMs)] } } : {};
  return { updateOne: { filter: { _id }, update: [{ $set: { health, ...rest } }] } };
}

function restAsked(group: Group): number {
  return Math.max(0, ...group.map(({ consequence }) => (consequence.type === 'rest' ? consequence.ms : 0)));
}

async function turnsOf(followed: Followed, context: FollowContext): Promise<Turns> {
  const { endpoint: found, group, course, eventId } = followed;
  const endpoint = { endpointId: idOf(found), tenant: found.tenant };
  const notices = course.noticed.map((share) => ({ endpoint, turn: { type: 'noticed' as const, share } }));
  const reason = group.some(({ consequence }) => consequence.type === 'disable') ? 'gone' : 'failing';
  const last = group.findLast((attempt) => !hasSucceeded(attempt));
  const isOver = reason === 'gone' || course.ended;
  if (!last || !isOver || found.status !== 'active') return notices;
  await endEndpoint(endFacts(followed, last, reason), { ...context, eventId });
  return [...notices, { endpoint, turn: { type: 'disabled', reason } }];
}

function endFacts({ endpoint, course }: Followed, last: Attempt, reason: EndpointEnd['reason']): EndpointEnd {
  const { _id: endpointId, tenant, url, description } = endpoint;
  const { failingSince, failures, lastSuccessAt } = course.health;
  const at = endOf(last);
  const lastAnswer = { lastStatus: last.status, lastError: last.error };
  const past = { failingSince: failingSince ?? at, failures, lastSuccessAt };
  return { endpointId, tenant, url, description, reason, ...past, ...lastAnswer, at };
}

interface EndContext extends CourseContext {
  readonly tellOfEnd: TellOfEnd;
  readonly eventId: string;
}

/** Nobody asked for it. */
const BY_ITSELF = { actor: 'system', requestId: null };

/**
 * Disables an endpoint and stores the event that says so, in the caller's transaction: it is told once, whenever the process
 * ends, and the queues of those who are told are awake.
 */
async function endEndpoint(end: EndpointEnd, { session, collections, tellOfEnd, eventId }: EndContext): Promise<void> {
  const { endpointId, reason, tenant } = end;
  const disabled = {
    status: 'disabled',
    disabled: { reason, at: '$$NOW' },
    version: { $add: ['$version', 1] },
    updated_at: '$$NOW',
  };
  await collections.endpoints.updateOne({ _id: endpointId }, [{ $set: disabled }], { session });
  const told = { action: 'webhook.disabled', details: { reason }, by: BY_ITSELF, tenant, endpointId };
  await tell(told, { session, collections, at: end.at });
  const event = tellOfEnd(end, eventId);
  const { due } = await storeGroups([[event]], { session, collections, at: end.at, wants: wantsEvent });
  const subscribers = due.get(event.id) ?? [];
  if (subscribers.length === 0) return;
  const update = wakeOf(tenant);
  const wakes = subscribers.map((id) => ({ updateOne: { filter: { _id: id }, update, upsert: true } }));
  await collections.queues.bulkWrite(wakes, { session });
}
