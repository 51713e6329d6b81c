import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { call } from '../../api/call.ts';
import { accountOperations } from '../../api/callable-operations.ts';
import { useEnvironment } from '../../api/session.ts';
import type { AuditEntryRecord, WebhookChangeRecord } from '../../api/types.ts';
import { inWords } from '../../language/codes.ts';
import { useAddressValues } from '../../parts/address-values.ts';
import { useActor } from '../../api/names/actor-names.ts';
import { Actor } from '../../parts/actor.tsx';
import { type Column, DataTable, useRows } from '../../parts/data-table.tsx';
import { Button } from '../../parts/button.tsx';
import { FilterBar } from '../../parts/filter-bar.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toasts.tsx';
import { strings } from '../../strings.ts';
import { MOST_SAVED, type ReadEntries, saveEntries } from './audit-export.ts';
import { useAuditFields, useAuditFilters } from './audit-filters.ts';
import { detailTexts } from './entry-details.ts';
import { mergedRows } from './merged-rows.ts';
import { settingsWords } from './settings-strings.ts';

const { audit: words } = strings;

type Entry = AuditEntryRecord | WebhookChangeRecord;

/** The id of an endpoint; the API refuses the beginning of one. */
const ENDPOINT = /^whk_[0-9A-Z]{26}$/;

/** The audit logs of the account and of its webhooks as one: who changed what, when, from where. */
export function AuditPage(): ReactNode {
  const environment = useEnvironment();
  const [{ target_id: target }] = useAddressValues();
  const filters = useAuditFilters();
  const fields = useAuditFields();
  const inAccount = { environment, target_id: target, ...filters };
  const ofAccount = useRows(accountOperations.listAuditLog, { query: inAccount });
  const endpoint = target !== undefined && ENDPOINT.test(target) ? target : undefined;
  const inWebhooks = { environment, webhook_id: endpoint, ...filters };
  const ofWebhooks = useRows(accountOperations.listWebhookChanges, { query: inWebhooks });
  // A key or member is no record of the webhooks.
  const hasWebhooks = target === endpoint;
  const list = mergedRows<Entry>(hasWebhooks ? [ofAccount, ofWebhooks] : [ofAccount]);
  const logs: readonly ReadEntries[] = [
    (cursor) => call(accountOperations.listAuditLog, { query: { ...inAccount, limit: 200, cursor } }),
    (cursor) => call(accountOperations.listWebhookChanges, { query: { ...inWebhooks, limit: 200, cursor } }),
  ];
  const columns: readonly Column<Entry>[] = [
    { id: 'time', title: words.time, brief: 'amount', isHead: false, cell: ({ created_at: at }) => <Time at={at} /> },
    {
      id: 'action',
      title: words.action,
      brief: 'what',
      isHead: true,
      cell: ({ action }) => (
        <span className="nowrap" title={action}>
          {inWords(action, settingsWords.actions)}
        </span>
      ),
    },
    {
      id: 'actor',
      title: words.actor,
      brief: 'who',
      cell: ({ actor, address }) => (
        <>
          <span className="clipped">
            <Actor id={actor} />
          </span>
          {address !== null && (
            <code className="detail" title={words.address}>
              {address}
            </code>
          )}
        </>
      ),
    },
    {
      id: 'target',
      title: words.target,
      brief: 'when',
      cell: ({ target: changed }) => <Target target={changed} />,
    },
    { id: 'details', title: words.details, priority: 'low', cell: (entry) => <Details {...entry} /> },
  ];
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} />
      <FilterBar filters={fields}>
        <SaveEntries logs={hasWebhooks ? logs : logs.slice(0, 1)} name={`audit-log-${environment}.csv`} />
      </FilterBar>
      <DataTable
        label={words.title}
        columns={columns}
        list={list}
        keyOf={({ id }) => id}
        empty={{ title: words.emptyTitle, text: words.empty }}
      />
    </>
  );
}

function SaveEntries({ logs, name }: { readonly logs: readonly ReadEntries[]; readonly name: string }): ReactNode {
  const [isWorking, setIsWorking] = useState(false);
  const [error, setError] = useState<unknown>();
  const save = async (): Promise<void> => {
    setIsWorking(true);
    setError(undefined);
    try {
      toast((await saveEntries(logs, name)) ? words.cut(MOST_SAVED) : words.saved);
    } catch (failure) {
      setError(failure);
    }
    setIsWorking(false);
  };
  return (
    <>
      <Button isDisabled={isWorking} onPress={() => void save()}>
        {isWorking ? strings.form.working : words.export}
      </Button>
      <ProblemNotice error={error} />
    </>
  );
}

/** Characters of an id that stand beside the kind of its record on phones, which have no room for all of it. */
const SHOWN_OF_ID = 6;

/** The pages of what entries name, below the environment: a key and a member stand in their lists. */
const PAGES: Readonly<Record<string, string>> = {
  account: 'settings/account',
  key: 'developers/api-keys',
  member: 'settings/members',
  webhook: 'developers/webhooks',
};

function Target({ target: { type, id } }: Pick<Entry, 'target'>): ReactNode {
  const environment = useEnvironment();
  const name = useActor(id)?.name;
  const title = name ?? inWords(type, settingsWords.targets);
  const page = PAGES[type];
  return (
    <>
      <span className="wrapped">
        {page === undefined ? title : <Link to={`/${environment}/${page}${type === 'webhook' ? `/${id}` : ''}`}>{title}</Link>}
      </span>
      {name === undefined && <code className="narrow-only"> …{id.slice(-SHOWN_OF_ID)}</code>}
      <code className="detail">{id}</code>
    </>
  );
}

function Details({ details, target: { id } }: Pick<Entry, 'details' | 'target'>): ReactNode {
  const texts = detailTexts(details, useActor(id)?.name ?? undefined);
  return <span className="detail wrapped">{texts.length === 0 ? '–' : texts.join(' · ')}</span>;
}
