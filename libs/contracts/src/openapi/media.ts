import type { Medium } from '../media.ts';
import type { JsonObject } from './json.ts';

/** Texts that are streamed, by media type (OpenAPI 3.1.0 section 4.8.14). */
export function contentOf(media: readonly Medium[]): JsonObject {
  return Object.fromEntries(
    media.map(({ type, description, example }) => [type, { schema: { type: 'string', description }, example }]),
  );
}
