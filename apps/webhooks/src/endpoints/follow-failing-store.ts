import { fromNow } from '../database/keeping-documents.ts';
import type { Attempt, EndpointEnd } from '../deliveries/attempt-ports.ts';
import { type Course, follow, type Health, type Outcome } from './domain/health.ts';
import { endEndpoint } from './end-endpoint-store.ts';
import type { CourseContext, EndpointCoursesOptions, Turns } from './endpoint-courses-store.ts';
import type { EndpointDocument } from './endpoint-documents.ts';

export interface FollowContext extends CourseContext, EndpointCoursesOptions {
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

export const hasSucceeded = ({ verdict }: Attempt): boolean => verdict.type === 'delivered';

export const endOf = ({ at, latencyMs }: Attempt): Date => new Date(at.getTime() + latencyMs);

/**
 * Follows endpoints of which some attempts failed. However many they are, it is one read and one write: when hundreds that hang
 * run into their deadline at once, the attempts of others wait for the same transaction. What a receiver answers where the
 * endpoint is not any more says nothing of the one where it is.
 */
export async function followFailing(groups: readonly Group[], context: FollowContext): Promise<Turns> {
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
