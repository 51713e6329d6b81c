import type { ErrorCode } from '@fulfilment/contracts';
import { z } from 'zod';

/** The headers that the document shows for a request that writes. */
export function shownHeaders(shown: unknown): Record<string, string> {
  const parameter = z.looseObject({ name: z.string(), schema: z.looseObject({ examples: z.array(z.string()) }) });
  const { IdempotencyKey, Traceparent } = z
    .looseObject({
      components: z.looseObject({ parameters: z.looseObject({ IdempotencyKey: parameter, Traceparent: parameter }) }),
    })
    .parse(shown).components.parameters;
  return Object.fromEntries([IdempotencyKey, Traceparent].map(({ name, schema }) => [name, schema.examples[0] ?? '']));
}

/** The example of a code, wherever the document shows it first. */
export function shownProblem(value: unknown, code: ErrorCode): Record<string, unknown> {
  const found = findExample(value, code);
  if (!found) throw new Error(`The document shows no ${code}`);
  return found;
}

function findExample(value: unknown, code: ErrorCode): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const members = Object.entries(value);
  if ('request_id' in value && 'code' in value && value.code === code) return Object.fromEntries(members);
  for (const [, inner] of members) {
    const found = findExample(inner, code);
    if (found) return found;
  }
  return undefined;
}
