import type { ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { accountOperations } from '../../../api/callable-operations.ts';
import { useSession } from '../../../api/session.ts';
import type { SkuRecord } from '../../../api/types.ts';
import { Button } from '../../../parts/button.tsx';
import { Panel } from '../../../parts/facts.tsx';
import { StatusBadge } from '../../../parts/states/status-badge.tsx';
import { scanWords as general } from '../scan-strings.ts';
import { senderOf, useScanQueue } from '../own-scans.ts';
import { queueWords } from '../queue-strings.ts';
import { isWaiting, type QueuedScan, type QueueState, type ScanQueue } from '../scan-queue.ts';
import { stationWords as words } from './station-strings.ts';
import { listText } from '../../../language/formats.ts';
import { stateOf } from './use-station.ts';

/** The most results in view; a refused scan is in view until it is dealt with. */
const SHOWN_RESULTS = 12;
/** Locations of a SKU that are named. */
const SHOWN_PLACES = 6;

/** Says how many scans wait, and why. */
export function WaitingScans({ state }: { readonly state: QueueState }): ReactNode {
  const count = state.scans.filter(isWaiting).length;
  const signIn = useSignInForScans();
  return (
    <div role="status" aria-label={words.waitingLabel}>
      {count > 0 && (
        <p className="notice" data-kind="warning">
          <strong>{general.waiting(count)}</strong>
          {state.obstacle !== undefined && <span>{general.obstacles[state.obstacle]}</span>}
          {state.obstacle === 'session' && <Button onPress={signIn}>{general.signIn}</Button>}
          {!state.isKept && <span>{general.notKept}</span>}
        </p>
      )}
      {state.ofOthers > 0 && <p className="quiet">{general.ofOthers(state.ofOthers)}</p>}
    </div>
  );
}

/** Asks the member to sign in again where the session has ended, and sends what waits. */
function useSignInForScans(): () => void {
  const own = senderOf(useSession());
  const queue = useScanQueue();
  const signIn = async (): Promise<void> => {
    // Its refusal opens the dialog above the page.
    const now = await call(accountOperations.getSession, {}).catch(() => undefined);
    if (now === undefined) return;
    // Another member has signed in since: the page is that one's.
    if (senderOf(now) !== own) location.reload();
    else queue.hurry();
  };
  return () => void signIn();
}

interface ResultsProps {
  readonly state: QueueState;
  readonly queue: ScanQueue;
}

/** Each scan of this window with its result, the newest first. */
export function StationResults({ state, queue }: ResultsProps): ReactNode {
  return (
    <Panel title={words.results}>
      <div role="log" aria-label={words.results}>
        {state.scans.length === 0 && <p className="quiet">{words.noResults}</p>}
        <ul className="scan-results">
          {state.scans
            .filter(({ refusal }, index) => index < SHOWN_RESULTS || refusal !== null)
            .map((scan) => (
              <Result key={scan.id} scan={scan} queue={queue} />
            ))}
        </ul>
      </div>
    </Panel>
  );
}

function Result({ scan, queue }: { readonly scan: QueuedScan; readonly queue: ScanQueue }): ReactNode {
  const { id, barcode, refusal, type, apply } = scan;
  const state = stateOf(scan);
  if (refusal !== null)
    return (
      <li>
        <StatusBadge tone="bad">{general.refused(barcode)}</StatusBadge>
        <span>{refusal}</span>
        <span className="row">
          <Button onPress={() => queue.again(id)}>
            {general.again}
            <span className="visually-hidden"> {barcode}</span>
          </Button>
          <Button kind="quiet" onPress={() => queue.discard(id)}>
            {general.discard}
            <span className="visually-hidden"> {barcode}</span>
          </Button>
        </span>
      </li>
    );
  if (state === 'waits' || state === 'pending')
    return (
      <li>
        <StatusBadge>{general.waits(barcode)}</StatusBadge>
      </li>
    );
  return (
    <li>
      <StatusBadge tone={state === 'unknown' ? 'warning' : 'good'}>{textOf(scan)}</StatusBadge>
      {state === 'unknown' && <span className="quiet">{queueWords.unknown}</span>}
      {scan.found && <Found sku={scan.found} hasPlaces={type === 'lookup'} />}
      {apply === false && <span className="quiet">{words.onlyRecorded}</span>}
    </li>
  );
}

function textOf({ type, barcode, quantity = 1, location }: QueuedScan): string {
  return type === 'lookup' ? general.recorded(barcode) : words.done[type](barcode, quantity, location);
}

/** The SKU of a code, with its numbers as they were then. */
function Found({ sku, hasPlaces }: { readonly sku: SkuRecord; readonly hasPlaces: boolean }): ReactNode {
  const places = sku.stock.filter(({ on_hand: units }) => units > 0).toSorted((one, other) => other.on_hand - one.on_hand);
  const named = places.slice(0, SHOWN_PLACES).map(({ on_hand: units, location: place }) => words.lies(units, place));
  return (
    <>
      <span className="quiet">{words.resultOfLookup(sku.sku, sku.name, sku.on_hand, sku.available)}</span>
      {hasPlaces && <span>{named.length === 0 ? words.nowhere : listText(named)}</span>}
    </>
  );
}
