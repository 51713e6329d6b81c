import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '../run-program.ts';

const HOME = 'libs/clients/ruby';

/**
 * Builds the gem of the Ruby library as it is published.
 *
 * @param root of the workspace.
 * @param folder to build in, empty.
 * @returns the path of the gem.
 * @throws Error with the output of the build.
 */
export async function packRuby(root: string, folder: string): Promise<string> {
  // A copy, so that no build leaves its files among the sources.
  const source = join(folder, 'source');
  await cp(join(root, HOME), source, { recursive: true });
  const gem = join(folder, 'fulfilment-client.gem');
  await runProgram('gem', ['build', '--silent', '--output', gem, 'fulfilment-client.gemspec'], { cwd: source });
  return gem;
}
