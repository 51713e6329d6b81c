import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useEnvironment, usePermissions } from '../../../api/session.ts';
import type { Permission, ReturnRecord } from '../../../api/types.ts';
import { Button } from '../../../parts/button.tsx';
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
const STEPS: readonly Step[] = ['cancel', 'reject', 'close', 'missing', 'dispose', 'receive', 'approve'];

/** The steps of a return that its status and the member's role allow, each with its dialog, and the ways on from it. */
export function ReturnActions({ of }: { readonly of: ReturnRecord }): ReactNode {
  const environment = useEnvironment();
  const may = usePermissions();
  const [open, setOpen] = useState<{ readonly step: Step; readonly of: ReturnRecord }>();
  const possible = STEPS.filter((step) => may(RULES[step].permission) && isPossible(step, of));
  const mayExchange = may('orders:create') && (isReceivable(of) || of.status === 'closed');
  return (
    <>
      {mayExchange && (
        <Link to={`/${environment}/orders/new`} search={{ exchange_for: of.id }} className="button">
          {words.exchange}
        </Link>
      )}
      {possible.map((step) => (
        <Button
          key={step}
          kind={RULES[step].kind ?? 'plain'}
          isDisabled={of.pending_transition !== null}
          onPress={() => setOpen({ step, of })}
        >
          {words.steps[step]}
        </Button>
      ))}
      {may('returns:receive') && isReceivable(of) && (
        <Link to={`/${environment}/returns/receive`} search={{ return: of.id }} className="button" data-kind="primary">
          {words.scan}
        </Link>
      )}
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
