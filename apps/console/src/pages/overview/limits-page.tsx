import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call, reading } from '../../api/call.ts';
import { accountOperations } from '../../api/callable-operations.ts';
import { useEnvironment, usePermissions, useSession } from '../../api/session.ts';
import { typedNumber } from '../../api/typed-number.ts';
import type { KeyWithQuota, RetentionRecord } from '../../api/types.ts';
import { Actor } from '../../parts/actor.tsx';
import { Button } from '../../parts/button.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Facts, Panel } from '../../parts/facts.tsx';
import { FormFrame, TextField, useForm } from '../../parts/form.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toasts.tsx';
import { strings } from '../../strings.ts';
import { numberText } from '../../language/formats.ts';
import { StoragePanel } from './storage-panel.tsx';

const { limits: words } = strings;

/** The limits of the environment with their use, and how long persons' data is kept. */
export function LimitsPage(): ReactNode {
  const may = usePermissions();
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} />
      <div className="stack">
        <div className="halves">
          <StoragePanel />
          <RatesPanel />
        </div>
        {may('keys:read') && <KeyQuotas />}
        <RetentionPanel />
      </div>
    </>
  );
}

/** The rate limit that keys have by the plan. */
function RatesPanel(): ReactNode {
  const environment = useEnvironment();
  const { account } = useSession();
  const plans = useQuery(reading(accountOperations.listPlans));
  const own = plans.data?.data.find(({ plan }) => plan === account.plan);
  const limit = own?.environments.find((each) => each.environment === environment)?.key_limit;
  return (
    <Panel title={words.rates}>
      <ProblemNotice error={plans.error} onRetry={() => void plans.refetch()} />
      {own && <Facts facts={[[words.defaultLimit, limit ? strings.keys.limitOf(limit.rate, limit.burst) : words.notOpen]]} />}
      <p>
        <a href="/docs/rate-limits" target="_blank" rel="noreferrer">
          {words.aboutRates}
        </a>
      </p>
    </Panel>
  );
}

const QUOTA_COLUMNS: readonly Column<KeyWithQuota>[] = [
  { id: 'name', title: words.key, brief: 'what', cell: ({ name, prefix, last4 }) => name ?? `${prefix}…${last4}` },
  { id: 'limit', title: words.limit, brief: 'who', cell: ({ rate, burst }) => strings.keys.limitOf(rate, burst) },
  {
    id: 'remaining',
    title: words.remaining,
    brief: 'when',
    align: 'end',
    cell: ({ remaining }) => (
      <>
        <span className="narrow-only">{words.remaining}: </span>
        {numberText(remaining)}
      </>
    ),
  },
];

/** Active keys with their limits and what is left of them now. */
function KeyQuotas(): ReactNode {
  const environment = useEnvironment();
  const read = reading(accountOperations.listKeys, { query: { environment, limit: 50 } });
  const keys = useQuery({ ...read, refetchInterval: 10_000 });
  const list = {
    rows: keys.data?.data,
    error: keys.error,
    hasMore: false,
    isLoadingMore: false,
    loadMore: () => undefined,
    reload: () => void keys.refetch(),
  };
  return (
    <div className="tile-group">
      <h2>{words.keys}</h2>
      <DataTable
        label={words.keys}
        columns={QUOTA_COLUMNS}
        list={list}
        keyOf={({ id }) => id}
        empty={{ title: strings.keys.emptyTitle, text: '' }}
      />
    </div>
  );
}

function RetentionPanel(): ReactNode {
  const may = usePermissions();
  const queries = useQueryClient();
  const [isEditing, setIsEditing] = useState(false);
  const read = reading(accountOperations.getRetention, { query: { environment: useEnvironment() } });
  const { data, error, refetch } = useQuery(read);
  const actions = data && may('orders:erase') && (
    <Button size="small" onPress={() => setIsEditing(true)}>
      {words.changeRetention}
    </Button>
  );
  return (
    <Panel title={words.retention} actions={actions}>
      <ProblemNotice error={error} onRetry={() => void refetch()} />
      {data && (
        <Facts
          facts={[
            [words.erased, data.ship_to_days === null ? words.never : words.afterDays(data.ship_to_days)],
            [words.changedAt, data.updated_at && <Time at={data.updated_at} />],
            [words.changedBy, data.updated_by === null ? undefined : <Actor key="by" id={data.updated_by} />],
          ]}
        />
      )}
      <p className="quiet">{words.retentionLead}</p>
      {isEditing && data && (
        <RetentionDialog
          present={data}
          onClose={() => setIsEditing(false)}
          onChanged={(changed) => queries.setQueryData(read.queryKey, changed)}
        />
      )}
    </Panel>
  );
}

interface RetentionDialogProps {
  readonly present: RetentionRecord;
  readonly onClose: () => void;
  readonly onChanged: (retention: RetentionRecord) => void;
}

/** Changes the retention; where more is erased by it, a typed word confirms that there is no way back. */
function RetentionDialog({ present, onClose, onChanged }: RetentionDialogProps): ReactNode {
  const environment = useEnvironment();
  const { ship_to_days: days } = present;
  const form = useForm({
    initial: { ship_to_days: days === null ? '' : String(days), confirmation: '' },
    schema: 'updateRetentionBody',
    bodyOf: ({ ship_to_days: typed }) => ({ ship_to_days: typed.trim() === '' ? null : typedNumber(typed) }),
    check: ({ ship_to_days: typed, confirmation }) =>
      typed.trim() === '' || confirmation.trim() === strings.erasure.word ? {} : { confirmation: strings.erasure.confirm },
    send: async (body) => {
      onChanged(await call(accountOperations.updateRetention, { query: { environment }, body }));
      toast(words.retentionSaved);
      onClose();
    },
  });
  return (
    <Dialog title={words.changeRetention} onClose={onClose}>
      <p>{words.retentionLoses(strings.shell.environments[environment])}</p>
      <FormFrame form={form} submit={words.saveRetention} kind="danger-primary" onCancel={onClose}>
        <TextField form={form} name="ship_to_days" type="number" label={words.days} hint={words.daysHint} isFirst />
        {form.values.ship_to_days.trim() !== '' && <TextField form={form} name="confirmation" label={strings.erasure.confirm} />}
      </FormFrame>
    </Dialog>
  );
}
