import { DELIVERED, DELIVERED_TYPES, type DeliveredType } from '@fulfilment/contracts';
import { externalDocs } from '../guides.ts';
import type { JsonObject } from '../openapi/json-shapes.ts';
import { DELIVERY_HEADERS } from '../openapi/document.ts';
import { SAMPLE_DELIVERIES } from '../samples/events.ts';
import { collectSchemas, describeTopics, type Part, type SchemaCollection } from './topics.ts';

/** The document as JSON. Its parts follow AsyncAPI 3.0.0. */
export interface AsyncApiDocument {
  readonly asyncapi: '3.0.0';
  readonly info: JsonObject;
  readonly defaultContentType: string;
  readonly servers: JsonObject;
  readonly channels: JsonObject;
  readonly operations: JsonObject;
  readonly components: Readonly<Record<'messages' | 'schemas', JsonObject>>;
}

/** The installation that serves the AsyncAPI document. */
/** The values that differ between installations. */
export interface AsyncApiOptions {
  /** Public URL of the gateway, without a trailing slash: `http://localhost:8080`. */
  readonly publicUrl: string;
  /** Version of the document; `1.0.0` by default. */
  readonly version?: string;
}

const DESCRIPTION = `What the services say to one another over Kafka, and what subscribers get as webhooks.

The body of an event is serialised once: the value on its topic, the body of every delivery and the event in the feed (\`GET /v1/events\`) are identical. Events are delivered at least once, and their \`id\` never changes. \`sequence\` is the version of the record: increasing, with gaps. Ignore unknown fields and types, since new optional ones can appear. The REST API is described at \`/openapi.json\`.`;

const SERVERS = {
  kafka: { host: 'localhost:9092', protocol: 'kafka', description: 'The brokers of this installation (`KAFKA_BROKERS`).' },
  subscriber: {
    host: '{host}',
    protocol: 'https',
    description: 'A receiver of webhooks.',
    variables: { host: { description: 'Host of the endpoint URL.', examples: ['hooks.example.com'] } },
  },
};

/**
 * The AsyncAPI 3.0 document of topics and webhooks, made of the schemas that the services themselves parse with.
 *
 * @see https://www.asyncapi.com/docs/reference/specification/v3.0.0
 */
export function asyncApiDocument({ publicUrl, version = '1.0.0' }: AsyncApiOptions): AsyncApiDocument {
  const schemas = collectSchemas();
  const topics = describeTopics(schemas);
  const webhooks = describeWebhooks(schemas);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Inventory & Order Fulfilment: events',
      version,
      description: DESCRIPTION,
      externalDocs: externalDocs('receiving-webhooks', publicUrl),
    },
    defaultContentType: 'application/json',
    servers: SERVERS,
    channels: { ...topics.channels, ...webhooks.channels },
    operations: { ...topics.operations, ...webhooks.operations },
    components: { messages: { ...topics.messages, ...webhooks.messages }, schemas: schemas.components() },
  };
}

/** The webhooks of a subscriber: each event as one POST with its signatures. */
function describeWebhooks(schemas: SchemaCollection): Part {
  const names = DELIVERED_TYPES.map((type) => `${nameOf(type)}Delivery`);
  const messages = DELIVERED_TYPES.map((type): [string, JsonObject] => [
    `${nameOf(type)}Delivery`,
    describeDelivery(type, schemas),
  ]);
  return {
    channels: {
      webhook: {
        address: null,
        description: 'URL of a webhook endpoint, which receives the event types that it selects.',
        servers: [{ $ref: '#/servers/subscriber' }],
        messages: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${name}` }])),
      },
    },
    operations: {
      deliverEvents: {
        action: 'send',
        channel: { $ref: '#/channels/webhook' },
        summary: 'Delivers an event at least once.',
        description:
          'Any complete 2xx within 15 seconds is a success; anything else is retried, byte for byte, for about three days. `Retry-After` on 429 and 503 is honoured, 410 disables the endpoint. Missed events are in the feed: `GET /v1/events`.',
        bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
      },
    },
    messages: Object.fromEntries(messages),
  };
}

const nameOf = (type: DeliveredType): string => DELIVERED[type].schema.meta()?.id ?? type;

function describeDelivery(type: DeliveredType, schemas: SchemaCollection): JsonObject {
  return {
    name: type,
    title: `${type}, delivered`,
    summary: DELIVERED[type].meaning,
    contentType: 'application/json',
    headers: {
      type: 'object',
      required: Object.keys(DELIVERY_HEADERS),
      properties: {
        ...Object.fromEntries(
          Object.entries(DELIVERY_HEADERS).map(([name, description]) => [name, { type: 'string', description }]),
        ),
        traceparent: { type: 'string', description: 'W3C Trace Context, if the request that caused the event had one.' },
      },
    },
    payload: schemas.referTo(DELIVERED[type].schema, nameOf(type)),
    correlationId: { description: 'The id of the event.', location: '$message.header#/Service-Event-Id' },
    examples: [{ name: type, payload: SAMPLE_DELIVERIES[type] }],
  };
}
