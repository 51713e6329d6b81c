import './webhooks.css';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { call, keyOf } from '../../api/call.ts';
import { accountOperations } from '../../api/callable-operations.ts';
import { useEnvironment } from '../../api/session.ts';
import { CopyButton } from '../../parts/copy.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { EndpointForm } from './form/endpoint-form.tsx';
import { ReceiverLesson } from './receiver-lesson.tsx';
import { strings as words } from './webhook-strings.ts';
import type { WebhookWithSecret } from './webhook-types.ts';

/** Adds an endpoint, and shows its secret. */
export function NewEndpointPage(): ReactNode {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [added, setAdded] = useState<WebhookWithSecret>();
  const list = `/${environment}/developers/webhooks`;
  if (added) return <AddedEndpoint endpoint={added} />;
  return (
    <>
      <PageHeader title={words.add} lead={words.addLead} back={<Link to={list}>{words.title}</Link>} />
      <EndpointForm
        submit={words.add}
        onCancel={() => void navigate({ to: list })}
        send={async (body) => {
          setAdded(await call(accountOperations.createWebhook, { query: { environment }, body }));
          // The form was scrolled to its end; the secret stands at the top.
          scrollTo({ top: 0 });
          await queries.invalidateQueries({ queryKey: keyOf(accountOperations.listWebhooks) });
        }}
      />
    </>
  );
}

function AddedEndpoint({ endpoint: { id, url, secret } }: { readonly endpoint: WebhookWithSecret }): ReactNode {
  const environment = useEnvironment();
  const list = `/${environment}/developers/webhooks`;
  return (
    <div className="stack">
      <PageHeader
        title={words.added}
        lead={<span className="mono">{url}</span>}
        back={<Link to={list}>{words.title}</Link>}
        actions={
          <Link className="button" data-kind="primary" to={`${list}/${id}`}>
            {words.toEndpoint}
          </Link>
        }
      />
      <section className="panel stack" aria-labelledby="secret">
        <div>
          <h2 id="secret">{words.secrets.title}</h2>
          <p className="quiet">{words.secrets.added}</p>
        </div>
        <div className="secret">
          <code>{secret}</code>
          <CopyButton text={secret} label={words.secrets.copy} />
        </div>
      </section>
      <ReceiverLesson />
    </div>
  );
}
