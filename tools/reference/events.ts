import { DELIVERED_TYPES, type DeliveredType, EVENT_MEANINGS, EVENT_TYPES, TOPIC_OF_EVENT } from '@fulfilment/contracts';
import { SAMPLE_DELIVERIES } from '@fulfilment/api-docs/samples';
import { page, table } from './table.ts';

/** Every domain event: its topic, when it is emitted, what it looks like. */
export function eventsPage(): string {
  const overview = table(
    ['event', 'topic', 'emitted when'],
    DELIVERED_TYPES.map((type) => [`[\`${type}\`](#${type.replaceAll('.', '')})`, topicOf(type), EVENT_MEANINGS[type]]),
  );
  const sections = DELIVERED_TYPES.map((type) =>
    [`## ${type}`, EVENT_MEANINGS[type], `\`\`\`json\n${JSON.stringify(SAMPLE_DELIVERIES[type], null, 2)}\n\`\`\``].join('\n\n'),
  );
  return page(
    '# Events',
    'What is on Kafka is byte for byte what subscribers get. An event is delivered at least once and its `id` never changes. `sequence` is the version of the record at that commit: it rises and may skip, so a receiver drops what is older than what it has. Scans have none. New optional fields may appear. The schemas are in `openapi.json`, under `webhooks`; topics, keys and headers are in `asyncapi.json`. What webhooks say of themselves is on no topic. Every event can be read for 30 days: [catching up](../catching-up.md).',
    overview,
    ...sections,
  );
}

function topicOf(type: DeliveredType): string {
  const known = EVENT_TYPES.find((each) => each === type);
  return known === undefined ? '–' : `\`${TOPIC_OF_EVENT[known]}\``;
}
