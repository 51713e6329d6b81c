import { z } from 'zod';

/** A request that the document shows: an operation with one of its examples, or with none where it takes no body. */
export interface DocumentedRequest {
  /** `createScan`, `createScan 2` for its second example, `importInventory text/csv` where there are several media types. */
  readonly name: string;
  readonly method: string;
  /** `/orders/{id}/pack`. */
  readonly template: string;
  /** The body as it is sent, with its media type. */
  readonly body?: { readonly type: string; readonly text: string };
}

const content = z.looseObject({
  example: z.unknown().optional(),
  examples: z.record(z.string(), z.looseObject({ value: z.unknown() })).optional(),
});
const operation = z.looseObject({
  operationId: z.string(),
  requestBody: z.looseObject({ content: z.record(z.string(), content) }).optional(),
});
const openApi = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), operation)) });

/** Every request that the OpenAPI document shows, in its order. */
export function documentedRequests(document: unknown): readonly DocumentedRequest[] {
  return Object.entries(openApi.parse(document).paths).flatMap(([template, item]) =>
    Object.entries(item).flatMap(([method, { operationId, requestBody }]) => {
      const to = { method: method.toUpperCase(), template };
      if (!requestBody) return [{ ...to, name: operationId }];
      const media = Object.entries(requestBody.content);
      return media.flatMap(([type, shown]) =>
        valuesOf(shown).map((value, place) => ({
          ...to,
          name: [operationId, ...(media.length > 1 ? [type] : []), ...(place > 0 ? [String(place + 1)] : [])].join(' '),
          body: { type, text: type === 'application/json' ? JSON.stringify(value) : String(value) },
        })),
      );
    }),
  );
}

function valuesOf({ example, examples = {} }: z.output<typeof content>): readonly unknown[] {
  return example === undefined ? Object.values(examples).map(({ value }) => value) : [example];
}
