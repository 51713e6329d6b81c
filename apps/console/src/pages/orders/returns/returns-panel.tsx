import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { keyOf } from '../../../api/call.ts';
import { operations } from '../../../api/callable-operations.ts';
import { useEnvironment, usePermissions } from '../../../api/session.ts';
import type { OrderRecord } from '../../../api/types.ts';
import { Button } from '../../../parts/button.tsx';
import { Panel } from '../../../parts/facts.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Time } from '../../../parts/time.tsx';
import { useReturnsOf } from './order-returns.ts';
import { RequestDialog } from './request-dialog.tsx';
import { nameOfReturn, ReturnStatusBadge, returnableOf, sumOf } from './return-states.tsx';
import { returnWords as words } from './return-strings.ts';

/** The returns of an order as they are at its version, and the way to request one of units that can come back; nothing of an order that has neither. */
export function ReturnsPanel({ order }: { readonly order: OrderRecord }): ReactNode {
  const environment = useEnvironment();
  const mayCreate = usePermissions()('returns:create');
  const queries = useQueryClient();
  const { returns, error } = useReturnsOf(order);
  const { id, version } = order;
  // Read again here alone: the history of the order shows the same.
  useEffect(
    () => void queries.invalidateQueries({ queryKey: keyOf(operations.listOrderReturns, { id }) }),
    [queries, id, version],
  );
  const [isOpen, setIsOpen] = useState(false);
  const hasShipped = order.lines.some(({ shipped, returned }) => shipped > returned);
  if (order.returns.length === 0 && !(mayCreate && hasShipped)) return null;
  const lines = order.lines
    .map((line) => ({ line_id: line.id, sku: line.sku, name: line.name, most: returnableOf(line, returns ?? []) }))
    .filter(({ most }) => most > 0);
  const request = mayCreate && returns !== undefined && lines.length > 0 && (
    <Button size="small" isDisabled={order.pending_transition !== null} onPress={() => setIsOpen(true)}>
      {words.request}
    </Button>
  );
  return (
    <Panel title={words.title} actions={request}>
      {error !== null && <ProblemNotice error={error} />}
      {order.returns.length === 0 && <p className="quiet">{words.requestLead}</p>}
      <ul className="rows">
        {returns?.map((each) => (
          <li key={each.id} className="row">
            <Link to={`/${environment}/returns/${each.id}`}>{nameOfReturn(each)}</Link>
            <ReturnStatusBadge of={each} />
            <span className="quiet">
              {words.unitsIn(sumOf(each, 'quantity'), sumOf(each, 'received'))} · <Time at={each.created_at} isRelative />
            </span>
          </li>
        ))}
      </ul>
      {isOpen && <RequestDialog order={order} lines={lines} onClose={() => setIsOpen(false)} />}
    </Panel>
  );
}
