import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { reading } from '../../api/call.ts';
import { accountOperations } from '../../api/callable-operations.ts';
import { useEnvironment, usePermissions } from '../../api/session.ts';
import type { WebhooksOverview } from '../../api/types.ts';
import type { Tone } from '../../parts/states/states.ts';
import { StatusBadge } from '../../parts/states/status-badge.tsx';
import { overviewWords } from './overview-strings.ts';

const { attention: words } = overviewWords;

/** Numbers are read again while the page is open. */
export const REFRESHED = { refetchInterval: 10_000 } as const;

/** The page that an alert leads to, and the view of it. */
interface AlertKind {
  readonly alert: keyof typeof words.alerts;
  readonly tone: Tone;
  readonly page: string;
  readonly view?: string;
}

/** The worst first. */
const KINDS: readonly AlertKind[] = [
  { alert: 'failing', tone: 'bad', page: 'developers/webhooks' },
  { alert: 'limit', tone: 'warning', page: 'settings/limits' },
  { alert: 'soldOut', tone: 'bad', page: 'stock', view: 'sold-out' },
  { alert: 'waiting', tone: 'warning', page: 'orders/waiting' },
  { alert: 'low', tone: 'warning', page: 'stock', view: 'low' },
];

/** Alerts of the environment, each with the page for it; nothing where all is well. */
export function Attention(): ReactNode {
  const environment = useEnvironment();
  const counts = useCounts();
  const present = KINDS.filter(({ alert }) => counts[alert] > 0);
  if (present.length === 0) return null;
  return (
    <ul className="attention" aria-label={words.title}>
      {present.map(({ alert, tone, page, view }) => (
        <li key={alert}>
          <StatusBadge tone={tone}>{words.alerts[alert].state}</StatusBadge>
          <Link to={`/${environment}/${page}`} search={view === undefined ? {} : { view }}>
            {words.alerts[alert].text(counts[alert])}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function useCounts(): Readonly<Record<AlertKind['alert'], number>> {
  const query = { environment: useEnvironment() };
  const may = usePermissions();
  const { data: orders } = useQuery({ ...reading(accountOperations.getOrdersOverview, { query }), ...REFRESHED });
  const { data: stock } = useQuery({ ...reading(accountOperations.getInventoryOverview, { query }), ...REFRESHED });
  const { data: scans } = useQuery({ ...reading(accountOperations.getScansOverview, { query }), ...REFRESHED });
  const { data: webhooks } = useQuery({
    ...reading(accountOperations.getWebhooksOverview, { query }),
    ...REFRESHED,
    enabled: may('webhooks:read'),
  });
  const created = orders?.created;
  return {
    failing: webhooks?.data.filter(isFailing).length ?? 0,
    limit: nearOf(...storedIn(stock), orders?.storage, webhooks?.storage, mostBytes([stock, orders, scans, webhooks])),
    soldOut: stock?.sold_out ?? 0,
    waiting: created ? created.partial + created.backordered : 0,
    low: stock?.low_stock ?? 0,
  };
}

/** True for an endpoint to which nothing gets through. */
function isFailing({ status, health }: WebhooksOverview['data'][number]): boolean {
  return status === 'disabled' || (status === 'active' && health.failing_since !== null);
}

/** Part of a limit from which on the overview says what comes next. */
const NEAR = 0.9;

type StorageUse = WebhooksOverview['storage'];

/** The most bytes that an environment has in one service. @returns undefined while none are counted. */
export function mostBytes(overviews: readonly (Pick<WebhooksOverview, 'stored_bytes'> | undefined)[]): StorageUse | undefined {
  const known = overviews.flatMap((overview) => {
    const { used, limit } = overview?.stored_bytes ?? { used: null, limit: null };
    return used === null ? [] : [{ used, limit }];
  });
  return known.toSorted((a, b) => b.used - a.used)[0];
}

/** The number of kinds of records of which new ones will soon be refused. */
const nearOf = (...uses: readonly (StorageUse | undefined)[]): number => uses.filter((use) => use && isNear(use)).length;

const storedIn = (stock: Record<'storage' | 'warehouses', StorageUse> | undefined): readonly StorageUse[] =>
  stock ? [stock.storage, stock.warehouses] : [];

/** True where new records of a kind will soon be refused. */
export function isNear({ used, limit }: StorageUse): boolean {
  return limit !== null && used >= NEAR * limit;
}
