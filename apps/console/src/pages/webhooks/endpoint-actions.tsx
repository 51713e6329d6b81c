import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { call } from '../../api/call.ts';
import { accountOperations } from '../../api/callable-operations.ts';
import { useEnvironment, usePermissions } from '../../api/session.ts';
import type { RecordAction } from '../../parts/actions/record-action.ts';
import { RecordActions } from '../../parts/actions/record-actions.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { toast } from '../../parts/toasts.tsx';
import { useAction } from './endpoint-query.ts';
import { ResumeDialog } from './resume-dialog.tsx';
import { restOf } from './webhook-status.tsx';
import { TestDialog } from './test-event.tsx';
import { strings } from './webhook-strings.ts';
import { strings as all } from '../../strings.ts';
import type { WebhookEndpointRecord } from './webhook-types.ts';

const { actions: words } = strings;

const offWhile = (isWorking: boolean): string | undefined => (isWorking ? all.actions.working : undefined);

/** The buttons of an endpoint, for members who may change it. */
export function EndpointActions({ endpoint }: { readonly endpoint: WebhookEndpointRecord }): ReactNode {
  const environment = useEnvironment();
  const may = usePermissions();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'test' | 'resume' | 'remove'>();
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
  const isActive = status === 'active';
  const waking: RecordAction = { id: 'wake', title: words.resume, offReason: offWhile(wake.isWorking), onPress: wake.run };
  const actions: readonly RecordAction[] = [
    {
      id: 'test',
      title: strings.test.send,
      kind: isActive ? 'primary' : undefined,
      offReason: isActive ? undefined : words.testNeedsActive,
      onPress: () => setDialog('test'),
    },
    isActive
      ? { id: 'pause', title: words.pause, offReason: offWhile(pause.isWorking), onPress: pause.run }
      : { id: 'resume', title: words.resume, kind: 'primary', onPress: () => setDialog('resume') },
    ...(restOf(endpoint) === undefined ? [] : [waking]),
    { id: 'edit', title: words.edit, to: `${list}/${id}/edit` },
    { id: 'remove', title: words.remove, kind: 'danger', onPress: () => setDialog('remove') },
  ];
  return (
    <div className="stack">
      <div className="row">
        <RecordActions actions={actions} />
      </div>
      <ProblemNotice error={pause.error ?? wake.error} />
      {dialog === 'test' && <TestDialog endpoint={endpoint} onClose={() => setDialog(undefined)} />}
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
