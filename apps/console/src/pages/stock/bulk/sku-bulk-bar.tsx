import '../../../styles/operations.css';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useEnvironment, usePermissions } from '../../../api/session.ts';
import type { SkuRecord } from '../../../api/types.ts';
import { Button } from '../../../parts/button.tsx';
import { bulkRunWords as runWords } from '../../../parts/lists/bulk-run-strings.ts';
import { ExportButton } from '../../../parts/lists/export-button.tsx';
import type { Chosen } from '../../../parts/lists/use-selection.ts';
import { skuFormStrings as formWords } from '../sku-form-strings.ts';
import type { SkuBulkStep } from './sku-bulk-dialog.tsx';
import { skuBulkWords as words } from './sku-bulk-strings.ts';
import { fileOfSkus } from './sku-file.ts';

const SkuBulkDialog = lazy(async () => ({ default: (await import('./sku-bulk-dialog.tsx')).SkuBulkDialog }));

/** SKUs that are worked on at once: labels and the file read them by one request, which names each. */
const MOST = 100;

/** Status that a SKU has before each step. */
const STATUS_BEFORE = { settings: 'active', archive: 'active', restore: 'archived' } as const satisfies Record<
  SkuBulkStep,
  SkuRecord['status']
>;
const STEPS = ['settings', 'archive', 'restore'] as const satisfies readonly SkuBulkStep[];

interface Opened {
  readonly step: SkuBulkStep;
  readonly skus: readonly SkuRecord[];
}

/** Buttons for the chosen SKUs, for as long as some are chosen or a dialog shows what became of them. */
export function SkuBulkBar({ chosen: { rows, clear, drop } }: { readonly chosen: Chosen<SkuRecord> }): ReactNode {
  const may = usePermissions();
  const environment = useEnvironment();
  const [opened, setOpened] = useState<Opened>();
  const isTooMany = rows.length > MOST;
  return (
    <>
      {rows.length > 0 && (
        <section className="bulk-bar" aria-label={words.bar}>
          <strong role="status">{words.selected(rows.length)}</strong>
          {isTooMany && <span className="hint">{runWords.most(MOST)}</span>}
          <span className="row">
            {may('inventory:write') &&
              STEPS.map((step) => {
                // A list shows SKUs of one status, but those chosen may have changed since.
                const skus = rows.filter(({ status }) => status === STATUS_BEFORE[step]);
                if (skus.length === 0) return null;
                return (
                  <Button
                    key={step}
                    size="small"
                    kind={step === 'archive' ? 'danger' : 'plain'}
                    isDisabled={isTooMany}
                    onPress={() => setOpened({ step, skus })}
                  >
                    {step === 'settings' ? words.settings : formWords[step]}
                  </Button>
                );
              })}
            {!isTooMany && (
              <Link
                className="button"
                data-size="small"
                to={`/${environment}/labels`}
                search={{ skus: rows.map(({ sku }) => sku).join('\n') }}
              >
                {words.labels}
              </Link>
            )}
            <ExportButton fileOf={() => fileOfSkus(rows, environment)} isDisabled={isTooMany} />
            <Button size="small" kind="quiet" onPress={clear}>
              {runWords.clear}
            </Button>
          </span>
        </section>
      )}
      <Suspense>{opened && <SkuBulkDialog {...opened} onDone={drop} onClose={() => setOpened(undefined)} />}</Suspense>
    </>
  );
}
