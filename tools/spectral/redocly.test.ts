import { accountApiDocument, openApiDocument } from '@fulfilment/api-docs';
import { BaseResolver, createConfig, lintDocument, makeDocumentFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';

/** Recommended rules that are off, each with its reason. */
const OFF = {
  'info-license': 'The API is offered by contract; its description is under no licence.',
  'no-server-example.com': 'The documents name the address that is configured, localhost by default.',
  'operation-2xx-response': 'Single sign-on answers a browser with redirections alone.',
  'no-ambiguous-paths': '`by-barcode` is reserved: no SKU has that code.',
  // Its validator takes a condition for the whole schema, and knows no discriminator with a fall-back. Our own test holds every example.
  'no-invalid-schema-examples': 'quality.test.ts of api-docs validates every example of a schema.',
  'no-invalid-media-type-examples': 'quality.test.ts of api-docs validates every example of a body.',
} as const;

const options = { publicUrl: 'http://localhost:8080' };

test.each([
  ['/v1', openApiDocument(options)],
  ['/account/v1', accountApiDocument(options)],
])('the document of %s keeps the recommended rules of Redocly', { timeout: 120_000 }, async (_base, document) => {
  const findings = await lint(document, OFF);

  expect(findings.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual([]);
});

test('no rule is off without need', { timeout: 120_000 }, async () => {
  const findings = [...(await lint(openApiDocument(options), {})), ...(await lint(accountApiDocument(options), {}))];
  const broken = new Set(findings.map(({ ruleId }) => ruleId));

  expect(Object.keys(OFF).filter((rule) => !broken.has(rule))).toEqual([]);
});

async function lint(document: object, off: Readonly<Record<string, string>>) {
  const rules = Object.fromEntries(Object.keys(off).map((rule) => [rule, 'off' as const]));
  const config = await createConfig({ extends: ['recommended'], rules });
  const source = makeDocumentFromString(JSON.stringify(document), 'openapi.json');
  return lintDocument({ document: source, externalRefResolver: new BaseResolver(), config });
}
