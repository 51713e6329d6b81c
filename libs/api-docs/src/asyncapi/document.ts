import { collectSchemas } from './schemas.ts';
import { describeTopics } from './topics.ts';
import { describeWebhooks } from './webhooks.ts';
import type { JsonObject } from '../openapi/json.ts';

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
  /** Where clients reach the gateway, without a slash at its end: `http://localhost:8080`. */
  readonly publicUrl: string;
  /** Version of the document; `1.0.0` by default. */
  readonly version?: string;
}

const DESCRIPTION = `What the services say to one another over Kafka, and what subscribers get as webhooks.

The body of an event is made once: the value on its topic, the body of every delivery and the event in the feed (\`GET /v1/events\`) are the same. Events are delivered at least once, their \`id\` never changes. \`sequence\` is the version of the record that an event tells of: it rises and may skip. New optional fields and new types may appear; whoever does not know them goes on.`;

const SERVERS = {
  kafka: { host: 'localhost:9092', protocol: 'kafka', description: 'The brokers of this installation (`KAFKA_BROKERS`).' },
  subscriber: {
    host: '{host}',
    protocol: 'https',
    description: 'A receiver of webhooks.',
    variables: { host: { description: 'Of the URL that the endpoint was added with.', examples: ['hooks.example.com'] } },
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
      externalDocs: { description: 'The REST API.', url: `${publicUrl}/openapi.json` },
    },
    defaultContentType: 'application/json',
    servers: SERVERS,
    channels: { ...topics.channels, ...webhooks.channels },
    operations: { ...topics.operations, ...webhooks.operations },
    components: { messages: { ...topics.messages, ...webhooks.messages }, schemas: schemas.components() },
  };
}
