import '../../../styles/operations.css';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEnvironment } from '../../../api/session.ts';
import { Identifier } from '../../../parts/copy.tsx';
import { Facts, OrderLink, Panel } from '../../../parts/facts.tsx';
import { PageHeader, UnreadPage } from '../../../parts/page-header.tsx';
import { Time } from '../../../parts/time.tsx';
import { strings } from '../../../strings.ts';
import { ReturnHistory } from '../order-history.tsx';
import { ReturnActions } from './return-actions.tsx';
import { ReturnLines } from './return-lines.tsx';
import { nameOfReturn, OrderOfReturn, ReturnStatusBadge } from './return-states.tsx';
import { returnWords as words } from './return-strings.ts';
import { type ShownReturn, StepNotice, useReturn } from './shown-return.tsx';

/** One return: what is expected and came of each line, what became of it, and the steps that it can take. */
export function ReturnPage(): ReactNode {
  const environment = useEnvironment();
  const { id } = useParams({ strict: false });
  const { found, order, error, refetch } = useReturn(id);
  const back = <Link to={`/${environment}/returns`}>{words.title}</Link>;
  if (found === undefined) return <UnreadPage title={words.return} back={back} error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <PageHeader
        title={words.one(nameOfReturn(found))}
        id={found.id}
        status={<ReturnStatusBadge of={found} />}
        back={back}
        actions={<ReturnActions of={found} />}
      />
      <div className="stack">
        <StepNotice of={found} order={order} />
        <div className="with-aside">
          <div className="stack">
            <ReturnLines of={found} />
            <Panel title={strings.history.title}>
              <ReturnHistory of={found} />
            </Panel>
          </div>
          <Panel title={words.details}>
            <ReturnDetails of={found} />
          </Panel>
        </div>
      </div>
    </>
  );
}

function ReturnDetails({ of }: Pick<ShownReturn, 'of'>): ReactNode {
  const times = [
    [words.created, of.created_at],
    [words.approvedAt, of.approved_at],
    [words.receivedAt, of.received_at],
    [words.endedAt, of.ended_at],
    [words.updated, of.updated_at],
  ] as const;
  return (
    <Facts
      facts={[
        [words.order, <OrderOfReturn key="order" of={of} />],
        [words.exchangeOrder, of.exchange_order_id === null ? undefined : <OrderLink key="exchange" id={of.exchange_order_id} />],
        [words.id, <Identifier key="id" id={of.id} />],
        [words.externalId, of.external_id],
        ...times.map(([title, at]) => [title, at === null ? undefined : <Time key={title} at={at} />] as const),
        [words.note, of.note],
        [words.endReason, of.reason],
      ]}
    />
  );
}
