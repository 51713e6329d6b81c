import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { gzipped, tarOf } from '../archives.ts';
import { readNames, sourcesIn, textsOf } from '../package-sources.ts';

const HOME = 'libs/clients/ruby';

const gemspec = z.object({
  name: z.string(),
  summary: z.string(),
  description: z.string(),
  homepage: z.string(),
  license: z.string(),
});

/**
 * Builds the gem of the Ruby library as `gem build` does, of what its gemspec says; a test compares both.
 *
 * @param root of the workspace.
 * @param folder to write to.
 * @returns the path of the gem.
 */
export async function packRuby(root: string, folder: string): Promise<string> {
  const home = join(root, HOME);
  const files = [...sourcesIn(home, ['lib/**/*.rb', 'sig/**/*.rbs', '.yardopts']), ...textsOf(root, 'ruby')];
  const { version, ruby } = readNames(root);
  const spec = readSpec(join(home, `${ruby.gem}.gemspec`));
  const metadata = metadataOf(spec, { version, files: files.map(({ name }) => name) });
  const parts = [
    { name: 'metadata.gz', bytes: gzipped(Buffer.from(metadata)) },
    { name: 'data.tar.gz', bytes: gzipped(tarOf(files)) },
  ];
  const sums = ['sha256', 'sha512'].map((algorithm) => {
    const lines = parts.map(({ name, bytes }) => `  ${name}: ${createHash(algorithm).update(bytes).digest('hex')}\n`);
    return `${algorithm.toUpperCase()}:\n${lines.join('')}`;
  });
  const gem = join(folder, `${spec.name}-${version}.gem`);
  await writeFile(gem, tarOf([...parts, { name: 'checksums.yaml.gz', bytes: gzipped(Buffer.from(`---\n${sums.join('')}`)) }]));
  return gem;
}

function readSpec(path: string): z.output<typeof gemspec> {
  const entries = readFileSync(path, 'utf8').matchAll(/^ {2}spec\.(\w+) = "([^"]*)"$/gm);
  return gemspec.parse(Object.fromEntries([...entries].map(([, name, value]) => [name, value])));
}

const list = (values: readonly string[]): string => values.map((value) => `\n- ${JSON.stringify(value)}`).join('');

/** A `Gem::Specification` as RubyGems reads it from YAML. Strings are written as in JSON, which is YAML. */
function metadataOf(spec: z.output<typeof gemspec>, { version, files }: { version: string; files: readonly string[] }): string {
  return `--- !ruby/object:Gem::Specification
name: ${JSON.stringify(spec.name)}
version: !ruby/object:Gem::Version
  version: ${JSON.stringify(version)}
platform: ruby
authors:${list(['Fulfilment'])}
autorequire:
bindir: bin
cert_chain: []
date: 1980-01-02 00:00:00.000000000 Z
dependencies: []
description: ${JSON.stringify(spec.description)}
email:
executables: []
extensions: []
extra_rdoc_files:${list(['README.md'])}
files:${list(files)}
homepage: ${JSON.stringify(spec.homepage)}
licenses:${list([spec.license])}
metadata:
  rubygems_mfa_required: 'true'
post_install_message:
rdoc_options: []
require_paths:${list(['lib'])}
required_ruby_version: !ruby/object:Gem::Requirement
  requirements:
  - - ">="
    - !ruby/object:Gem::Version
      version: '3.1'
required_rubygems_version: !ruby/object:Gem::Requirement
  requirements:
  - - ">="
    - !ruby/object:Gem::Version
      version: '0'
requirements: []
rubygems_version: 3.3.15
signing_key:
specification_version: 4
summary: ${JSON.stringify(spec.summary)}
test_files: []
`;
}
