import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { send } from '../../api/client.ts';
import { useEnvironment } from '../../api/session.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ChoiceField, FormFrame, useForm } from '../../parts/form.tsx';
import { toast } from '../../parts/toasts.tsx';
import { strings } from './webhook-strings.ts';
import type { WebhookEndpointRecord } from './webhook-types.ts';

const { actions: words } = strings;

interface ResumeDialogProps {
  readonly endpoint: WebhookEndpointRecord;
  readonly onClose: () => void;
}

/** Resumes an endpoint, after the member chose what becomes of its held events. */
export function ResumeDialog({ endpoint: { id, version }, onClose }: ResumeDialogProps): ReactNode {
  const environment = useEnvironment();
  const queries = useQueryClient();
  const form = useForm({
    initial: { held: 'deliver' },
    send: async (body) => {
      const path = `/account/v1/webhooks/${id}/resume`;
      await send({ method: 'POST', path, query: { environment }, body, ifMatch: version });
      await queries.invalidateQueries({ queryKey: ['/account/v1/webhooks'] });
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
