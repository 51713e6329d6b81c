import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { operations } from '../../../api/callable-operations.ts';
import { useEnvironment } from '../../../api/session.ts';
import type { Environment, OrderRecord } from '../../../api/types.ts';
import { oneOf, useAddressValues } from '../../../parts/address-values.ts';
import { UnreadPage } from '../../../parts/page-header.tsx';
import { PaperChoice, PaperFrame } from '../../../parts/paper/paper-frame.tsx';
import { orderWords } from '../order-strings.ts';
import { inTurns, MOST_PRINTED, namedIds, namedOrders } from '../named-orders.ts';
import { nameOf } from '../order-states.tsx';
import { fulfilmentWords as words } from './fulfilment-strings.ts';
import { hasWholeSlip } from '../possible-actions.ts';
import { PackingSlip, type Slip, slipOfFulfilment, slipOfOrder } from './packing-slip.tsx';

const CHOICES = ['packed', 'all'] as const;

/** An order and the slips of all of it that is packed, or also shipped. */
interface SlipsOfOrder {
  readonly order: OrderRecord;
  readonly slips: readonly Slip[];
}

/** Packing slips of the orders that the address names, or else of those that are packed, each on a sheet of its own. */
export function PackingSlipsPage(): ReactNode {
  const environment = useEnvironment();
  const [{ orders: named, slips: asked }, change] = useAddressValues();
  const choice = oneOf(CHOICES, asked) ?? 'packed';
  const { data, error, refetch } = useQuery({
    queryKey: ['packing slips', environment, named],
    queryFn: async () => await inTurns(await ordersOf(named, environment), (order) => slipsOf(order, environment)),
    // What is printed stays as it is read.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const back = <Link to={`/${environment}/orders`}>{orderWords.title}</Link>;
  if (data === undefined) return <UnreadPage title={words.slips} back={back} error={error} onRetry={() => void refetch()} />;
  const isChosen = ({ isShipped }: Slip): boolean => choice === 'all' || !isShipped;
  const slips = data.flatMap((each) => each.slips.filter(isChosen));
  const without = data.filter((each) => !each.slips.some(isChosen));
  return (
    <PaperFrame
      title={words.slips}
      lead={words.slipsLead(slips.length)}
      back={back}
      layout="each"
      choices={
        <PaperChoice
          label={words.slipsShown}
          values={CHOICES}
          names={words.slipsOf}
          value={choice}
          onChoose={(chosen) => change({ slips: chosen })}
        />
      }
    >
      {without.length > 0 && (
        <p className="notice no-print" data-kind="warning">
          {words.withoutSlip(without.map(({ order }) => nameOf(order)).join(', '))}
        </p>
      )}
      {data.length === 0 && <p>{words.nonePacked}</p>}
      {slips.map((slip) => (
        <section key={slip.fulfilmentId ?? slip.order.id} className="sheet stack">
          <h2 className="slip-title">{words.slipOf(nameOf(slip.order))}</h2>
          <PackingSlip slip={slip} />
        </section>
      ))}
    </PaperFrame>
  );
}

async function ordersOf(named: string | undefined, environment: Environment): Promise<readonly OrderRecord[]> {
  const ids = namedIds(named);
  if (ids !== undefined) return await namedOrders(ids, environment);
  const { data } = await call(operations.listOrders, { query: { environment, status: 'packed', limit: MOST_PRINTED } });
  return data.toReversed();
}

async function slipsOf(order: OrderRecord, environment: Environment): Promise<SlipsOfOrder> {
  if (hasWholeSlip(order)) return { order, slips: [slipOfOrder(order)] };
  if (order.fulfilments.length === 0) return { order, slips: [] };
  const { data: parts } = await call(operations.listOrderFulfilments, {
    params: { id: order.id },
    query: { environment, limit: 50 },
  });
  const leaving = parts.filter(({ status }) => status === 'packed' || status === 'shipped');
  return { order, slips: leaving.map((part) => slipOfFulfilment(order, part)) };
}
