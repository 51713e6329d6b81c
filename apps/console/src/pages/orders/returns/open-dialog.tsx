import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { operations } from '../../../api/callable-operations.ts';
import { UNLINKED_REASON } from '../../../api/contracts/constants.ts';
import { useNamedCall } from '../../../api/named-call.ts';
import { useEnvironment } from '../../../api/session.ts';
import { codeOf } from '../../../language/codes.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { FixedComboField } from '../../../parts/fields/combo-field.tsx';
import { LinesField, linesOf, ONE_LINE } from '../../../parts/fields/lines-field.tsx';
import { FormFrame, SelectField, TextField, useForm } from '../../../parts/form.tsx';
import { toast } from '../../../parts/toasts.tsx';
import { orderWords } from '../order-strings.ts';
import { isOfOrders } from '../order-step.ts';
import { APPROVALS, RETURN_REASONS, returnWords as words } from './return-strings.ts';

/** Opens a return of units whose order is not known, and leads to its page. */
export function OpenDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const named = useNamedCall();
  const form = useForm({
    initial: { lines: ONE_LINE, reason: '', approved: 'yes', external_id: '', note: '' },
    schema: 'createReturnBody',
    bodyOf: ({ lines, reason, approved, external_id: externalId, note }) => ({
      order_id: null,
      lines: linesOf(lines).map((line) => ({ ...line, reason: codeOf(reason, words.reasons) || UNLINKED_REASON })),
      approved: approved === 'yes',
      external_id: externalId.trim(),
      note: note.trim(),
    }),
    send: async (body) => {
      const made = await named(operations.createReturn, { query: { environment }, body });
      toast(made.pending_transition === null ? words.done.open : orderWords.recorded);
      await queries.invalidateQueries({ predicate: isOfOrders });
      await navigate({ to: `/${environment}/returns/${made.id}` });
      onClose();
    },
  });
  return (
    <Dialog title={words.open} onClose={onClose} isWide>
      <p>{words.openText}</p>
      <FormFrame form={form} submit={words.open} onCancel={onClose}>
        <LinesField form={form} />
        <div className="columns">
          <FixedComboField
            form={form}
            name="reason"
            label={words.why}
            hint={words.openReasonHint}
            options={RETURN_REASONS}
            isOptional
          />
          <SelectField form={form} name="approved" label={words.approved} choices={APPROVALS} />
          <TextField form={form} name="external_id" label={words.externalId} hint={words.externalIdHint} isOptional />
        </div>
        <TextField form={form} name="note" label={words.note} rows={2} isOptional />
      </FormFrame>
    </Dialog>
  );
}
