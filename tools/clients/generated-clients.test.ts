import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generatedClients, PACKAGES, WRITERS, writtenFiles } from './generated-clients.ts';

const root = join(import.meta.dirname, '../..');
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
const texts = { root, v1: textOf('docs/generated/openapi.json'), account: textOf('docs/generated/account-api.json') };
const generated = generatedClients(texts);

describe('the client libraries', () => {
  test.each(Object.keys(WRITERS))('%s has the generated files and no others', (folder) => {
    const written = writtenFiles(root, folder);

    expect(written.toSorted()).toEqual([...generated.keys()].filter((path) => path.startsWith(folder)).toSorted());
  });

  test.each([...generated])('%s is what the documents give (npm run generate)', (path, text) => {
    const current = existsSync(join(root, path)) && textOf(path) === text;

    expect(current, `${path} is out of date: npm run generate`).toBe(true);
  });

  test('gain what the documents gain: an operation, a field, a value, an event', () => {
    const grown = generatedClients({ ...texts, v1: grow(texts.v1) });
    const node = (name: string): string => grown.get(`libs/clients/node/src/generated/${name}.ts`) ?? '';

    expect(node('resources')).toContain('getMood(options: CallOptions = {}): Promise<S.Sku>');
    expect(node('schemas')).toContain("mood: 'calm' | 'brave' | (string & {})");
    expect(node('schemas')).toContain("'sku.cheered': OrderShipped;");
  });
});

test('are published under the names and the version of one file', () => {
  const { version, homepage, node, python, ruby, go } = JSON.parse(textOf(PACKAGES));
  const manifest = JSON.parse(textOf('libs/clients/node/package.json'));
  const project = textOf('libs/clients/python/pyproject.toml');

  expect(manifest).toMatchObject({ name: node.package, version, homepage, license: node.license });
  expect(project).toContain(`Homepage = "${homepage}"\n`);
  expect(textOf('libs/clients/ruby/fulfilment-client.gemspec')).toContain(`spec.homepage = "${homepage}"\n`);
  expect(/^license = .*$/m.exec(project)?.[0] ?? null).toBe(python.license && `license = "${python.license}"`);
  expect(project).toContain(`name = "${python.distribution}"\nversion = "${version}"\n`);
  expect(existsSync(join(root, `libs/clients/python/src/${python.module}/__init__.py`))).toBe(true);
  expect(textOf('libs/clients/go/go.mod')).toContain(`module ${go.module}\n`);
  expect(textOf('libs/clients/go/generated_version.go')).toContain(`const Version = "${version}"\n`);
  expect(textOf('libs/clients/ruby/fulfilment-client.gemspec')).toContain(
    `spec.name = "${ruby.gem}"\n  spec.version = ${ruby.module}::VERSION\n`,
  );
  expect(textOf('libs/clients/ruby/fulfilment-client.gemspec')).toContain(`spec.license = "${ruby.license}"\n`);
  expect(textOf('libs/clients/ruby/lib/fulfilment/generated/version.rb')).toContain(
    `module ${ruby.module}\n  # The version of this library.\n  VERSION = "${version}"\n`,
  );
});

test('the command-line tool has its name and version there too, and stands on that version of the library', () => {
  const { version, node, cli } = JSON.parse(textOf(PACKAGES));
  const manifest = JSON.parse(textOf('libs/clients/cli/package.json'));

  expect(manifest).toMatchObject({ name: cli.package, version, license: cli.license, dependencies: { [node.package]: version } });
  expect(Object.keys(manifest.bin)).toEqual([cli.command]);
});

test.each(['node', 'cli'])('npm does not publish the package of %s from the workspace, which has no code', (folder) => {
  expect(JSON.parse(textOf(`libs/clients/${folder}/package.json`)).private).toBe(true);
});

test('have a README of the same ten tasks, in the same order', () => {
  const libraries = ['node', 'python', 'ruby', 'go'].filter((each) => existsSync(join(root, `libs/clients/${each}/README.md`)));

  expect(tasksOf('node')).toHaveLength(10);
  for (const library of libraries) expect(tasksOf(library)).toEqual(tasksOf('node'));
});

/** The headings of a README. */
function tasksOf(library: string): readonly string[] {
  return [...textOf(`libs/clients/${library}/README.md`).matchAll(/^## (.*)$/gm)].flatMap(([, title = '']) => title);
}

/** The document of a later version. */
function grow(text: string): string {
  const document = JSON.parse(text);
  const { schemas } = document.components;
  document.paths['/inventory/mood'] = {
    get: { ...document.paths['/inventory/{sku}'].get, operationId: 'getMood', parameters: [] },
  };
  schemas.Sku.properties.mood = { type: 'string', 'x-extensible-enum': ['calm', 'brave'] };
  schemas.Sku.required.push('mood');
  schemas.Event.discriminator.mapping['sku.cheered'] = '#/components/schemas/OrderShipped';
  return JSON.stringify(document);
}
