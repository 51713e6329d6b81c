import { z } from 'zod';

/** A JSON schema as the documents use it; members that matter to validation alone are left out. */
export interface JsonSchema {
  readonly $ref?: string | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly description?: string | undefined;
  readonly format?: string | undefined;
  readonly pattern?: string | undefined;
  readonly examples?: readonly unknown[] | undefined;
  readonly const?: string | number | boolean | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly 'x-extensible-enum'?: readonly string[] | undefined;
  readonly items?: JsonSchema | undefined;
  readonly maxItems?: number | undefined;
  readonly properties?: Readonly<Record<string, JsonSchema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly additionalProperties?: boolean | JsonSchema | undefined;
  readonly anyOf?: readonly JsonSchema[] | undefined;
  readonly oneOf?: readonly JsonSchema[] | undefined;
  readonly discriminator?: { readonly mapping?: Readonly<Record<string, string>> | undefined } | undefined;
}

const jsonSchema: z.ZodType<JsonSchema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    description: z.string().optional(),
    format: z.string().optional(),
    pattern: z.string().optional(),
    examples: z.array(z.unknown()).optional(),
    const: z.union([z.string(), z.number(), z.boolean()]).optional(),
    enum: z.array(z.unknown()).optional(),
    'x-extensible-enum': z.array(z.string()).optional(),
    items: jsonSchema.optional(),
    maxItems: z.number().optional(),
    properties: z.record(z.string(), jsonSchema).optional(),
    required: z.array(z.string()).optional(),
    additionalProperties: z.union([z.boolean(), jsonSchema]).optional(),
    anyOf: z.array(jsonSchema).optional(),
    oneOf: z.array(jsonSchema).optional(),
    discriminator: z.object({ mapping: z.record(z.string(), z.string()).optional() }).optional(),
  }),
);

const parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header', 'cookie']),
  description: z.string().default(''),
  required: z.boolean().default(false),
  example: z.unknown().optional(),
  schema: jsonSchema,
});
const reference = z.object({ $ref: z.string() });
const example = z.object({ value: z.unknown() });
const media = z.object({
  schema: jsonSchema.optional(),
  example: z.unknown().optional(),
  examples: z.record(z.string(), example).optional(),
});
const response = z.object({
  description: z.string().default(''),
  content: z.record(z.string(), media).default({}),
  'x-codes': z.array(z.string()).default([]),
});

const operation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()).min(1),
  summary: z.string(),
  description: z.string().default(''),
  security: z.array(z.record(z.string(), z.unknown())).optional(),
  parameters: z.array(z.union([parameter, reference])).default([]),
  requestBody: z.object({ required: z.boolean().default(false), content: z.record(z.string(), media) }).optional(),
  responses: z.record(z.string(), z.union([reference, response])),
});

const document = z.object({
  /** Requests that the service sends, by the type of their event. */
  webhooks: z
    .record(z.string(), z.object({ post: z.object({ requestBody: z.object({ content: z.record(z.string(), media) }) }) }))
    .default({}),
  paths: z.record(z.string(), z.partialRecord(z.enum(['get', 'post', 'patch', 'put', 'delete']), operation)),
  components: z.object({
    schemas: z.record(z.string(), jsonSchema),
    responses: z.record(z.string(), response),
    parameters: z.record(z.string(), parameter),
  }),
});

/** An OpenAPI document of the product: what the client libraries are made from. */
export type ApiDocument = z.output<typeof document>;
/** One operation of it. */
export type DocumentOperation = z.output<typeof operation>;
/** One response of an operation. */
export type DocumentResponse = z.output<typeof response>;
/** One parameter. */
export type DocumentParameter = z.output<typeof parameter>;

/**
 * A document whose named texts, such as a type of event, stand where they are used: the libraries name records alone.
 *
 * @throws ZodError for a document that is not of the product's form.
 */
export function readDocument(text: string): ApiDocument {
  const { components } = document.parse(JSON.parse(text));
  const texts = new Map(Object.entries(components.schemas).filter(([, schema]) => schema.type === 'string'));
  const api = document.parse(
    JSON.parse(text, (_name, value: unknown) => {
      const named = reference.safeParse(value);
      return (named.success && texts.get(nameOfReference(named.data.$ref))) || value;
    }),
  );
  const schemas = Object.fromEntries(Object.entries(api.components.schemas).filter(([name]) => !texts.has(name)));
  return { ...api, components: { ...api.components, schemas } };
}

/** `Order` of `#/components/schemas/Order`. */
export function nameOfReference(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1);
}

/** A response of an operation, behind its reference. @throws Error for a reference that leads nowhere. */
export function responseOf(api: ApiDocument, entry: DocumentOperation['responses'][string]): DocumentResponse {
  if (!('$ref' in entry)) return entry;
  const found = api.components.responses[nameOfReference(entry.$ref)];
  if (!found) throw new Error(`${entry.$ref} leads nowhere`);
  return found;
}

/** A parameter of an operation, behind its reference. @throws Error for a reference that leads nowhere. */
export function parameterOf(api: ApiDocument, entry: DocumentOperation['parameters'][number]): DocumentParameter {
  if (!('$ref' in entry)) return entry;
  const found = api.components.parameters[nameOfReference(entry.$ref)];
  if (!found) throw new Error(`${entry.$ref} leads nowhere`);
  return found;
}
