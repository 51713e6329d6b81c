import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A document as it was stored, and the value that it is read to. */
export interface GoldenDocument {
  readonly collection: string;
  readonly document: { readonly _id: string } & Readonly<Record<string, unknown>>;
  readonly reads: unknown;
}

/**
 * The golden documents of a package, `golden/documents.ndjson`. Lines are added, and none is changed or removed.
 *
 * @param folder of the package's sources. @param parse reads MongoDB's own JSON: `EJSON.parse`.
 */
export function goldenDocuments(folder: string, parse: (line: string) => GoldenDocument): readonly GoldenDocument[] {
  const text = readFileSync(join(folder, '../golden/documents.ndjson'), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const golden = parse(line);
      const names = Object.keys(golden).toSorted().join(', ');
      if (names !== 'collection, document, reads') throw new Error(`A golden document has the members ${names}: ${line}`);
      return golden;
    });
}
