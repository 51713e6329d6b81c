import { errors, operatorOperations, PUBLISHED_TOPICS, PUBLISHER_OF } from '@fulfilment/contracts';
import { type BoundRoute, operatorRoute } from '@fulfilment/http';
import { type RelayHold, REST_MS, SETTLE_MS, type TopicAdmin } from '@fulfilment/messaging';

/** Kafka adds partitions within 10 s, or the request has failed. */
const GROWING_MS = 15_000;

/** Consumer groups of a process, with their topics. */
export interface ConsumedTopics {
  readonly group: string;
  readonly topics: readonly string[];
}

/** The operator's route of every service that consumes: where its groups stand. */
export function topicsRoute(topics: TopicAdmin, consumed: readonly ConsumedTopics[]): BoundRoute {
  return operatorRoute(operatorOperations.listTopics, async () => {
    const groups = await Promise.all(
      consumed.map(async ({ group, topics: names }) =>
        (await topics.positions(group, names)).flatMap(({ topic, end, ...position }) => {
          const known = PUBLISHED_TOPICS.find((name) => name === topic);
          return known ? [{ topic: known, group, ...position, end: String(end) }] : [];
        }),
      ),
    );
    return { status: 200 as const, body: { data: groups.flat() } };
  });
}

/** The operator's routes of every service that publishes: its relays rest, its topics get more partitions, its relays go on. */
export function growRoutes(service: string, topics: TopicAdmin, hold: RelayHold): readonly BoundRoute[] {
  return [
    operatorRoute(operatorOperations.holdRelays, async ({ body: { holder, seconds } }) => {
      const state = await hold.renew(holder, seconds);
      return { status: 200 as const, body: { state, rest_seconds: REST_MS / 1_000, settle_seconds: SETTLE_MS / 1_000 } };
    }),
    operatorRoute(operatorOperations.releaseRelays, async ({ body: { holder } }) => {
      await hold.release(holder);
      return { status: 200 as const, body: {} };
    }),
    operatorRoute(operatorOperations.growTopic, async ({ body: { topic, partitions, holder } }) => {
      if (PUBLISHER_OF[topic] !== service) throw refused('/topic', `The service ${service} does not publish to ${topic}.`);
      // Not by the clock of the command: it may have been suspended, and relays may have gone on.
      if (holder !== undefined && !(await hold.isHeld(holder, GROWING_MS)))
        return { status: 200 as const, body: { result: 'not_held' as const } };
      const reason = await topics.grow(topic, partitions, { dryRun: holder === undefined });
      if (reason !== undefined) throw refused('/partitions', reason);
      return { status: 200 as const, body: { result: holder === undefined ? ('possible' as const) : ('grown' as const) } };
    }),
  ];
}

function refused(pointer: string, message: string) {
  return errors.validationFailed(message, { facts: { errors: [{ pointer, code: 'refused', message }] } });
}
