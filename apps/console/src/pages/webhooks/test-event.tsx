import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { call, reading } from '../../api/call.ts';
import { accountOperations } from '../../api/callable-operations.ts';
import { useEnvironment } from '../../api/session.ts';
import { inWords } from '../../language/codes.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FormFrame, SelectField, useForm } from '../../parts/form.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { useEventTypes } from './event-types.ts';
import { DeliveryState, milliseconds } from './webhook-status.tsx';
import { strings } from './webhook-strings.ts';
import type { AttemptRecord, DeliveryRecord, WebhookEndpointRecord } from './webhook-types.ts';

const { test: words } = strings;

const POLL_MS = 1_000;

interface TestDialogProps {
  readonly endpoint: WebhookEndpointRecord;
  readonly onClose: () => void;
}

/** Sends a sample to an endpoint, and shows how it arrives. */
export function TestDialog({ endpoint: { id }, onClose }: TestDialogProps): ReactNode {
  const environment = useEnvironment();
  const { data: types = [] } = useEventTypes();
  const [sent, setSent] = useState<DeliveryRecord>();
  const form = useForm({
    initial: { type: 'webhook.test' },
    schema: 'testWebhookBody',
    send: async (body) => {
      setSent(await call(accountOperations.testWebhook, { params: { id }, query: { environment }, body }));
    },
  });
  // The plain test is the first choice.
  const names = types.map(({ type }) => type).toReversed();
  return (
    <Dialog title={words.title} onClose={onClose}>
      <FormFrame form={form} submit={sent ? words.again : words.send} onCancel={onClose}>
        <p>{words.text}</p>
        <SelectField
          form={form}
          name="type"
          label={words.type}
          choices={(names.length > 0 ? names : (['webhook.test'] as const)).map((name) => ({ value: name, label: name }))}
        />
        {sent && <Arrival delivery={sent} />}
      </FormFrame>
    </Dialog>
  );
}

function Arrival({ delivery }: { readonly delivery: DeliveryRecord }): ReactNode {
  const environment = useEnvironment();
  const { data, error } = useQuery({
    ...reading(accountOperations.getDelivery, { params: { id: delivery.id }, query: { environment } }),
    refetchInterval: ({ state }) => (state.data?.ended_at ? false : POLL_MS),
  });
  const last = data?.attempt_log.at(-1);
  return (
    <div className="notice" data-kind={data?.status === 'delivered' ? 'good' : 'warning'} role="status">
      <span className="row">
        <DeliveryState status={data?.status ?? delivery.status} />
        {last && <span>{words.answered(answerOf(last), milliseconds(last.latency_ms))}</span>}
      </span>
      {last?.error_detail && <span className="quiet">{last.error_detail.replaceAll('_', ' ')}</span>}
      <ProblemNotice error={error} />
      <Link to={`/${environment}/developers/webhooks/${delivery.webhook_id}/deliveries/${delivery.id}`}>{words.show}</Link>
    </div>
  );
}

/** The status of an answer, or why there is none. */
function answerOf({ status, error }: AttemptRecord): string {
  if (status !== null) return String(status);
  return error === null ? '–' : inWords(error, strings.attempt.errors);
}
