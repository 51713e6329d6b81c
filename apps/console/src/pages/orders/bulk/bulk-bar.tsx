import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { operations } from '../../../api/callable-operations.ts';
import { download } from '../../../api/files.ts';
import { useEnvironment, usePermissions } from '../../../api/session.ts';
import type { OrderRecord, Permission } from '../../../api/types.ts';
import { Button } from '../../../parts/button.tsx';
import { bulkRunWords as runWords } from '../../../parts/lists/bulk-run-strings.ts';
import { ExportButton } from '../../../parts/lists/export-button.tsx';
import type { Chosen } from '../../../parts/lists/use-selection.ts';
import { isPossible } from '../possible-actions.ts';
import type { BulkStep } from './bulk-dialog.tsx';
import { bulkWords as words } from './bulk-strings.ts';

const BulkDialog = lazy(async () => ({ default: (await import('./bulk-dialog.tsx')).BulkDialog }));

/** Orders that are worked on at once: an export names each in its address. */
const MOST = 100;

const PERMISSIONS: Readonly<Record<BulkStep, Permission>> = {
  pack: 'orders:fulfil',
  ship: 'orders:fulfil',
  hold: 'orders:hold',
  cancel: 'orders:cancel',
};
const STEPS = ['pack', 'ship', 'hold', 'cancel'] as const satisfies readonly BulkStep[];

const canTake = (step: BulkStep, order: OrderRecord): boolean =>
  order.pending_transition === null &&
  (step === 'hold' ? order.status === 'created' || order.status === 'packed' : isPossible(step, order));

interface Opened {
  readonly step: BulkStep;
  readonly orders: readonly OrderRecord[];
  readonly leftOut: number;
}

/** Buttons for the chosen orders, for as long as some are chosen or a dialog shows what became of them. */
export function BulkBar({ chosen: { rows, clear, drop } }: { readonly chosen: Chosen<OrderRecord> }): ReactNode {
  const may = usePermissions();
  const environment = useEnvironment();
  const [opened, setOpened] = useState<Opened>();
  const fileOf = (): Promise<File> =>
    download(operations.exportOrders, {
      query: { environment, id: rows.map(({ id }) => id) },
      type: 'text/csv',
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
  const isTooMany = rows.length > MOST;
  const search = { orders: rows.map(({ id }) => id).join(',') };
  return (
    <>
      {rows.length > 0 && (
        <section className="bulk-bar" aria-label={words.bar}>
          <strong role="status">{words.selected(rows.length)}</strong>
          {isTooMany && <span className="hint">{runWords.most(MOST)}</span>}
          <span className="row">
            {STEPS.filter((step) => may(PERMISSIONS[step])).map((step) => {
              const able = rows.filter((order) => canTake(step, order));
              return (
                <Button
                  key={step}
                  size="small"
                  kind={step === 'cancel' ? 'danger' : 'plain'}
                  isDisabled={isTooMany || able.length === 0}
                  onPress={() => setOpened({ step, orders: able, leftOut: rows.length - able.length })}
                >
                  {words.steps[step]}
                </Button>
              );
            })}
            {!isTooMany && (
              <>
                <Link className="button" data-size="small" to={`/${environment}/orders/pick-list`} search={search}>
                  {words.pickList}
                </Link>
                <Link className="button" data-size="small" to={`/${environment}/orders/packing-slips`} search={search}>
                  {words.slips}
                </Link>
              </>
            )}
            <ExportButton fileOf={fileOf} isDisabled={isTooMany} />
            <Button size="small" kind="quiet" onPress={clear}>
              {runWords.clear}
            </Button>
          </span>
        </section>
      )}
      <Suspense>{opened && <BulkDialog {...opened} onDone={drop} onClose={() => setOpened(undefined)} />}</Suspense>
    </>
  );
}
