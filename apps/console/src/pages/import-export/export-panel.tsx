import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { reading } from '../../api/call.ts';
import { download, type Received, saveFile } from '../../api/files.ts';
import { accountOperations, operations } from '../../api/callable-operations.ts';
import { useEnvironment, usePermissions } from '../../api/session.ts';
import { oneOf, useAddressValues } from '../../parts/address-values.ts';
import { Button } from '../../parts/button.tsx';
import { Panel } from '../../parts/facts.tsx';
import { type Filter, FilterBar } from '../../parts/filter-bar.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { strings } from './file-strings.ts';
import { numberText, sizeText } from '../../language/formats.ts';
import { Progress } from '../../parts/progress.tsx';

const { export: words } = strings;

const FILTERS: readonly Filter[] = [
  {
    name: 'format',
    label: words.format,
    choices: [
      { value: '', label: strings.media['text/csv'] },
      { value: 'ndjson', label: strings.media['application/x-ndjson'] },
    ],
  },
  {
    name: 'status',
    label: words.status,
    choices: [
      { value: '', label: words.statuses.active },
      { value: 'archived', label: words.statuses.archived },
      { value: 'all', label: words.statuses.all },
    ],
  },
  {
    name: 'low_stock',
    label: words.low,
    choices: [
      { value: '', label: words.lows.any },
      { value: 'true', label: words.lows.low },
    ],
  },
  {
    name: 'sold_out',
    label: words.soldOut,
    choices: [
      { value: '', label: words.soldOuts.any },
      { value: 'true', label: words.soldOuts.none },
    ],
  },
];

/** Reads the SKUs that match as one file, and saves it. */
export function ExportPanel(): ReactNode {
  const { received, saved, error, isRunning, start, stop } = useExport();
  const total = useTotal();
  return (
    <Panel title={words.title}>
      <FilterBar filters={FILTERS}>
        <Button kind="primary" onPress={start} isDisabled={isRunning}>
          {words.start}
        </Button>
      </FilterBar>
      <div role="status">{saved}</div>
      {isRunning && (
        <Progress
          label={words.progress}
          text={words.received(numberText(received.lines), sizeText(received.bytes))}
          share={total === undefined ? undefined : received.lines / Math.max(total, 1)}
          stop={words.stop}
          onStop={stop}
        />
      )}
      <ProblemNotice error={error} />
    </Panel>
  );
}

/** The SKUs that an export gives, as far as the overview counts them. */
function useTotal(): number | undefined {
  const environment = useEnvironment();
  const may = usePermissions();
  const [{ status = '', low_stock: low, sold_out: soldOut }] = useAddressValues();
  const { data } = useQuery({
    ...reading(accountOperations.getInventoryOverview, { query: { environment } }),
    enabled: may('account:read') && status === '',
  });
  if (status !== '' || (low === 'true' && soldOut === 'true')) return undefined;
  if (soldOut === 'true') return data?.sold_out;
  return low === 'true' ? data?.low_stock : data?.skus;
}

const NOTHING: Received = { bytes: 0, lines: 0 };

function useExport() {
  const environment = useEnvironment();
  const [{ format, status, low_stock, sold_out }] = useAddressValues();
  const [received, setReceived] = useState(NOTHING);
  const [saved, setSaved] = useState<string>();
  const [error, setError] = useState<unknown>();
  const [isRunning, setIsRunning] = useState(false);
  const stopping = useRef<AbortController>(undefined);
  const run = async ({ signal }: AbortController): Promise<void> => {
    const type = format === 'ndjson' ? 'application/x-ndjson' : 'text/csv';
    let last = NOTHING;
    const onProgress = (now: Received): void => {
      last = now;
      setReceived(now);
    };
    try {
      const query = {
        environment,
        status: oneOf(['archived', 'all'], status),
        low_stock: low_stock === 'true' || undefined,
        sold_out: sold_out === 'true' || undefined,
      };
      const file = await download(operations.exportInventory, { query, type, signal, onProgress });
      saveFile(file);
      const rows = type === 'text/csv' ? last.lines - 1 : last.lines;
      setSaved(words.saved(file.name, numberText(rows), sizeText(last.bytes)));
    } catch (failure) {
      if (!signal.aborted) setError(failure);
    } finally {
      setIsRunning(false);
    }
  };
  const start = (): void => {
    stopping.current = new AbortController();
    setReceived(NOTHING);
    setSaved(undefined);
    setError(undefined);
    setIsRunning(true);
    void run(stopping.current);
  };
  return { received, saved, error, isRunning, start, stop: () => stopping.current?.abort() };
}
