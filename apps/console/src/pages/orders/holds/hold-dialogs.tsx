import type { ReactNode } from 'react';
import { operations } from '../../../api/callable-operations.ts';
import type { OrderRecord } from '../../../api/types.ts';
import { codeOf, inWords } from '../../../language/codes.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { FixedComboField } from '../../../parts/fields/combo-field.tsx';
import { MomentField, momentFault, momentOf } from '../../../parts/fields/moment-field.tsx';
import { ChoiceField, FormFrame, TextField, useForm } from '../../../parts/form.tsx';
import { useStep } from '../order-step.ts';
import { HOLD_REASONS, holdWords as words } from './hold-strings.ts';

interface HoldDialogProps {
  readonly order: OrderRecord;
  readonly onClose: () => void;
}

const STOCKS = (['keep', 'give'] as const).map((value) => ({ value, ...words.stocks[value] }));

/**
 * Puts an order on hold. Holds are a set, to which one is added whatever became of the order since it was shown, so the request is bound to
 * no version: an order that has ended refuses it by itself.
 */
export function PlaceHoldDialog({ order, onClose }: HoldDialogProps): ReactNode {
  const take = useStep(order, words.placed, onClose);
  const form = useForm({
    initial: { reason: '', note: '', until: '', release_stock: 'keep' },
    schema: 'createHoldBody',
    check: ({ reason, until }) => {
      const at = momentOf(until);
      const isPast = at !== undefined && Date.parse(at) <= Date.now();
      const hasReason = codeOf(reason, words.reasons) !== '';
      return {
        ...(hasReason ? {} : { reason: words.noReason }),
        ...(isPast ? { until: words.untilPast } : momentFault('until', until)),
      };
    },
    bodyOf: ({ reason, note, until, release_stock: stock }) => ({
      reason: codeOf(reason, words.reasons),
      note: note.trim(),
      until: momentOf(until),
      release_stock: stock === 'give',
    }),
    send: (body) => take((call, { params, query }) => call(operations.holdOrder, { params, query, body })),
  });
  return (
    <Dialog title={words.place} onClose={onClose}>
      <FormFrame form={form} submit={words.place} onCancel={onClose}>
        <FixedComboField form={form} name="reason" label={words.reason} hint={words.reasonHint} options={HOLD_REASONS} isFirst />
        <TextField form={form} name="note" label={words.note} rows={2} isOptional />
        <MomentField form={form} name="until" label={words.until} hint={words.untilHint} isOptional />
        <ChoiceField form={form} name="release_stock" label={words.stock} choices={STOCKS} />
      </FormFrame>
    </Dialog>
  );
}

interface ReleaseHoldDialogProps extends HoldDialogProps {
  readonly hold: OrderRecord['holds'][number];
  /** How many live holds the order has beside it. */
  readonly others: number;
}

/** Releases the one hold; the others of the order stay. */
export function ReleaseHoldDialog({ order, hold: { id, reason }, others, onClose }: ReleaseHoldDialogProps): ReactNode {
  const take = useStep(order, words.released, onClose);
  const name = inWords(reason, words.reasons);
  const form = useForm({
    initial: {},
    bodyOf: () => ({}),
    send: () => take((call, { params, query }) => call(operations.releaseHold, { params: { ...params, hold: id }, query })),
  });
  return (
    <Dialog title={words.releaseTitle} onClose={onClose}>
      <p>{words.releaseText(name, others)}</p>
      <FormFrame form={form} submit={words.releaseNamed(name)} onCancel={onClose} cancel={words.keep}>
        {null}
      </FormFrame>
    </Dialog>
  );
}
