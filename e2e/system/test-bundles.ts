/** Of the folder whose bundles systems of tests run, one folder an app; empty to have them run the sources. */
export const BUNDLES_VARIABLE = 'TEST_BUNDLES';

/** The folder of the bundles of this run; undefined where systems are to run the sources. */
export function testBundles(): string | undefined {
  return process.env[BUNDLES_VARIABLE] || undefined;
}
