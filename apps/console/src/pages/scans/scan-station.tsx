import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { call, keyOf } from '../../api/call.ts';
import { newKey } from '../../api/named-call.ts';
import { operations } from '../../api/operations.ts';
import { ApiProblem } from '../../api/problem.ts';
import { useEnvironment } from '../../api/session.ts';
import type { Environment, SkuRecord } from '../../api/types.ts';
import { oneOf } from '../../parts/address-values.ts';
import { Button } from '../../parts/button.tsx';
import { Panel } from '../../parts/facts.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { dailyWork } from '../../strings-operations.ts';
import { CameraView } from './camera-view.tsx';

const { scans: words } = dailyWork;

const SHOWN_RESULTS = 5;

const TYPES = ['lookup', 'pick', 'pack', 'putaway', 'other'] as const;
type ScanType = (typeof TYPES)[number];

interface Result {
  readonly id: string;
  readonly barcode: string;
  /** Undefined where no SKU has the barcode. */
  readonly sku: SkuRecord | undefined;
}

/** A field for a scanner that types, and the camera: each code is recorded and looked up, and the field is ready for the next. */
export function ScanStation(): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const [barcode, setBarcode] = useState('');
  const [type, setType] = useState<ScanType>('lookup');
  const [hasCamera, setHasCamera] = useState(false);
  const { results, error, scan } = useScanning();
  const id = useId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    field.current?.focus();
    if (barcode.trim() === '') return;
    setBarcode('');
    void scan(barcode.trim(), type);
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
            onChange={({ target }) => setType(oneOf(TYPES, target.value) ?? type)}
          >
            {TYPES.map((value) => (
              <option key={value} value={value}>
                {words.types[value]}
              </option>
            ))}
          </select>
        </div>
        <Button type="submit">{words.record}</Button>
        <Button onPress={() => setHasCamera(!hasCamera)}>{hasCamera ? words.camera.stop : words.camera.use}</Button>
      </form>
      {hasCamera && <CameraView onCode={(code) => void scan(code, type)} />}
      <p className="quiet" id={`${id}-hint`}>
        {words.fieldHint}
      </p>
      <ProblemNotice error={error} />
      <ul className="scan-results" role="log" aria-label={words.results}>
        {results.map((result) => (
          <ScanResult key={result.id} {...result} />
        ))}
      </ul>
    </Panel>
  );
}

/** Records and looks up codes, one after another. */
function useScanning() {
  const environment = useEnvironment();
  const queries = useQueryClient();
  const [results, setResults] = useState<readonly Result[]>([]);
  const [error, setError] = useState<unknown>();
  const scan = async (barcode: string, type: ScanType): Promise<void> => {
    setError(undefined);
    try {
      const body = { barcode, type };
      // The same code again is another scan, also before the first has its answer.
      const request = { query: { environment }, body, idempotencyKey: newKey() };
      const { id } = await call(operations.createScan, request);
      const sku = await skuOf(barcode, environment);
      setResults((before) => [{ id, barcode, sku }, ...before].slice(0, SHOWN_RESULTS));
      void queries.invalidateQueries({ queryKey: keyOf(operations.listScans) });
    } catch (failure) {
      setError(failure);
    }
  };
  return { results, error, scan };
}

async function skuOf(barcode: string, environment: Environment): Promise<SkuRecord | undefined> {
  try {
    return await call(operations.getSkuByBarcode, { params: { code: barcode }, query: { environment } });
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return undefined;
    throw error;
  }
}

function ScanResult({ barcode, sku }: Result): ReactNode {
  return (
    <li>
      <StatusBadge tone={sku ? 'good' : 'warning'}>{words.recorded(barcode)}</StatusBadge>
      <span className="quiet">{sku ? words.known(sku.sku, sku.name, sku.available) : words.unknown}</span>
    </li>
  );
}
