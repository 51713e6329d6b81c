import './webhooks.css';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { call, type RequestOf } from '../../api/call.ts';
import { accountOperations } from '../../api/callable-operations.ts';
import { ApiProblem } from '../../api/problem.ts';
import { useEnvironment } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { toast } from '../../parts/toasts.tsx';
import { strings as all } from '../../strings.ts';
import { EndpointForm } from './form/endpoint-form.tsx';
import { refreshEndpoints, useEndpoint } from './endpoint-query.ts';
import { strings as words } from './webhook-strings.ts';
import type { WebhookEndpointRecord } from './webhook-types.ts';

/** Changes an endpoint; a change of another member since it was opened is not overwritten. */
export function EditEndpointPage(): ReactNode {
  const environment = useEnvironment();
  const { id = '' } = useParams({ strict: false });
  const { data, error, refetch } = useEndpoint();
  return (
    <>
      <PageHeader
        title={words.edit}
        lead={data && <code className="breakable">{data.url}</code>}
        back={<Link to={`/${environment}/developers/webhooks/${id}`}>{data?.description ?? words.endpoint}</Link>}
      />
      {data ? <EditForm current={data} reload={refetch} /> : <ProblemNotice error={error} onRetry={() => void refetch()} />}
    </>
  );
}

type Body = RequestOf<typeof accountOperations.updateWebhook>['body'];

interface EditFormProps {
  readonly current: WebhookEndpointRecord;
  readonly reload: () => Promise<unknown>;
}

function EditForm({ current, reload }: EditFormProps): ReactNode {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const queries = useQueryClient();
  // The form stays with the version that it was opened with, whatever is read in the meantime.
  const [opened, setOpened] = useState(current);
  const [isStale, setIsStale] = useState(false);
  /** The version that is saved over: the one that was opened, until the member has seen another. */
  const [version, setVersion] = useState(current.version);
  const decide = (present: WebhookEndpointRecord | undefined): void => {
    if (present) setOpened(present);
    setVersion(current.version);
    setIsStale(false);
  };
  const page = `/${environment}/developers/webhooks/${opened.id}`;
  const save = async ({ url, ...others }: Body): Promise<void> => {
    setIsStale(false);
    try {
      const { id } = opened;
      // In production a change of the URL asks for the password.
      const body = url === opened.url ? others : { ...others, url };
      await call(accountOperations.updateWebhook, { params: { id }, query: { environment }, body, ifMatch: version });
    } catch (failure) {
      setIsStale(failure instanceof ApiProblem && failure.code === 'version_conflict');
      await reload();
      throw failure;
    }
    await refreshEndpoints(queries);
    toast(words.saved);
    await navigate({ to: page });
  };
  return (
    <div className="stack">
      <EndpointForm
        key={opened.version}
        endpoint={opened}
        submit={words.save}
        send={save}
        onCancel={() => void navigate({ to: page })}
      />
      {isStale && (
        <span className="row">
          <Button onPress={() => decide(current)}>{all.problem.reloadRecord}</Button>
          <Button onPress={() => decide(undefined)}>{all.problem.keepMine}</Button>
        </span>
      )}
    </div>
  );
}
