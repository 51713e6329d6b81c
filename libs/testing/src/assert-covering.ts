import * as fc from 'fast-check';

/** In so many rounds of cases even what one round in ten misses has been met. */
const ROUNDS = 6;

/**
 * Checks a property by rounds of random cases until they have met all that they are to meet. One round may miss what is rare.
 *
 * @param isCovered true once they have; the test says itself what is missing if they never do.
 * @throws Error of fast-check where a case fails.
 */
export async function assertCovering(
  property: fc.IAsyncProperty<unknown>,
  options: { readonly numRuns: number },
  isCovered: () => boolean,
): Promise<void> {
  for (let round = 0; round < ROUNDS && (round === 0 || !isCovered()); round += 1) await fc.assert(property, options);
}
