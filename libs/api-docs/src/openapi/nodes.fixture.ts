import type { OpenApiDocument } from './document.ts';

/** One value of the document, and its JSON pointer as a fragment (RFC 6901 section 6, without percent encoding). */
export interface DocumentNode {
  readonly path: string;
  readonly value: unknown;
}

/** Every value of a document. */
export function nodesOf(document: OpenApiDocument): readonly DocumentNode[] {
  return [...walk(document, '#')];
}

function* walk(value: unknown, path: string): Generator<DocumentNode> {
  yield { path, value };
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value))
    yield* walk(inner, `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
}
