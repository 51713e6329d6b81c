import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call, reading } from '../../../api/call.ts';
import { accountOperations } from '../../../api/callable-operations.ts';
import { useEnvironment, usePermissions } from '../../../api/session.ts';
import { Button } from '../../../parts/button.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { STATES } from '../../../parts/states/states.ts';
import { StatusBadge } from '../../../parts/states/status-badge.tsx';
import { localTime, Time } from '../../../parts/time.tsx';
import { useAction } from '../endpoint-query.ts';
import { ReplayDialog } from './replay-dialog.tsx';
import { strings } from '../webhook-strings.ts';
import type { ReplayRecord, WebhookEndpointRecord } from '../webhook-types.ts';

const { replay: words } = strings;

const RUNNING_MS = 2_000;
const IDLE_MS = 30_000;
const SHOWN = 5;

/** The replays of an endpoint with their progress, and the start of a new one. */
export function Replays({ endpoint: { id } }: { readonly endpoint: WebhookEndpointRecord }): ReactNode {
  const environment = useEnvironment();
  const may = usePermissions();
  const [isOpen, setIsOpen] = useState(false);
  const { data, error } = useQuery({
    ...reading(accountOperations.listReplays, { params: { id }, query: { environment, limit: SHOWN } }),
    refetchInterval: ({ state }) => (state.data?.data.some(({ status }) => status === 'running') ? RUNNING_MS : IDLE_MS),
  });
  const canChange = may('webhooks:manage');
  return (
    <section className="panel stack" aria-labelledby="replays">
      <div>
        <h2 id="replays">{words.title}</h2>
        <p className="quiet">{words.hint}</p>
      </div>
      <ProblemNotice error={error} />
      {data && data.data.length > 0 && (
        <ul className="replays">
          {data.data.map((replay) => (
            <ReplayRow key={replay.id} replay={replay} canChange={canChange} />
          ))}
        </ul>
      )}
      {canChange && (
        <span>
          <Button size="small" onPress={() => setIsOpen(true)}>
            {words.start}
          </Button>
        </span>
      )}
      {isOpen && <ReplayDialog webhookId={id} onClose={() => setIsOpen(false)} />}
    </section>
  );
}

function ReplayRow({ replay, canChange }: { readonly replay: ReplayRecord; readonly canChange: boolean }): ReactNode {
  const environment = useEnvironment();
  const { id, webhook_id: webhookId, status, selection, since, until, examined, resent } = replay;
  const cancel = useAction(() =>
    call(accountOperations.cancelReplay, { params: { id: webhookId, replay_id: id }, query: { environment } }),
  );
  return (
    <li>
      <span className="row">
        <StatusBadge {...STATES.replay[status]}>{words.statuses[status]}</StatusBadge>
        <span>{words.selections[selection]}</span>
        <Time at={replay.created_at} isRelative />
        {status === 'running' && canChange && (
          <Button size="small" isDisabled={cancel.isWorking} onPress={cancel.run}>
            {words.cancel}
          </Button>
        )}
      </span>
      <small className="quiet" role="status">
        {words.progress(resent, examined)} · {localTime(since)} – {localTime(until)}
      </small>
      <ProblemNotice error={cancel.error} />
    </li>
  );
}
