import { consumersOf, PUBLISHER_OF, TOPIC_LIFE } from '@fulfilment/contracts';
import { z } from 'zod';
import { type JsonObject, moveRefs } from '../openapi/json-shapes.ts';
import { TOPIC_SPECS, type TopicMessage, type TopicSpec } from './topic-messages.ts';

const BINDING = { bindingVersion: '0.5.0' };
const DAY_MS = 86_400_000;

/** The parts of a document, by name. */
export interface Part {
  readonly channels: JsonObject;
  readonly operations: JsonObject;
  readonly messages: JsonObject;
}

/** Every topic with who sends and takes what on it, and its dead letters. */
export function describeTopics(schemas: SchemaCollection): Part {
  const ofMessage = (spec: TopicSpec) => spec.messages.map((each) => [each.schemaId, describeMessage(each, spec, schemas)]);
  return {
    channels: Object.fromEntries(TOPIC_SPECS.flatMap((spec) => [topicOf(spec), deadLettersOf(spec)])),
    operations: Object.fromEntries(TOPIC_SPECS.flatMap(operationsOn)),
    messages: { ...Object.fromEntries(TOPIC_SPECS.flatMap(ofMessage)), DeadLetter: deadLetter },
  };
}

/** A channel's or an operation's name: `stock.commands` is `stockCommands`. */
const nameOf = (topic: string): string => topic.replaceAll(/\.(\w)/g, (_all, letter: string) => letter.toUpperCase());
const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function topicOf({ topic, description, key, messages }: TopicSpec): [string, JsonObject] {
  const { partitions, keptDays } = TOPIC_LIFE;
  const channel = {
    address: topic,
    description: `${description} Key: ${key.charAt(0).toLowerCase()}${key.slice(1)} Within one key the order is that of commits.`,
    servers: [{ $ref: '#/servers/kafka' }],
    messages: referencesTo(messages.map(({ schemaId }) => schemaId)),
    bindings: { kafka: kafkaTopic(topic, partitions, keptDays) },
  };
  return [nameOf(topic), channel];
}

function deadLettersOf({ topic }: TopicSpec): [string, JsonObject] {
  const { deadLetterPartitions, deadLettersKeptDays } = TOPIC_LIFE;
  const address = `${topic}.dlq`;
  const channel = {
    address,
    description: `Dead letters of \`${topic}\`, under their original key, until an operator puts them back.`,
    servers: [{ $ref: '#/servers/kafka' }],
    messages: referencesTo(['DeadLetter']),
    bindings: { kafka: kafkaTopic(address, deadLetterPartitions, deadLettersKeptDays) },
  };
  return [`${nameOf(topic)}DeadLetters`, channel];
}

function kafkaTopic(topic: string, partitions: number, keptDays: number): JsonObject {
  return { topic, partitions, topicConfiguration: { 'retention.ms': keptDays * DAY_MS }, ...BINDING };
}

function referencesTo(names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${name}` }]));
}

function operationsOn({ topic }: TopicSpec): [string, JsonObject][] {
  const channel = { $ref: `#/channels/${nameOf(topic)}` };
  const name = capitalised(nameOf(topic));
  return [
    [`send${name}`, { action: 'send', channel, summary: `Sent by ${PUBLISHER_OF[topic]}.` }],
    [`receive${name}`, { action: 'receive', channel, summary: `Received by ${consumersOf(topic).join(' and ')}.` }],
  ];
}

function describeMessage(message: TopicMessage, spec: TopicSpec, schemas: SchemaCollection): JsonObject {
  const { type, schemaId, summary, schema, sample } = message;
  return {
    name: type,
    title: type,
    summary,
    contentType: 'application/json',
    headers: recordHeaders(message, spec),
    payload: schemas.referTo(schema, schemaId),
    correlationId: { description: 'Id of the request that caused it.', location: '$message.header#/request_id' },
    bindings: { kafka: { key: { type: 'string', description: spec.key, examples: [spec.keyExample] }, ...BINDING } },
    examples: [{ name: type, payload: sample }],
  };
}

