import { Store } from './store.ts';

/** True while requests reach the gateway. */
export const isConnected = new Store(true);

const PROBE_MS = 3_000;
/** Called when the connection is back. */
const waiting = new Set<() => void>();
let probe: ReturnType<typeof setInterval> | undefined;

/** Notes that a request got no answer, and asks the gateway from then on until it answers. @param onReturn called once it does. */
export function connectionLost(onReturn: () => void): void {
  waiting.add(onReturn);
  if (probe !== undefined) return;
  isConnected.set(false);
  const look = async (): Promise<void> => {
    const answer = await fetch('/console/icon.svg', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
    if (answer === undefined || answer.status >= 500) return;
    stop();
    for (const each of waiting) each();
    waiting.clear();
  };
  const lookNow = (): void => void look();
  const stop = (): void => {
    clearInterval(probe);
    probe = undefined;
    window.removeEventListener('online', lookNow);
    isConnected.set(true);
  };
  window.addEventListener('online', lookNow);
  probe = setInterval(lookNow, PROBE_MS);
}
