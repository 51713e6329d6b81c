import { type Clock, newId } from '@fulfilment/kernel';
import type { ClientSession } from 'mongodb';
import type { Collections } from '../database/collections-documents.ts';
import type { Attempt, EndpointTurn, EndpointWatch, TellOfEnd } from '../deliveries/attempt-ports.ts';
import type { QueueKey } from '../deliveries/delivery-ports.ts';
import { endOf, followFailing, hasSucceeded } from './follow-failing-store.ts';

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
