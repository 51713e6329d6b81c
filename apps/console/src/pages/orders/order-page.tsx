import '../../styles/operations.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { reading } from '../../api/call.ts';
import { operations } from '../../api/callable-operations.ts';
import { useEnvironment } from '../../api/session.ts';
import type { OrderRecord } from '../../api/types.ts';
import { Panel } from '../../parts/facts.tsx';
import { PageHeader, UnreadPage } from '../../parts/page-header.tsx';
import { strings } from '../../strings.ts';
import { orderWords as words } from './order-strings.ts';
import { ReturnsPanel } from './returns/returns-panel.tsx';
import { FulfilmentsPanel } from './fulfilments/fulfilments-panel.tsx';
import { HoldsPanel } from './holds/holds-panel.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderDetails } from './order-details.tsx';
import { OrderHistory } from './order-history.tsx';
import { OrderLines } from './order-lines.tsx';
import { HoldBadge, nameOf, OrderStatusBadge, unitsOf } from './order-states.tsx';

const FOLLOW_MS = 1_000;
/** Others may change the order that is shown. */
const LOOK_MS = 5_000;

/** One order: its lines, what is known of it, what happened to it, and the steps that it can take. */
export function OrderPage(): ReactNode {
  const environment = useEnvironment();
  const { id = '' } = useParams({ strict: false });
  const {
    data: order,
    error,
    refetch,
  } = useQuery({
    ...reading(operations.getOrder, { params: { id }, query: { environment } }),
    // A recorded step is followed to its end.
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? FOLLOW_MS : LOOK_MS),
  });
  const back = <Link to={`/${environment}/orders`}>{words.title}</Link>;
  if (order === undefined) return <UnreadPage title={words.order} back={back} error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <PageHeader
        title={words.one(nameOf(order))}
        id={order.id}
        status={
          <>
            <OrderStatusBadge order={order} />
            <HoldBadge order={order} />
          </>
        }
        back={back}
        actions={<OrderActions order={order} />}
      />
      <div className="stack">
        <UnderWay order={order} />
        <LastRefusal order={order} />
        <NotPackable order={order} />
        <div className="with-aside">
          <div className="stack">
            <HoldsPanel order={order} />
            <OrderLines order={order} />
            <FulfilmentsPanel order={order} />
            <ReturnsPanel order={order} />
            <Panel title={strings.history.title}>
              <OrderHistory order={order} />
            </Panel>
          </div>
          <Panel title={words.details}>
            <OrderDetails order={order} />
          </Panel>
        </div>
      </div>
    </>
  );
}

function isUnderWay({ status, pending_transition: step }: OrderRecord): boolean {
  return status === 'pending' || step !== null;
}

function UnderWay({ order }: { readonly order: OrderRecord }): ReactNode {
  return (
    <div role="status">
      {isUnderWay(order) && (
        <div className="notice" data-kind="warning">
          <strong>{words.pending[order.pending_transition ?? 'create']}</strong>
          <span>{words.pendingHint}</span>
        </div>
      )}
    </div>
  );
}

/** Says why an open order cannot be packed. */
function NotPackable({ order }: { readonly order: OrderRecord }): ReactNode {
  const isWhole = order.fulfilments.length === 0;
  if (order.status !== 'created' || order.allocation === 'allocated') return null;
  if (order.allocation_reason !== null)
    return (
      <p className="notice" data-kind="warning">
        {words.noWarehouse}
      </p>
    );
  if (!isWhole) return null;
  const { allocated, ordered } = unitsOf(order);
  return (
    <p className="notice" data-kind="warning">
      {words.notPackable(allocated, ordered)}
    </p>
  );
}

function LastRefusal({ order: { refusal } }: { readonly order: OrderRecord }): ReactNode {
  if (refusal === null) return null;
  return (
    <div className="notice" data-kind="error">
      <strong>{words.refusedSteps[refusal.transition]}</strong>
      <span>{refusal.detail}</span>
    </div>
  );
}
