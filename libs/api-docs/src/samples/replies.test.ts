import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ACCOUNT_OPERATIONS, type Operation, OPERATIONS } from '@fulfilment/contracts';
import { accountApiDocument, openApiDocument } from '../index.ts';
import { templateOf } from '../openapi/operations.ts';

const options = { publicUrl: 'http://localhost:8080' };
const DOCUMENTS = [
  { base: '/v1', operations: OPERATIONS, document: openApiDocument(options) },
  { base: '/account/v1', operations: ACCOUNT_OPERATIONS, document: accountApiDocument(options) },
];

const json = z.looseObject({
  example: z.unknown().optional(),
  examples: z.record(z.string(), z.looseObject({ value: z.unknown() })).default({}),
});
const shown = z.looseObject({ content: z.looseObject({ 'application/json': json.optional() }).default({}) });
const documented = z.looseObject({ requestBody: shown.optional(), responses: z.record(z.string(), z.looseObject({})) });

// The published schemas let answers gain fields. An example may not: it shows what there is.
describe.each(DOCUMENTS)('$base', ({ operations, document }) => {
  test.each(operations.map((operation) => ({ id: operation.id, operation })))(
    'what $id shows is what its contract has, and nothing else',
    ({ operation }) => {
      const { requestBody, responses } = documented.parse(itemOf(document.paths, operation));
      const bodies = requestBody ? valuesIn(requestBody).map((value) => ({ schema: operation.body, value })) : [];
      const replies = Object.entries(operation.replies).flatMap(([status, { body, media }]) =>
        media ? [] : valuesIn(shown.parse(responses[status])).map((value) => ({ schema: body, value })),
      );

      for (const { schema, value } of [...bodies, ...replies]) expect(schema.safeParse(value).error?.issues ?? []).toEqual([]);
      const told = Object.values(operation.replies).filter(({ media }) => !media);
      expect(replies.length).toBeGreaterThanOrEqual(told.length);
    },
  );
});

function itemOf(paths: Readonly<Record<string, object>>, operation: Operation): unknown {
  return Object.entries(paths[templateOf(operation)] ?? {}).find(([method]) => method === operation.method.toLowerCase())?.[1];
}

function valuesIn({ content }: z.output<typeof shown>): readonly unknown[] {
  const { example, examples = {} } = content['application/json'] ?? {};
  return example === undefined ? Object.values(examples).map(({ value }) => value) : [example];
}
