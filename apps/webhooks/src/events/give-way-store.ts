/** Requests that come meanwhile wait so long at most. */
const MOST_AT_ONCE_MS = 5;

/**
 * Lets others have their turn of the event loop between the steps of long work.
 *
 * @returns a function to call between two steps, and to await.
 */
export function givingWay(): () => Promise<void> | undefined {
  let beganMs = performance.now();
  const go = async (): Promise<void> => {
    await new Promise<void>((resolve) => setImmediate(resolve));
    beganMs = performance.now();
  };
  return () => (performance.now() - beganMs < MOST_AT_ONCE_MS ? undefined : go());
}
