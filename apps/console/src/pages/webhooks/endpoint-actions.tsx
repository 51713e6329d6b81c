import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { call } from '../../api/call.ts';
import { accountOperations } from '../../api/operations.ts';
import { useEnvironment, usePermissions } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { toast } from '../../parts/toasts.tsx';
import { useAction } from './endpoint-query.ts';
import { ResumeDialog } from './resume-dialog.tsx';
import { restOf } from './webhook-status.tsx';
import { TestEvent } from './test-event.tsx';
import { strings } from './webhook-strings.ts';
import type { WebhookEndpointRecord } from './webhook-types.ts';

const { actions: words } = strings;

/** The buttons of an endpoint, for members who may change it. */
export function EndpointActions({ endpoint }: { readonly endpoint: WebhookEndpointRecord }): ReactNode {
  const environment = useEnvironment();
  const may = usePermissions();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'resume' | 'remove'>();
  const { id, url, status, version } = endpoint;
  const request = { params: { id }, query: { environment }, ifMatch: version };
  const pause = useAction(async () => {
    await call(accountOperations.pauseWebhook, request);
    toast(words.paused);
  });
  const wake = useAction(async () => {
    await call(accountOperations.resumeWebhook, { ...request, body: { held: 'deliver' } });
    toast(words.resumed);
  });
  if (!may('webhooks:manage')) return null;
  const list = `/${environment}/developers/webhooks`;
  return (
    <div className="stack">
      <div className="row">
        <Link className="button" to={`${list}/${id}/edit`}>
          {words.edit}
        </Link>
        {restOf(endpoint) !== undefined && (
          <Button isDisabled={wake.isWorking} onPress={wake.run}>
            {words.resume}
          </Button>
        )}
        {status === 'active' ? (
          <Button isDisabled={pause.isWorking} onPress={pause.run}>
            {words.pause}
          </Button>
        ) : (
          <Button onPress={() => setDialog('resume')}>{words.resume}</Button>
        )}
        <Button kind="danger" onPress={() => setDialog('remove')}>
          {words.remove}
        </Button>
        <TestEvent endpoint={endpoint} />
      </div>
      <ProblemNotice error={pause.error ?? wake.error} />
      {dialog === 'resume' && <ResumeDialog endpoint={endpoint} onClose={() => setDialog(undefined)} />}
      {dialog === 'remove' && (
        <ConfirmDialog
          title={words.removeTitle}
          action={words.remove}
          typed={new URL(url).host}
          onClose={() => setDialog(undefined)}
          onConfirm={async () => {
            await call(accountOperations.deleteWebhook, request);
            toast(words.removed);
            await navigate({ to: list });
          }}
        >
          <p>{words.removeText}</p>
          <code className="breakable">{url}</code>
        </ConfirmDialog>
      )}
    </div>
  );
}
