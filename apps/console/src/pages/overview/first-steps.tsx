import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { reading } from '../../api/call.ts';
import { accountOperations, operations } from '../../api/callable-operations.ts';
import { useEnvironment, usePermissions, useSession } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { Panel } from '../../parts/facts.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { toast } from '../../parts/toasts.tsx';
import { firstSteps as words } from './first-steps-strings.ts';
import { A_SAMPLE, addSampleData, removeSampleData, SAMPLE_REQUESTS } from './sample-records.ts';

/** A step, the page for it and its guide; `isDone` is undefined until it is known. */
interface FirstStep {
  readonly id: keyof typeof words.steps;
  readonly page: string;
  readonly guide: string;
  readonly isDone: boolean | undefined;
}

/**
 * The first steps of a new environment, as far as the member may do them. The panel goes once all is done, or where the member hides it in this
 * browser. The sandbox has sample data beside it, until that is removed.
 */
export function FirstSteps(): ReactNode {
  const environment = useEnvironment();
  const { account } = useSession();
  const hiddenBy = `first-steps-hidden:${account.id}:${environment}`;
  const [hidden, setHidden] = useState(() => localStorage.getItem(hiddenBy) !== null);
  const steps = useSteps();
  const done = steps.filter(({ isDone }) => isDone).length;
  const isOpen = !hidden && done < steps.length && steps.every(({ isDone }) => isDone !== undefined);
  if (!isOpen) return environment === 'sandbox' && <SampleData isOffered={false} />;
  const hide = (
    <Button
      size="small"
      kind="quiet"
      onPress={() => {
        localStorage.setItem(hiddenBy, 'true');
        setHidden(true);
      }}
    >
      {words.hide}
    </Button>
  );
  return (
    <Panel title={words.title} actions={hide}>
      <p className="quiet">{words.done(done, steps.length)}</p>
      <ol className="first-steps">
        {steps.map((step) => (
          <Step key={step.id} step={step} />
        ))}
      </ol>
      {environment === 'sandbox' && <SampleData isOffered />}
    </Panel>
  );
}

function Step({ step: { id, page, guide, isDone } }: { readonly step: FirstStep }): ReactNode {
  const { title, text } = words.steps[id];
  return (
    <li data-done={isDone}>
      <span className="mark" aria-hidden="true">
        {isDone ? '✓' : ''}
      </span>
      <span>
        {isDone && <span className="visually-hidden">{words.isDone} </span>}
        {isDone ? title : <Link to={page}>{title}</Link>}
        <span className="detail">
          {text} <a href={guide}>{words.guide}</a>
        </span>
      </span>
    </li>
  );
}

/** The steps that the member may do, each with what the environment has of it. */
function useSteps(): readonly FirstStep[] {
  const environment = useEnvironment();
  const may = usePermissions();
  const query = { environment };
  const ofOne = { environment, limit: 1 };
  const stock = useQuery(reading(accountOperations.getInventoryOverview, { query }));
  const orders = useQuery({ ...reading(operations.listOrders, { query: ofOne }), enabled: may('orders:create') });
  const keys = useQuery({ ...reading(accountOperations.listKeys, { query: ofOne }), enabled: may('keys:manage') });
  const webhooks = useQuery({ ...reading(accountOperations.getWebhooksOverview, { query }), enabled: may('webhooks:manage') });
  const members = useQuery({
    ...reading(accountOperations.listMembers, { query: { limit: 2 } }),
    enabled: may('members:manage'),
  });
  const all = [
    ['sku', 'inventory:write', 'stock', '/docs/changing-stock', stock.data && stock.data.storage.used > 0],
    ['order', 'orders:create', 'orders/new', '/docs/placing-orders', orders.data && orders.data.data.length > 0],
    ['key', 'keys:manage', 'developers/api-keys', '/docs/authentication', keys.data && keys.data.data.length > 0],
    ['endpoint', 'webhooks:manage', 'developers/webhooks/new', '/docs/webhooks', webhooks.data && webhooks.data.data.length > 0],
    ['member', 'members:manage', 'settings/members', '/docs/accounts', members.data && members.data.data.length > 1],
  ] as const;
  return all
    .filter(([, permission]) => may(permission))
    .map(([id, , page, guide, isDone]) => ({ id, page: `/${environment}/${page}`, guide, isDone }));
}

const SAMPLE_NEEDS = ['inventory:write', 'orders:create', 'orders:fulfil', 'orders:cancel'] as const;

/** Sample data: added where it is offered, and removed as long as it is there. */
function SampleData({ isOffered }: { readonly isOffered: boolean }): ReactNode {
  const environment = useEnvironment();
  const mayChange = SAMPLE_NEEDS.every(usePermissions());
  const read = reading(operations.listSkus, { query: { environment, q: A_SAMPLE, limit: 1 } });
  const { data } = useQuery({ ...read, enabled: mayChange });
  // While it is being added some of it is there, and where that failed, what was refused is said beside the button.
  const [isUnfinished, setIsUnfinished] = useState(false);
  if (!data) return null;
  if (!isUnfinished && data.data.some(({ sku }) => sku === A_SAMPLE)) return <RemoveSampleData />;
  return isOffered && <AddSampleData setIsUnfinished={setIsUnfinished} />;
}

function AddSampleData({ setIsUnfinished }: { readonly setIsUnfinished: (isUnfinished: boolean) => void }): ReactNode {
  const environment = useEnvironment();
  const queries = useQueryClient();
  const [done, setDone] = useState<number>();
  const [error, setError] = useState<unknown>();
  const add = async (): Promise<void> => {
    setDone(0);
    setError(undefined);
    setIsUnfinished(true);
    try {
      await addSampleData(environment, () => setDone((before = 0) => before + 1));
      toast(words.sample.added);
      setIsUnfinished(false);
    } catch (failure) {
      setError(failure);
    }
    setDone(undefined);
    await queries.invalidateQueries();
  };
  return (
    <section className="sample-data" aria-label={words.sample.title}>
      <p>{words.sample.offer}</p>
      <Button size="small" isDisabled={done !== undefined} onPress={() => void add()}>
        {done === undefined ? words.sample.add : words.sample.adding(done, SAMPLE_REQUESTS)}
      </Button>
      <ProblemNotice error={error} />
    </section>
  );
}

function RemoveSampleData(): ReactNode {
  const environment = useEnvironment();
  const queries = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const remove = async (): Promise<void> => {
    try {
      await removeSampleData(environment);
      toast(words.sample.removed);
    } finally {
      await queries.invalidateQueries();
    }
  };
  return (
    <section className="sample-data" aria-label={words.sample.title}>
      <p>{words.sample.present}</p>
      <Button size="small" onPress={() => setIsAsking(true)}>
        {words.sample.remove}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={words.sample.remove}
          action={words.sample.remove}
          onConfirm={remove}
          onClose={() => setIsAsking(false)}
        >
          <p>{words.sample.removeText}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
