import { createReplayBody } from '@fulfilment/contracts';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call, keyOf } from '../../../api/call.ts';
import { accountOperations } from '../../../api/operations.ts';
import { useEnvironment } from '../../../api/session.ts';
import { Dialog } from '../../../parts/dialog.tsx';
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
    initial: { since: inputTime(new Date(Date.now() - HOUR_MS)), until: '', status: 'failed', rate: '' },
    schema: createReplayBody,
    bodyOf: ({ since, until, status, rate }) => ({
      since: rfc3339(since),
      ...(until === '' ? {} : { until: rfc3339(until) }),
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
          <TextField form={form} name="since" type="datetime-local" label={words.since} />
          <TextField form={form} name="until" type="datetime-local" label={words.until} isOptional />
        </div>
        <ChoiceField form={form} name="status" label={words.which} choices={words.choices} />
        <TextField form={form} name="rate" type="number" label={words.rate} hint={words.rateHint} isOptional />
      </FormFrame>
    </Dialog>
  );
}

/** A moment as fields for local time have it: `2026-11-21T09:00`. */
function inputTime(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function rfc3339(local: string): string {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? local : date.toISOString();
}
