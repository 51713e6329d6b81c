import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** A version in the address of a package, in the command that installs it. */
const IN_COMMANDS = /(?<=\/downloads\/[\w/.]*[\w-]+-|gem install --local [\w-]+-|client-go(?:\/[\w/-]+)?@v)\d+\.\d+\.\d+/g;

/** The places of the version in each file of deploy/, and each README of a package, that has it. */
const PLACES: Readonly<Record<string, RegExp>> = {
  'deploy/helm/fulfilment/Chart.yaml': /(?<=^(?:version|appVersion): ).+$/gm,
  'deploy/compose/compose.yaml': /(?<=\$\{IMAGE_TAG:-)[^}]+/g,
  'deploy/compose/compose.smoke.yaml': /(?<=\$\{IMAGE_TAG:-)[^}]+/g,
  'deploy/compose/make-secrets': /(?<=\$\{IMAGE_TAG:-)[^}]+/g,
  'deploy/compose/.env.example': /(?<=^IMAGE_TAG=).+$/gm,
  'libs/clients/cli/README.md': IN_COMMANDS,
  'libs/clients/go/README.md': IN_COMMANDS,
  'libs/clients/node/README.md': IN_COMMANDS,
  'libs/clients/python/README.md': IN_COMMANDS,
  'libs/clients/ruby/README.md': IN_COMMANDS,
};

/** The version in `package.json` of the workspace. */
export function releaseVersion(root: string): string {
  return z.looseObject({ version: z.string() }).parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).version;
}

/**
 * The files that name the version of the release, with `version` in them.
 *
 * @returns texts by path, relative to `root`.
 */
export function versionedFiles(root: string, version: string): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(PLACES).map(([path, places]) => [path, readFileSync(join(root, path), 'utf8').replaceAll(places, version)]),
  );
}
