import type { JsonObject } from '../openapi/json.ts';
import type { TopicMessage, TopicSpec } from './topic-messages.ts';

const text = (description: string): JsonObject => ({ type: 'string', description });

/**
 * The headers of a record (CloudEvents 1.0, Kafka protocol binding, binary content mode): they repeat what a reader would
 * otherwise parse the body for.
 *
 * @see https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/kafka-protocol-binding.md#32-binary-content-mode
 */
export function recordHeaders({ type }: TopicMessage, { sources }: TopicSpec): JsonObject {
  return {
    type: 'object',
    required: ['ce_specversion', 'ce_id', 'ce_type', 'ce_source', 'ce_subject', 'ce_time', 'content-type', 'request_id'],
    properties: {
      ce_specversion: { const: '1.0' },
      ce_id: text('The id of the message: the same however often it is sent.'),
      ce_type: { const: type },
      ce_source: { enum: [...sources] },
      ce_subject: text('What it is about: the SKU, or the id of the order or the scan.'),
      ce_time: { type: 'string', format: 'date-time', description: 'When it happened, RFC 3339 in UTC.' },
      'content-type': { const: 'application/json' },
      request_id: text('The request that caused it.'),
      traceparent: text('W3C Trace Context, where the request had one.'),
    },
  };
}

/** Headers of a dead letter beside those of its record. */
export const DEAD_LETTER_HEADERS: JsonObject = {
  type: 'object',
  required: ['dlq_group', 'dlq_topic', 'dlq_partition', 'dlq_offset', 'dlq_error'],
  properties: {
    dlq_group: text('The consumer group that could not handle it.'),
    dlq_topic: text('The topic that it was on.'),
    dlq_partition: { type: 'string', pattern: String.raw`^\d+$` },
    dlq_offset: { type: 'string', pattern: String.raw`^\d+$` },
    dlq_error: text('Why it could not be handled.'),
    dlq_value: { const: 'omitted', description: 'There where the body is too large to stand here: the service keeps it whole.' },
  },
};
