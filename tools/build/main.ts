import { join } from 'node:path';
import { bundleApp, bundleConsole } from './bundle.ts';

const USAGE =
  'node tools/build/main.ts <app> [<folder>]: bundles apps/<app> into a folder that runs alone, dist/apps/<app> by default\n';

const ROOT = join(import.meta.dirname, '../..');
const [app, out = app && join(ROOT, 'dist/apps', app), ...others] = process.argv.slice(2);
if (app === undefined || out === undefined || app.startsWith('-') || others.length > 0) {
  process.stderr.write(USAGE);
  process.exitCode = app === '--help' ? 0 : 2;
} else {
  // The console has no process of its own: the gateway serves its files.
  await (app === 'console' ? bundleConsole(out) : bundleApp(join(ROOT, 'apps', app), out));
  process.stdout.write(`${app}: ${out}\n`);
}
