import { type Clock, newId } from '@fulfilment/kernel';
import type { ClientSession } from 'mongodb';
import { type Course, follow, type Outcome } from '../domain/health.ts';
import type { Attempt, EndpointEnd, EndpointTurn, EndpointWatch, QueueKey, TellOfEnd } from '../use-cases/ports.ts';
import type { Collections, EndpointDocument } from './documents.ts';
import { endEndpoint } from './end-endpoint.ts';
import { fromNow } from './keeping.ts';

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
type Turns = readonly { readonly endpoint: QueueKey; readonly turn: EndpointTurn }[];

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
      const ids = failing.map(() => newId('evt'));
      return {
        write: async (context) => {
          if (noted.length > 0) await noteSuccesses(noted, context);
          const turns: Turns[] = [];
          for (const [place, group] of failing.entries())
            turns.push(await followOne(group, { ...context, ...options, eventId: ids[place] ?? newId('evt') }));
          return turns.flat();
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

const hasSucceeded = ({ verdict }: Attempt): boolean => verdict.type === 'delivered';

const endOf = ({ at, latencyMs }: Attempt): Date => new Date(at.getTime() + latencyMs);

async function noteSuccesses(groups: readonly (readonly Attempt[])[], { session, collections }: CourseContext): Promise<void> {
  const changes = groups.map((group) => ({
    updateOne: {
      filter: { _id: group[0]?.delivery.endpointId ?? '' },
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
  readonly eventId: string;
}

async function followOne(group: readonly Attempt[], context: FollowContext): Promise<Turns> {
  const { session, collections, disableAfterMs, random } = context;
  const [first] = group;
  const last = group.findLast((attempt) => !hasSucceeded(attempt));
  if (!first || !last) return [];
  const { endpointId, tenant } = first.delivery;
  const found = await collections.endpoints.findOne({ _id: endpointId, tenant }, { session });
  if (!found) return [];
  const outcomes = group.map((attempt): Outcome => ({ at: endOf(attempt), succeeded: hasSucceeded(attempt) }));
  const course = follow(healthOf(found), outcomes, { disableAfterMs, random: random() });
  await writeCourse(found, { course, restMs: Math.max(course.restMs, restAsked(group)) }, context);
  const reason = group.some(({ consequence }) => consequence.type === 'disable') ? 'gone' : 'failing';
  const endpoint = { endpointId, tenant };
  const notices = course.noticed.map((share) => ({ endpoint, turn: { type: 'noticed' as const, share } }));
  if (found.status !== 'active' || (reason === 'failing' && !course.ended)) return notices;
  await endEndpoint(endFacts(found, { course, last, reason }), context);
  return [...notices, { endpoint, turn: { type: 'disabled', reason } }];
}

function healthOf({ health }: EndpointDocument) {
  const { failing_since: failingSince, last_success_at: lastSuccessAt, last_failure_at: lastFailureAt } = health;
  return { failingSince, lastSuccessAt, lastFailureAt, failures: health.failures, notices: health.notices };
}

function restAsked(group: readonly Attempt[]): number {
  return Math.max(0, ...group.map(({ consequence }) => (consequence.type === 'rest' ? consequence.ms : 0)));
}

interface Written {
  readonly course: Course;
  readonly restMs: number;
}

async function writeCourse({ _id }: EndpointDocument, { course, restMs }: Written, context: CourseContext): Promise<void> {
  const { failingSince, lastSuccessAt, lastFailureAt, failures, notices } = course.health;
  const health = {
    failing_since: failingSince,
    last_success_at: lastSuccessAt,
    last_failure_at: lastFailureAt,
    failures,
    notices,
  };
  // Of several rests the longest holds; $max leaves null out.
  const rest = restMs > 0 ? { rests_until: { $max: ['$rests_until', fromNow(restMs)] } } : {};
  const { session, collections } = context;
  await collections.endpoints.updateOne({ _id }, [{ $set: { health, ...rest } }], { session });
}

interface End {
  readonly course: Course;
  readonly last: Attempt;
  readonly reason: EndpointEnd['reason'];
}

function endFacts(endpoint: EndpointDocument, { course, last, reason }: End): EndpointEnd {
  const { _id: endpointId, tenant, url, description } = endpoint;
  const { failingSince, failures, lastSuccessAt } = course.health;
  const at = endOf(last);
  const lastAnswer = { lastStatus: last.status, lastError: last.error };
  const past = { failingSince: failingSince ?? at, failures, lastSuccessAt };
  return { endpointId, tenant, url, description, reason, ...past, ...lastAnswer, at };
}
