import { expect, test } from 'vitest';
import { z } from 'zod';
import { withMeanings } from './json-shapes.ts';

test('a field without a meaning makes no document, and is named', () => {
  const line = z.strictObject({ sku: z.string(), quantity: z.int().describe('Units.') });
  const order = z.strictObject({ lines: z.array(line).describe('The lines.'), note: z.string().optional() });

  expect(() => withMeanings('Order', z.toJSONSchema(order))).toThrow(/Order\.lines\.sku, Order\.note$/);
});

test('a rule about fields repeats no meaning', () => {
  const rule = { if: { properties: { type: { const: 'bin' } } }, else: { properties: { parent_id: { minLength: 1 } } } };
  const shape = { properties: { type: { description: 'The type.' }, parent_id: { description: 'The parent.' } }, ...rule };

  expect(withMeanings('Location', shape)).toBe(shape);
});
