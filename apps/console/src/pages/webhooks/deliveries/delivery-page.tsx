import '../webhooks.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call, keyOf, reading, readRows } from '../../../api/call.ts';
import { accountOperations } from '../../../api/operations.ts';
import { useEnvironment, usePermissions } from '../../../api/session.ts';
import { Actor } from '../../../parts/actor.tsx';
import { Button } from '../../../parts/button.tsx';
import { CodeBlock, Identifier } from '../../../parts/copy.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { localTime, Time } from '../../../parts/time.tsx';
import { toast } from '../../../parts/toasts.tsx';
import { Attempt } from './attempt.tsx';
import { useAction, useEndpoint } from '../endpoint-query.ts';
import { DeliveryState, restOf } from '../webhook-status.tsx';
import { recordOf } from './record-of-event.ts';
import { type Resend, RESENDABLE, resentAttempts } from './resends.ts';
import { strings } from '../webhook-strings.ts';
import type { DeliveryDetailsRecord } from '../webhook-types.ts';

const { delivery: words } = strings;

const POLL_MS = 2_000;
/** Of the endpoint, newest first, among which requests to send the delivery again are looked for. */
const MOST_CHANGES = 1_000;

/** One delivery: its body, and every attempt with request and response. */
export function DeliveryPage(): ReactNode {
  const environment = useEnvironment();
  const { id: webhookId = '', delivery: deliveryId = '' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery({
    ...reading(accountOperations.getDelivery, { params: { id: deliveryId }, query: { environment } }),
    refetchInterval: ({ state }) => (state.data?.ended_at ? false : POLL_MS),
  });
  const back = <Link to={`/${environment}/developers/webhooks/${webhookId}`}>{words.back}</Link>;
  return (
    <div className="stack">
      <PageHeader
        title={data?.event_type ?? words.title}
        lead={<code className="breakable">{deliveryId}</code>}
        back={back}
        actions={data && <ResendButton delivery={data} />}
      />
      {data ? <Details delivery={data} /> : <ProblemNotice error={error} onRetry={() => void refetch()} />}
    </div>
  );
}

function ResendButton({ delivery: { id, status } }: { readonly delivery: DeliveryDetailsRecord }): ReactNode {
  const environment = useEnvironment();
  const may = usePermissions();
  const resend = useAction(async () => {
    await call(accountOperations.resendDelivery, { params: { id }, query: { environment } });
    toast(words.resent);
  });
  if (!may('webhooks:manage')) return null;
  return (
    <>
      <Button kind="primary" isDisabled={resend.isWorking || !RESENDABLE.has(status)} onPress={resend.run}>
        {words.resend}
      </Button>
      <ProblemNotice error={resend.error} />
    </>
  );
}

function Details({ delivery }: { readonly delivery: DeliveryDetailsRecord }): ReactNode {
  const { request_body: body, attempt_log: attempts } = delivery;
  const { byNumber, waiting } = resentAttempts(attempts, useResends(delivery));
  return (
    <>
      <Facts delivery={delivery} waiting={waiting} />
      <section className="stack" aria-labelledby="attempts">
        <h2 id="attempts">{words.attempts(attempts.length)}</h2>
        {attempts.length === 0 && <p className="quiet">{words.noAttempt}</p>}
        {attempts.toReversed().map((attempt, index) => (
          <Attempt
            key={attempt.number}
            attempt={attempt}
            body={body}
            isOpen={index === 0}
            resentBy={byNumber.get(attempt.number)?.actor}
          />
        ))}
      </section>
      <section className="stack" aria-labelledby="body">
        {body === null ? (
          <>
            <h2 id="body">{words.body}</h2>
            <p className="quiet">{words.bodyGone}</p>
          </>
        ) : (
          <CodeBlock code={readable(body)} label={words.bodyText} title={<h2 id="body">{words.body}</h2>} />
        )}
      </section>
    </>
  );
}

/** The requests to send a delivery again, as the audit log has them; there are few. */
function useResends({ id, webhook_id: webhookId, created_at: since }: DeliveryDetailsRecord): readonly Resend[] {
  const environment = useEnvironment();
  const changes = { environment, webhook_id: webhookId, created_after: since, limit: 200 };
  const { data } = useQuery({
    queryKey: [...keyOf(accountOperations.listWebhookChanges), 'of', id],
    queryFn: () =>
      readRows((cursor) => call(accountOperations.listWebhookChanges, { query: { ...changes, cursor } }), MOST_CHANGES),
  });
  return (data?.rows ?? [])
    .filter(({ target, action }) => target.id === id && action === 'delivery.resent')
    .map(({ actor, created_at: at }) => ({ actor, at }));
}

interface FactsProps {
  readonly delivery: DeliveryDetailsRecord;
  /** Requests to send it again whose attempt is still to come. */
  readonly waiting: readonly Resend[];
}

function Facts({ delivery, waiting }: FactsProps): ReactNode {
  const environment = useEnvironment();
  const { batch_id: batchId, webhook_id: webhookId } = delivery;
  const { data: endpoint } = useEndpoint();
  const rest = endpoint && restOf(endpoint);
  const record = recordOf(delivery);
  return (
    <dl className="facts-list panel">
      <dt>{words.status}</dt>
      <dd>
        <DeliveryState status={delivery.status} />
      </dd>
      <dt>{words.event}</dt>
      <dd>
        <Identifier id={delivery.event_id} />
      </dd>
      {record && (
        <>
          <dt>{words.record}</dt>
          <dd>
            <Link to={`/${environment}/${record.path}`}>{record.name}</Link>
          </dd>
        </>
      )}
      <dt>{words.created}</dt>
      <dd>
        <Time at={delivery.created_at} />
      </dd>
      {delivery.next_attempt_at !== null && (
        <>
          <dt>{words.next}</dt>
          <dd>
            <Time at={rest !== undefined && rest > delivery.next_attempt_at ? rest : delivery.next_attempt_at} isRelative />
          </dd>
        </>
      )}
      {waiting.length > 0 && (
        <>
          <dt>{words.resends}</dt>
          <dd>
            {waiting.map(({ actor, at }) => (
              <div key={at}>
                {words.asked(localTime(at))} <Actor id={actor} />
              </div>
            ))}
          </dd>
        </>
      )}
      {batchId !== null && (
        <>
          <dt>{words.batch}</dt>
          <dd>
            <Link to={`/${environment}/developers/webhooks/${webhookId}/deliveries/${batchId}`}>{batchId}</Link>
          </dd>
        </>
      )}
    </dl>
  );
}

/** A body of JSON with line breaks; any other text as it is. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
