import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call, keyOf } from '../../../api/call.ts';
import { accountOperations } from '../../../api/callable-operations.ts';
import { useEnvironment } from '../../../api/session.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { localInputOf, MomentField, momentFault, momentOf } from '../../../parts/fields/moment-field.tsx';
import { ChoiceField, FormFrame, TextField, useForm } from '../../../parts/form.tsx';
import { toast } from '../../../parts/toasts.tsx';
import { typedNumber } from '../../../api/typed-number.ts';
import { strings } from '../webhook-strings.ts';

const { replay: words } = strings;

const HOUR_MS = 3_600_000;

interface ReplayDialogProps {
  readonly webhookId: string;
  readonly onClose: () => void;
}

/** Asks which events are sent again, and starts the replay. */
export function ReplayDialog({ webhookId, onClose }: ReplayDialogProps): ReactNode {
  const environment = useEnvironment();
  const queries = useQueryClient();
  const form = useForm({
    initial: { since: localInputOf(new Date(Date.now() - HOUR_MS)), until: '', status: 'failed', rate: '' },
    schema: 'createReplayBody',
    check: ({ since, until }) => ({ ...momentFault('since', since), ...momentFault('until', until) }),
    bodyOf: ({ since, until, status, rate }) => ({
      since: momentOf(since),
      until: momentOf(until),
      status,
      rate: typedNumber(rate) ?? null,
    }),
    send: async (body) => {
      const params = { id: webhookId };
      await call(accountOperations.createReplay, { params, query: { environment }, body });
      await queries.invalidateQueries({ queryKey: keyOf(accountOperations.listReplays, params) });
      toast(words.started);
      onClose();
    },
  });
  return (
    <Dialog title={words.start} onClose={onClose}>
      <FormFrame form={form} submit={words.begin} onCancel={onClose}>
        <div className="field-pair">
          <MomentField form={form} name="since" label={words.since} />
          <MomentField form={form} name="until" label={words.until} isOptional />
        </div>
        <ChoiceField form={form} name="status" label={words.which} choices={words.choices} />
        <TextField form={form} name="rate" type="number" label={words.rate} hint={words.rateHint} isOptional />
      </FormFrame>
    </Dialog>
  );
}
