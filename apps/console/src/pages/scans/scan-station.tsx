import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { newKey } from '../../api/named-call.ts';
import { useEnvironment } from '../../api/session.ts';
import { skuOf } from '../../api/sku-of-barcode.ts';
import { useStore } from '../../api/store.ts';
import { oneOf } from '../../parts/address-values.ts';
import { Button } from '../../parts/button.tsx';
import { Panel } from '../../parts/facts.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { dailyWork } from '../../strings-operations.ts';
import { CameraView } from '../../parts/camera/camera-view.tsx';
import { useScanQueue } from './own-scans.ts';
import { isWaiting, type QueuedScan, type QueueState, type ScanQueue, STATION_TYPES, type StationType } from './scan-queue.ts';

const { scans: words } = dailyWork;

/** The most results in view; a refused scan is in view until it is dealt with. */
const SHOWN_RESULTS = 12;

/** A field for a scanner that types, and the camera: each code joins the queue and is looked up, and the field is ready for the next. */
export function ScanStation(): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const [barcode, setBarcode] = useState('');
  const [type, setType] = useState<StationType>('lookup');
  const [hasCamera, setHasCamera] = useState(false);
  const environment = useEnvironment();
  const queue = useScanQueue();
  const all = useStore(queue.state);
  const state = { ...all, scans: all.scans.filter((each) => each.environment === environment).toReversed() };
  const scan = (code: string): void =>
    // The same code again is another scan, also before the first has its answer.
    queue.add({ id: newKey(), environment, barcode: code, type, scannedAt: new Date().toISOString() });
  const id = useId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    field.current?.focus();
    if (barcode.trim() === '') return;
    setBarcode('');
    scan(barcode.trim());
  };
  return (
    <Panel title={words.scan}>
      <form className="filters" onSubmit={submit}>
        <div className="field">
          <label htmlFor={`${id}-code`}>{words.field}</label>
          <input
            ref={field}
            id={`${id}-code`}
            className="input"
            value={barcode}
            autoComplete="off"
            // The page was opened to scan.
            autoFocus
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => setBarcode(target.value)}
          />
        </div>
        <div className="field">
          <label htmlFor={`${id}-type`}>{words.type}</label>
          <select
            id={`${id}-type`}
            className="input"
            value={type}
            onChange={({ target }) => setType(oneOf(STATION_TYPES, target.value) ?? type)}
          >
            {STATION_TYPES.map((value) => (
              <option key={value} value={value}>
                {words.types[value]}
              </option>
            ))}
          </select>
        </div>
        <Button type="submit">{words.record}</Button>
        <Button onPress={() => setHasCamera(!hasCamera)}>{hasCamera ? words.camera.stop : words.camera.use}</Button>
      </form>
      {hasCamera && <CameraView onCode={scan} />}
      <p className="quiet" id={`${id}-hint`}>
        {words.fieldHint}
      </p>
      <Waiting state={state} />
      <ul className="scan-results" role="log" aria-label={words.results}>
        {state.scans
          .filter(({ refusal }, index) => index < SHOWN_RESULTS || refusal !== null)
          .map((each) => (
            <ScanResult key={each.id} scan={each} queue={queue} />
          ))}
      </ul>
    </Panel>
  );
}

/** Says how many scans wait, and why. */
function Waiting({ state }: { readonly state: QueueState }): ReactNode {
  const count = state.scans.filter(isWaiting).length;
  return (
    <div role="status" aria-label={words.waitingLabel}>
      {count > 0 && (
        <p className="notice" data-kind="warning">
          <strong>{words.waiting(count)}</strong>
          {state.obstacle !== undefined && <span>{words.obstacles[state.obstacle]}</span>}
          {!state.isKept && <span>{words.notKept}</span>}
        </p>
      )}
      {state.ofOthers > 0 && <p className="quiet">{words.ofOthers(state.ofOthers)}</p>}
    </div>
  );
}

function ScanResult({ scan, queue }: { readonly scan: QueuedScan; readonly queue: ScanQueue }): ReactNode {
  const { id, barcode, refusal, isRecorded } = scan;
  if (isRecorded) return <RecordedScan scan={scan} />;
  if (refusal === null)
    return (
      <li>
        <StatusBadge>{words.waits(barcode)}</StatusBadge>
      </li>
    );
  return (
    <li>
      <StatusBadge tone="bad">{words.refused(barcode)}</StatusBadge>
      <span>{refusal}</span>
      <span className="row">
        <Button size="small" label={words.againNamed(barcode)} onPress={() => queue.again(id)}>
          {words.again}
        </Button>
        <Button size="small" kind="quiet" label={words.discardNamed(barcode)} onPress={() => queue.discard(id)}>
          {words.discard}
        </Button>
      </span>
    </li>
  );
}

/** A recorded scan, with the SKU of its code as it was then; null where no SKU has it. */
function RecordedScan({ scan: { id, barcode, environment } }: { readonly scan: QueuedScan }): ReactNode {
  const { data: sku } = useQuery({
    queryKey: ['sku of a scan', id],
    queryFn: () => skuOf(barcode, environment),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <li>
      <StatusBadge tone={sku === null ? 'warning' : 'good'}>{words.recorded(barcode)}</StatusBadge>
      {sku !== undefined && (
        <span className="quiet">{sku === null ? words.unknown : words.known(sku.sku, sku.name, sku.available)}</span>
      )}
    </li>
  );
}
