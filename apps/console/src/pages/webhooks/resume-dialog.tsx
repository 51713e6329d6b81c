import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../api/call.ts';
import { accountOperations } from '../../api/callable-operations.ts';
import { useEnvironment } from '../../api/session.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ChoiceField, FormFrame, useForm } from '../../parts/form.tsx';
import { useSeenVersion } from '../../api/seen-version.ts';
import { toast } from '../../parts/toasts.tsx';
import { refreshEndpoints } from './endpoint-query.ts';
import { strings } from './webhook-strings.ts';
import type { WebhookEndpointRecord } from './webhook-types.ts';

const { actions: words } = strings;

interface ResumeDialogProps {
  readonly endpoint: WebhookEndpointRecord;
  readonly onClose: () => void;
}

/** Resumes an endpoint, after the member chose what becomes of its held events. */
export function ResumeDialog({ endpoint, onClose }: ResumeDialogProps): ReactNode {
  const environment = useEnvironment();
  const asSeen = useSeenVersion(endpoint);
  const queries = useQueryClient();
  const form = useForm({
    initial: { held: 'deliver' },
    schema: 'resumeWebhookBody',
    send: async (body) => {
      const request = { params: { id: endpoint.id }, query: { environment }, body };
      await asSeen((ifMatch) => call(accountOperations.resumeWebhook, { ...request, ifMatch }));
      await refreshEndpoints(queries);
      toast(words.resumed);
      onClose();
    },
  });
  return (
    <Dialog title={words.resumeTitle} onClose={onClose}>
      <FormFrame form={form} submit={words.resume} onCancel={onClose}>
        <ChoiceField form={form} name="held" label={words.held} choices={words.heldChoices} />
      </FormFrame>
    </Dialog>
  );
}
