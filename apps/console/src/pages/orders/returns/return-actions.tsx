import { type ReactNode, useState } from 'react';
import { useEnvironment, usePermissions } from '../../../api/session.ts';
import type { Permission, ReturnRecord } from '../../../api/types.ts';
import type { RecordAction } from '../../../parts/actions/record-action.ts';
import { RecordActions } from '../../../parts/actions/record-actions.tsx';
import { DisposeDialog } from './dispose-dialog.tsx';
import { ApproveDialog, EndDialog, ReceiveDialog } from './return-dialogs.tsx';
import { isReceivable, unitsByDisposition } from './return-states.tsx';
import { returnWords as words } from './return-strings.ts';

type Step = keyof typeof words.steps;

interface StepRule {
  readonly permission: Permission;
  readonly statuses: readonly ReturnRecord['status'][];
  readonly kind?: 'primary' | 'danger';
}

const RULES: Readonly<Record<Step, StepRule>> = {
  cancel: { permission: 'returns:create', statuses: ['requested', 'approved'], kind: 'danger' },
  reject: { permission: 'returns:create', statuses: ['requested'], kind: 'danger' },
  close: { permission: 'returns:create', statuses: ['approved', 'receiving'], kind: 'danger' },
  missing: { permission: 'returns:receive', statuses: ['approved', 'receiving'] },
  dispose: { permission: 'returns:receive', statuses: ['receiving', 'closed'] },
  receive: { permission: 'returns:receive', statuses: ['approved', 'receiving'] },
  approve: { permission: 'returns:create', statuses: ['requested'], kind: 'primary' },
};
/** The most usual first. */
const STEPS: readonly Step[] = ['approve', 'receive', 'dispose', 'missing', 'reject', 'close', 'cancel'];

/** The steps of a return that its status and the member's role allow, each with its dialog, and the ways on from it. */
export function ReturnActions({ of }: { readonly of: ReturnRecord }): ReactNode {
  const environment = useEnvironment();
  const may = usePermissions();
  const [open, setOpen] = useState<{ readonly step: Step; readonly of: ReturnRecord }>();
  const possible = STEPS.filter((step) => may(RULES[step].permission) && isPossible(step, of));
  const mayExchange = may('orders:create') && (isReceivable(of) || of.status === 'closed');
  const scan: RecordAction = {
    id: 'scan',
    title: words.scan,
    kind: 'primary',
    to: `/${environment}/returns/receive`,
    search: { return: of.id },
  };
  const exchange: RecordAction = {
    id: 'exchange',
    title: words.exchange,
    to: `/${environment}/orders/new`,
    search: { exchange_for: of.id },
  };
  const steps = possible.map((step): RecordAction => ({
    id: step,
    title: words.steps[step],
    kind: RULES[step].kind,
    offReason: of.pending_transition === null ? undefined : words.pending,
    onPress: () => setOpen({ step, of }),
  }));
  const canScan = may('returns:receive') && isReceivable(of);
  return (
    <>
      <RecordActions actions={[...(canScan ? [scan] : []), ...steps, ...(mayExchange ? [exchange] : [])]} />
      {open && <StepDialog {...open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function isPossible(step: Step, { status, lines }: ReturnRecord): boolean {
  if (!RULES[step].statuses.includes(status)) return false;
  return (
    step !== 'dispose' || lines.map(unitsByDisposition).some((units) => units.inspect + units.restock + units.quarantine > 0)
  );
}

interface StepDialogProps {
  readonly step: Step;
  readonly of: ReturnRecord;
  readonly onClose: () => void;
}

function StepDialog({ step, ...props }: StepDialogProps): ReactNode {
  if (step === 'approve') return <ApproveDialog {...props} />;
  if (step === 'dispose') return <DisposeDialog {...props} />;
  if (step === 'receive' || step === 'missing') return <ReceiveDialog {...props} step={step} />;
  return <EndDialog {...props} step={step} />;
}
