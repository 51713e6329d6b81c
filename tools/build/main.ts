import { join } from 'node:path';
import { buildDownloads } from '../clients/downloads.ts';
import { bundleApp, bundleConsole } from './bundle.ts';

const USAGE =
  'node tools/build/main.ts <app> [<folder>]: bundles apps/<app> into a folder that runs alone, dist/apps/<app> by default\n';

const ROOT = join(import.meta.dirname, '../..');
const [app, out = app && join(ROOT, 'dist/apps', app), ...others] = process.argv.slice(2);
if (app === undefined || out === undefined || app.startsWith('-') || others.length > 0) {
  process.stderr.write(USAGE);
  process.exitCode = app === '--help' ? 0 : 2;
} else {
  process.stdout.write(`${app}: ${await build(app, out)}\n`);
}

/** @returns the folder that has what was built. */
async function build(what: string, folder: string): Promise<string> {
  // A gateway of the workspace asks for them.
  if (what === 'downloads') return await buildDownloads();
  // The console has no process of its own: the gateway serves its files.
  await (what === 'console' ? bundleConsole(folder) : bundleApp(join(ROOT, 'apps', what), folder));
  return folder;
}
