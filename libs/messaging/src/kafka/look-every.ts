/** The looks of each period in milliseconds, and the timer that they share. */
const periods = new Map<number, { readonly looks: Set<() => void>; readonly timer: NodeJS.Timeout }>();

/**
 * Calls `look` every `everyMs` milliseconds, together with all other looks of that period: to wake an idle process costs more than
 * what most looks do, and there is one for each connection to a broker. It keeps no process running.
 *
 * @returns ends it; harmless when called again.
 */
export function lookEvery(everyMs: number, look: () => void): () => void {
  const period = periods.get(everyMs) ?? begin(everyMs);
  period.looks.add(look);
  return () => {
    if (!period.looks.delete(look) || period.looks.size > 0) return;
    clearInterval(period.timer);
    periods.delete(everyMs);
  };
}

function begin(everyMs: number) {
  const looks = new Set<() => void>();
  const timer = setInterval(() => {
    for (const look of looks) look();
  }, everyMs).unref();
  const period = { looks, timer };
  periods.set(everyMs, period);
  return period;
}
