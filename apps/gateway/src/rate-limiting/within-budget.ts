/** What took longer than it may. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget';
}

/**
 * The result of `work` if it comes within `budgetMs`. An answer that has arrived while the process was busy with something
 * else counts as in time: the event loop runs timers before it reads sockets, so it is given that chance first.
 *
 * @throws OverBudget if it did not come.
 */
export async function withinBudget<Result>(work: Promise<Result>, budgetMs: number): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => setImmediate(() => reject(new OverBudget(`No answer within ${budgetMs} ms`))), budgetMs);
  // The loser of the race is nobody's any more.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
