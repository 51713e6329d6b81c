import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { errorReference } from '@fulfilment/api-docs';
import { cliFiles } from './cli/cli-files.ts';
import { conformanceFiles } from './conformance.ts';
import { goFiles, goTestFiles } from './go/go-files.ts';
import { z } from 'zod';
import { readDocument } from './documents.ts';
import type { ClientModel } from './model.ts';
import { nodeFiles } from './node/node-files.ts';
import { pythonFiles } from './python/python-files.ts';
import { readModel } from './read-model.ts';
import { rubyFiles } from './ruby/ruby-files.ts';
import { rubySignatures } from './ruby/ruby-signatures.ts';
import { codeSamples, type SampleSources } from './samples/code-samples.ts';

/** The package names and the version of all libraries, relative to the root of the workspace. */
export const PACKAGES = 'libs/clients/packages.json';

/** Writes the generated files of one library: text by path in its folder. */
export type Writer = (model: ClientModel) => ReadonlyMap<string, string>;

/**
 * The folder of the generated files of each library, relative to the root of the workspace, and its writer. Where a package is one
 * folder, it is the beginning of the files' paths, with `_` at its end.
 */
export const WRITERS: Readonly<Record<string, Writer>> = {
  'libs/clients/cli/src/generated': cliFiles,
  'libs/clients/conformance/generated': conformanceFiles,
  'libs/clients/go/generated_': goFiles,
  'libs/clients/go/fulfilmenttest/generated_': goTestFiles,
  'libs/clients/node/src/generated': nodeFiles,
  'libs/clients/python/src/fulfilment/generated': pythonFiles,
  'libs/clients/ruby/lib/fulfilment/generated': rubyFiles,
  'libs/clients/ruby/sig/generated': rubySignatures,
};

const packages = z.object({
  version: z.string(),
  node: z.object({ package: z.string() }),
  python: z.object({ distribution: z.string(), module: z.string() }),
  ruby: z.object({ gem: z.string(), module: z.string() }),
  go: z.object({ module: z.string(), package: z.string() }),
});

/** The texts of the OpenAPI documents, and the root of the workspace, for the names of the packages. */
export interface DocumentTexts {
  readonly root: string;
  readonly v1: string;
  readonly account: string;
}

/**
 * Every generated file of the client libraries.
 *
 * @returns text by path, relative to the root of the workspace.
 * @throws ZodError or Error for documents that the libraries have no words for.
 */
export function generatedClients(texts: DocumentTexts): ReadonlyMap<string, string> {
  const { model } = readSources(texts);
  return new Map(
    Object.entries(WRITERS).flatMap(([folder, write]) =>
      [...write(model)].map(([file, text]) => [`${startOf(folder)}${file}`, text] as const),
    ),
  );
}

/** The documents, parsed, and the libraries as data. @throws ZodError or Error as {@link generatedClients}. */
function readSources({ root, v1, account }: DocumentTexts): SampleSources {
  const names = packages.parse(JSON.parse(readFileSync(join(root, PACKAGES), 'utf8')));
  const documents = { v1: readDocument(v1), account: readDocument(account) };
  return { ...documents, model: readModel({ ...documents, errors: errorReference(), packages: names }) };
}

/** Code for every operation in every language, by the operation's id, as a document. @throws Error as {@link codeSamples}. */
export function codeSamplesDocument(texts: DocumentTexts): string {
  return `${JSON.stringify(codeSamples(readSources(texts)), null, 2)}\n`;
}

/** The files that stand in the place of a writer, relative to the root of the workspace. */
export function writtenFiles(root: string, folder: string): readonly string[] {
  return globSync(`${startOf(folder)}**`, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('__pycache__'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

const startOf = (folder: string): string => (folder.endsWith('_') ? folder : `${folder}/`);
