import '../../styles/operations.css';
import './storage-panel.css';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reading } from '../../api/call.ts';
import { accountOperations } from '../../api/callable-operations.ts';
import { useEnvironment, usePermissions } from '../../api/session.ts';
import type { Environment, WebhooksOverview } from '../../api/types.ts';
import { Facts, Panel } from '../../parts/facts.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { overviewWords as words } from './overview-strings.ts';
import { numberText, sizeText } from '../../language/formats.ts';
import { isNear, mostBytes, REFRESHED } from './attention.tsx';

type StorageUse = WebhooksOverview['storage'];

interface StorageProps {
  /** That of the address by default. */
  readonly environment?: Environment;
  readonly title?: string;
  readonly children?: ReactNode;
}

/** The records that an environment has of each bounded kind, the bytes of the service that has most, and the most that it may have. */
export function StoragePanel({ environment, title = words.storage, children }: StorageProps): ReactNode {
  const shown = useEnvironment();
  const query = { environment: environment ?? shown };
  const may = usePermissions();
  const stock = useQuery({ ...reading(accountOperations.getInventoryOverview, { query }), ...REFRESHED });
  const orders = useQuery({ ...reading(accountOperations.getOrdersOverview, { query }), ...REFRESHED });
  const webhooks = useQuery({
    ...reading(accountOperations.getWebhooksOverview, { query }),
    ...REFRESHED,
    enabled: may('webhooks:read'),
  });
  const scans = useQuery({ ...reading(accountOperations.getScansOverview, { query }), ...REFRESHED });
  const bytes = mostBytes([stock.data, orders.data, scans.data, webhooks.data]);
  const kinds = [
    [words.stored.skus, stock.data?.storage],
    [words.stored.warehouses, stock.data?.warehouses],
    [words.stored.orders, orders.data?.storage],
    [words.stored.endpoints, webhooks.data?.storage],
  ] as const;
  return (
    <Panel title={title}>
      <ProblemNotice error={stock.error ?? orders.error ?? scans.error ?? webhooks.error} />
      <Facts
        facts={[
          ...kinds.map(([name, use]) => [name, use && <Use key={name} use={use} text={words.usedOf} />] as const),
          [words.stored.bytes, bytes && <Use key="bytes" use={bytes} text={bytesText} />] as const,
        ]}
      />
      {[...kinds.map(([, use]) => use), bytes].some((use) => use && isNear(use)) && <p className="notice">{words.nearLimit}</p>}
      {children}
    </Panel>
  );
}

const bytesText = (used: number, limit: number): string => words.bytesOf(sizeText(used), sizeText(limit));

interface UseProps {
  readonly use: StorageUse;
  readonly text: (used: number, limit: number) => string;
}

/** A number beside its limit, and of a limit how much is taken. */
function Use({ use, text }: UseProps): ReactNode {
  const { used, limit } = use;
  if (limit === null) return numberText(used);
  return (
    <span className="use" data-near={isNear(use)}>
      {text(used, limit)}
      <span className="use-bar" aria-hidden="true">
        <span style={{ inlineSize: `${Math.min(100, (used / limit) * 100)}%` }} />
      </span>
    </span>
  );
}
