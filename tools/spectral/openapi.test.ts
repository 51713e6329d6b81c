import { openApiDocument } from '@fulfilment/api-docs';
import { Ruleset, Spectral } from '@stoplight/spectral-core';
import { expect, test } from 'vitest';
import { ruleset } from './ruleset.ts';

const spectral = new Spectral();
spectral.setRuleset(new Ruleset(ruleset));

test('the OpenAPI document keeps the recommended rules of Spectral and our own', { timeout: 120_000 }, async () => {
  const findings = await findingsIn(openApiDocument({ publicUrl: 'http://localhost:8080' }));

  expect(findings.map(({ code, message, path }) => `${code} ${path.join('/')}: ${message}`)).toEqual([]);
});

test('every one of our own rules is seen to bite', { timeout: 60_000 }, async () => {
  const codes = new Set((await findingsIn(FAULTY)).map(({ code }) => String(code)));

  const own = Object.entries(ruleset.rules).flatMap(([name, rule]) => (rule === 'off' ? [] : [name]));
  expect(own.filter((name) => !codes.has(name))).toEqual([]);
  expect(codes).toContain('operation-description');
});

async function findingsIn(document: object) {
  const plain: unknown = JSON.parse(JSON.stringify(document));
  return spectral.run(typeof plain === 'object' && plain !== null ? { ...plain } : {});
}

const reply = { type: 'object', additionalProperties: false, properties: {} };

/** Breaks each of our rules once. */
const FAULTY = {
  openapi: '3.1.0',
  info: { title: 'Faulty', version: '1' },
  paths: {
    '/mugs': {
      get: {
        operationId: 'List_Mugs',
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
        responses: {
          200: { description: 'Mugs.', content: { 'application/json': { schema: reply } } },
          404: { description: 'None.', content: { 'application/problem+json': { schema: { type: 'object' }, example: {} } } },
        },
      },
    },
  },
  components: {
    schemas: {
      Mug: { type: 'object', properties: { onHand: { type: 'integer' }, size: { type: 'integer', description: 'How big.' } } },
    },
  },
};
