import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reading } from '../../api/call.ts';
import { accountOperations } from '../../api/operations.ts';
import { useEnvironment, usePermissions } from '../../api/session.ts';
import type { WebhooksOverview } from '../../api/types.ts';
import { Facts, Panel } from '../../parts/facts.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { dailyWork } from '../../strings-operations.ts';
import { numberText } from '../../language/formats.ts';
import { isNear, REFRESHED } from './attention.tsx';

const { overview: words } = dailyWork;

type StorageUse = WebhooksOverview['storage'];

/** The records that the environment has of each bounded kind, and the most that it may have. */
export function StoragePanel(): ReactNode {
  const query = { environment: useEnvironment() };
  const may = usePermissions();
  const stock = useQuery({ ...reading(accountOperations.getInventoryOverview, { query }), ...REFRESHED });
  const orders = useQuery({ ...reading(accountOperations.getOrdersOverview, { query }), ...REFRESHED });
  const webhooks = useQuery({
    ...reading(accountOperations.getWebhooksOverview, { query }),
    ...REFRESHED,
    enabled: may('webhooks:read'),
  });
  const kinds = [
    [words.stored.skus, stock.data?.storage],
    [words.stored.warehouses, stock.data?.warehouses],
    [words.stored.orders, orders.data?.storage],
    [words.stored.endpoints, webhooks.data?.storage],
  ] as const;
  return (
    <Panel title={words.storage}>
      <ProblemNotice error={stock.error ?? orders.error ?? webhooks.error} />
      <Facts facts={kinds.map(([name, use]) => [name, use && shown(use)])} />
      {kinds.some(([, use]) => use && isNear(use)) && <p className="notice">{words.nearLimit}</p>}
    </Panel>
  );
}

const shown = ({ used, limit }: StorageUse): string => (limit === null ? numberText(used) : words.usedOf(used, limit));
