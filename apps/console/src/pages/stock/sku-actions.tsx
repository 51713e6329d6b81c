import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { keyOf } from '../../api/call.ts';
import { operations } from '../../api/callable-operations.ts';
import { useNamedCall } from '../../api/named-call.ts';
import { ApiProblem } from '../../api/problem.ts';
import { useEnvironment, usePermissions } from '../../api/session.ts';
import type { Permission, SkuRecord } from '../../api/types.ts';
import { RecordActions } from '../../parts/actions/record-actions.tsx';
import { toast } from '../../parts/toasts.tsx';
import { stockWords as words } from './stock-strings.ts';
import type { SkuActionProps } from './sku-action-props.ts';
import { skuFormStrings as formWords } from './sku-form-strings.ts';

// Loaded when one is opened: what searches in them is larger than the page.
const dialogs = () => import('./sku-dialogs.tsx');
const AdjustDialog = lazy(async () => ({ default: (await dialogs()).AdjustDialog }));
const ArchiveSkuDialog = lazy(async () => ({ default: (await dialogs()).ArchiveSkuDialog }));
const CountDialog = lazy(async () => ({ default: (await dialogs()).CountDialog }));
const RestoreSkuDialog = lazy(async () => ({ default: (await dialogs()).RestoreSkuDialog }));
const TransferDialog = lazy(async () => ({ default: (await dialogs()).TransferDialog }));
const EditSkuDialog = lazy(async () => ({ default: (await import('./sku-form-dialog.tsx')).EditSkuDialog }));

interface ActionRule {
  readonly title: string;
  readonly permission: Permission;
  readonly status: SkuRecord['status'];
  readonly kind?: 'primary' | 'danger';
  readonly done: (sku: string) => string;
  readonly Dialog: ComponentType<SkuActionProps>;
}

const CHANGES = { permission: 'inventory:write', status: 'active' } as const;

const RULES: readonly ActionRule[] = [
  { ...CHANGES, title: words.adjust, kind: 'primary', done: () => words.done.adjust, Dialog: AdjustDialog },
  { ...CHANGES, title: words.count, done: () => words.done.count, Dialog: CountDialog },
  { ...CHANGES, title: words.transfer, permission: 'stock:transfer', done: () => words.done.transfer, Dialog: TransferDialog },
  { ...CHANGES, title: formWords.edit, done: () => formWords.saved, Dialog: EditSkuDialog },
  { ...CHANGES, title: formWords.archive, kind: 'danger', done: formWords.archived, Dialog: ArchiveSkuDialog },
  {
    ...CHANGES,
    title: formWords.restore,
    status: 'archived',
    kind: 'primary',
    done: formWords.restored,
    Dialog: RestoreSkuDialog,
  },
];

/** The ways to change the stock of a SKU, as far as the member's role allows. */
export function SkuActions({ sku }: Pick<SkuActionProps, 'sku'>): ReactNode {
  const may = usePermissions();
  const [open, setOpen] = useState<{ readonly rule: ActionRule; readonly sku: SkuRecord }>();
  const possible = RULES.filter(({ permission, status }) => may(permission) && sku.status === status);
  return (
    <>
      <RecordActions
        actions={possible.map((rule) => ({
          id: rule.title,
          title: rule.title,
          kind: rule.kind,
          offReason: rule.Dialog === TransferDialog && sku.stock.length === 0 ? words.nothingToTransfer : undefined,
          onPress: () => setOpen({ rule, sku }),
        }))}
      />
      <Suspense>{open && <ActionDialog {...open} onClose={() => setOpen(undefined)} />}</Suspense>
    </>
  );
}

interface ActionDialogProps extends Pick<SkuActionProps, 'sku' | 'onClose'> {
  readonly rule: ActionRule;
}

function ActionDialog({ rule: { done, Dialog }, sku, onClose }: ActionDialogProps): ReactNode {
  return (
    <SkuAction sku={sku} done={done(sku.sku)} onClose={onClose}>
      {(props) => <Dialog {...props} />}
    </SkuAction>
  );
}

interface SkuActionOptions extends Pick<SkuActionProps, 'sku' | 'onClose'> {
  /** Said once it is done. */
  readonly done: string;
  readonly children: (props: SkuActionProps) => ReactNode;
}

/** Gives a dialog the way to change a SKU, after which the page shows it as it is. */
export function SkuAction({ sku, done, onClose, children }: SkuActionOptions): ReactNode {
  const environment = useEnvironment();
  const queries = useQueryClient();
  const call = useNamedCall();
  const refresh = (): void => {
    const { getSku, listMovements, listSkus } = operations;
    for (const queryKey of [keyOf(getSku), keyOf(listMovements), keyOf(listSkus)]) void queries.invalidateQueries({ queryKey });
  };
  const act: SkuActionProps['act'] = async (change) => {
    try {
      await change(call, { environment });
    } catch (error) {
      // Whatever was refused, the page shows the stock as it is by now.
      if (error instanceof ApiProblem) refresh();
      throw error;
    }
    refresh();
    toast(done);
    onClose();
  };
  return children({ sku, act, onClose });
}