const text = (description: string): JsonObject => ({ type: 'string', description });

/**
 * The headers of a record (CloudEvents 1.0, Kafka protocol binding, binary content mode): they repeat what a reader would
 * otherwise parse the body for.
 *
 * @see https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/kafka-protocol-binding.md#32-binary-content-mode
 */
function recordHeaders({ type }: TopicMessage, { topic }: TopicSpec): JsonObject {
  return {
    type: 'object',
    required: ['ce_specversion', 'ce_id', 'ce_type', 'ce_source', 'ce_subject', 'ce_time', 'content-type', 'request_id'],
    properties: {
      ce_specversion: { const: '1.0' },
      ce_id: text('Id of the message, the same at every repetition.'),
      ce_type: { const: type },
      ce_source: { enum: [PUBLISHER_OF[topic]] },
      ce_subject: text('Subject: the SKU, or the id of the order or scan.'),
      ce_time: { type: 'string', format: 'date-time', description: 'Time of the event, RFC 3339 in UTC.' },
      'content-type': { const: 'application/json' },
      request_id: text('Id of the request that caused it.'),
      traceparent: text('W3C Trace Context, if the request had one.'),
    },
  };
}

/** Headers of a dead letter beside those of its record. */
const DEAD_LETTER_HEADERS: JsonObject = {
  type: 'object',
  required: ['dlq_group', 'dlq_topic', 'dlq_partition', 'dlq_offset', 'dlq_error'],
  properties: {
    dlq_group: text('Consumer group that could not handle the message.'),
    dlq_topic: text('Original topic.'),
    dlq_partition: { type: 'string', pattern: String.raw`^\d+$` },
    dlq_offset: { type: 'string', pattern: String.raw`^\d+$` },
    dlq_error: text('Reason for the dead letter.'),
    dlq_value: {
      const: 'omitted',
      description: 'Present if the body is too large for this message; the service stores it whole.',
    },
  },
};

const deadLetter = {
  name: 'dead-letter',
  title: 'Dead letter',
  summary: 'A dead letter: the original body and headers, with their origin.',
  headers: DEAD_LETTER_HEADERS,
  payload: { description: 'Whatever it was.' },
};

const COMPONENTS = '#/components/schemas/';

/** Schemas as draft 07 writes them, which is the dialect of AsyncAPI 3.0 (its section "Schema Object"). */
export interface SchemaCollection {
  /** A reference to the schema, which is kept under the id, and with it those that it refers to. */
  referTo(schema: z.ZodType, id: string): JsonObject;
  /** All that were met so far, by id. */
  components(): JsonObject;
}

const SETTINGS = { target: 'draft-7', override: dropUnsaid } as const;

/** Starts without any. */
export function collectSchemas(): SchemaCollection {
  const components = new Map<string, JsonObject>();
  return {
    referTo: (schema, id) => {
      const { $schema: _dialect, definitions, ...shape } = z.toJSONSchema(schema, SETTINGS);
      for (const [name, inner] of entriesOf(definitions)) components.set(name, asComponent(inner));
      // A schema with an id of its own is among the definitions already.
      if (shape.$ref !== undefined) return asComponent(shape);
      components.set(id, asComponent(shape));
      return { $ref: COMPONENTS + id };
    },
    components: () => Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function entriesOf(definitions: unknown): [string, unknown][] {
  return typeof definitions === 'object' && definitions !== null ? Object.entries(definitions) : [];
}

function asComponent(shape: unknown): JsonObject {
  if (typeof shape !== 'object' || shape === null) return {};
  return moveRefs(shape, (ref) => ref.replace('#/definitions/', COMPONENTS));
}

/** The bounds of a safe integer and `additionalProperties: {}` say nothing to a reader. */
function dropUnsaid({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  const { additionalProperties: others } = jsonSchema;
  if (typeof others === 'object' && Object.keys(others).length === 0) delete jsonSchema.additionalProperties;
}
