import { type ReactNode, useState } from 'react';
import { operations } from '../../../api/callable-operations.ts';
import type { NamedCall } from '../../../api/named-call.ts';
import { useEnvironment } from '../../../api/session.ts';
import type { Environment, OrderRecord } from '../../../api/types.ts';
import { codeOf } from '../../../language/codes.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { FixedComboField } from '../../../parts/fields/combo-field.tsx';
import { type Form, FormFrame, TextField, useForm } from '../../../parts/form.tsx';
import { BulkRunWindow } from '../../../parts/lists/bulk-run-window.tsx';
import { type SendRow, useBulkRun } from '../../../parts/lists/use-bulk-run.ts';
import { orderWords } from '../order-strings.ts';
import { HOLD_REASONS, holdWords } from '../holds/hold-strings.ts';
import { nameOf } from '../order-states.tsx';
import { isOfOrders } from '../order-step.ts';
import { bulkWords as words } from './bulk-strings.ts';

/** A step that many orders take at once, each by a request of its own. */
export type BulkStep = keyof typeof words.steps;

type Values = Readonly<Record<'carrier' | 'reason' | 'note', string>>;

interface OfOrder {
  readonly params: { readonly id: string };
  readonly query: { readonly environment: Environment };
}

/** Sends the step of one order. A hold is added whatever became of the order, so it is bound to no version. */
const SENDERS: Readonly<
  Record<BulkStep, (call: NamedCall, of: OfOrder & { readonly ifMatch: number }, values: Values) => Promise<OrderRecord>>
> = {
  pack: (call, of) => call(operations.packOrder, { ...of, body: {} }),
  ship: (call, of, { carrier }) => call(operations.shipOrder, { ...of, body: filled({ carrier }) }),
  hold: (call, { params, query }, { reason, note }) =>
    call(operations.holdOrder, {
      params,
      query,
      body: { reason: codeOf(reason, holdWords.reasons), ...filled({ note }), release_stock: false },
    }),
  cancel: (call, of, { reason }) => call(operations.cancelOrder, { ...of, body: filled({ reason }) }),
};

const filled = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])));

const idOf = ({ id }: OrderRecord): string => id;

interface BulkDialogProps {
  readonly step: BulkStep;
  /** Those of the chosen orders that can take it. */
  readonly orders: readonly OrderRecord[];
  /** How many of the chosen ones cannot. */
  readonly leftOut: number;
  /** Told which have taken it, once a run has ended. */
  readonly onDone: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Takes a step with many orders: asks for what it needs, then shows how far it is and what became of each. */
export function BulkDialog({ step, orders: given, leftOut, onDone, onClose }: BulkDialogProps): ReactNode {
  // Those that are done leave the selection while their results are shown.
  const [orders] = useState(given);
  const query = { environment: useEnvironment() };
  const work = useBulkRun({ rows: orders, keyOf: idOf, onDone, isChanged: isOfOrders });
  const senderOf =
    (typed: Values): SendRow<OrderRecord> =>
    async (call, { id }, ifMatch) => {
      const after = await SENDERS[step](call, { params: { id }, query, ifMatch }, typed);
      return { state: after.pending_transition === null ? 'done' : 'recorded' };
    };
  const [values, setValues] = useState<Values>();
  const form = useForm({
    initial: { carrier: '', reason: '', note: '' },
    check: ({ reason }) => (step === 'hold' && codeOf(reason, holdWords.reasons) === '' ? { reason: holdWords.noReason } : {}),
    bodyOf: (typed) => typed,
    send: (typed) => {
      setValues(typed);
      void work.run(orders, senderOf(typed));
      return Promise.resolve();
    },
  });
  const title = words.titles[step](orders.length);
  if (values === undefined)
    return (
      <Dialog title={title} onClose={onClose}>
        <p>{words.texts[step]}</p>
        {leftOut > 0 && <p className="hint">{words.leftOut(leftOut)}</p>}
        <FormFrame
          form={form}
          submit={title}
          kind={step === 'cancel' ? 'danger-primary' : 'primary'}
          onCancel={onClose}
          {...(step === 'cancel' ? { cancel: words.keep } : {})}
        >
          <StepFields step={step} form={form} />
        </FormFrame>
      </Dialog>
    );
  return (
    <BulkRunWindow
      title={title}
      work={work}
      rows={orders}
      keyOf={idOf}
      nameOf={nameOf}
      named={orderWords.order}
      onAgain={(open) => void work.run(open, senderOf(values))}
      onClose={onClose}
    />
  );
}

function StepFields({ step, form }: { readonly step: BulkStep; readonly form: Form<keyof Values> }): ReactNode {
  if (step === 'ship') return <TextField form={form} name="carrier" label={orderWords.carrier} isOptional isFirst />;
  if (step === 'cancel') return <TextField form={form} name="reason" label={orderWords.reason} rows={2} isOptional isFirst />;
  if (step === 'pack') return null;
  return (
    <>
      <FixedComboField
        form={form}
        name="reason"
        label={holdWords.reason}
        hint={holdWords.reasonHint}
        options={HOLD_REASONS}
        isFirst
      />
      <TextField form={form} name="note" label={holdWords.note} rows={2} isOptional />
    </>
  );
}
