import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { reading } from '../../../api/call.ts';
import { operations } from '../../../api/callable-operations.ts';
import { useEnvironment } from '../../../api/session.ts';
import { UnreadPage } from '../../../parts/page-header.tsx';
import { PaperFrame } from '../../../parts/paper/paper-frame.tsx';
import { orderWords } from '../order-strings.ts';
import { nameOf } from '../order-states.tsx';
import { fulfilmentWords as words } from './fulfilment-strings.ts';
import { PackingSlip, slipOfFulfilment } from './packing-slip.tsx';

/** The packing slip of a fulfilment. */
export function PackingSlipPage(): ReactNode {
  const environment = useEnvironment();
  const { id = '', fulfilment: fulfilmentId = '' } = useParams({ strict: false });
  const query = { environment };
  const order = useQuery(reading(operations.getOrder, { params: { id }, query }));
  const fulfilment = useQuery(reading(operations.getFulfilment, { params: { id: fulfilmentId }, query }));
  const back = <Link to={`/${environment}/orders/${id}`}>{orderWords.order}</Link>;
  const error = order.error ?? fulfilment.error;
  if (!order.data || !fulfilment.data) return <UnreadPage title={words.slip} back={back} error={error} />;
  return (
    <PaperFrame title={words.slipOf(nameOf(order.data))} back={back}>
      <div className="sheet stack">
        <PackingSlip slip={slipOfFulfilment(order.data, fulfilment.data)} />
      </div>
    </PaperFrame>
  );
}
