import { cachedBundles } from '../../tools/build/cached-bundles.ts';
import { BUNDLES_VARIABLE } from './test-bundles.ts';

let made = false;

/** Bundles the services once a run, and names the folder to the workers: they take over the environment of this process. */
export async function setup(): Promise<void> {
  if (process.env[BUNDLES_VARIABLE] !== undefined) return;
  made = true;
  process.env[BUNDLES_VARIABLE] = await cachedBundles();
}

/** Lets the next run make its own. */
export function teardown(): void {
  if (made) delete process.env[BUNDLES_VARIABLE];
  made = false;
}
