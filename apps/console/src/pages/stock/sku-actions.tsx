import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { keyOf } from '../../api/call.ts';
import { useNamedCall } from '../../api/named-call.ts';
import { operations } from '../../api/operations.ts';
import { ApiProblem } from '../../api/problem.ts';
import { useEnvironment, usePermissions } from '../../api/session.ts';
import type { Permission, SkuRecord } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { toast } from '../../parts/toasts.tsx';
import { dailyWork } from '../../strings-operations.ts';
import type { SkuActionProps } from './sku-action-props.ts';
import { AdjustDialog, CountDialog, TransferDialog } from './sku-dialogs.tsx';

const { stock: words } = dailyWork;

type Action = 'adjust' | 'count' | 'transfer';

const PERMISSIONS: Readonly<Record<Action, Permission>> = {
  transfer: 'stock:transfer',
  count: 'inventory:write',
  adjust: 'inventory:write',
};
const ACTIONS: readonly Action[] = ['transfer', 'count', 'adjust'];
const DIALOGS = { adjust: AdjustDialog, count: CountDialog, transfer: TransferDialog } as const;

/** The ways to change the stock of a SKU, as far as the member's role allows. */
export function SkuActions({ sku }: Pick<SkuActionProps, 'sku'>): ReactNode {
  const may = usePermissions();
  const [open, setOpen] = useState<{ readonly action: Action; readonly sku: SkuRecord }>();
  const possible = ACTIONS.filter((action) => may(PERMISSIONS[action]) && sku.status === 'active');
  return (
    <>
      {possible.map((action) => (
        <Button
          key={action}
          kind={action === 'adjust' ? 'primary' : 'plain'}
          isDisabled={action === 'transfer' && sku.stock.length === 0}
          onPress={() => setOpen({ action, sku })}
        >
          {words[action]}
        </Button>
      ))}
      {open && <ActionDialog {...open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

interface ActionDialogProps extends Pick<SkuActionProps, 'sku' | 'onClose'> {
  readonly action: Action;
}

function ActionDialog({ action, sku, onClose }: ActionDialogProps): ReactNode {
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
    toast(words.done[action]);
    onClose();
  };
  const Dialog = DIALOGS[action];
  return <Dialog sku={sku} act={act} onClose={onClose} />;
}
