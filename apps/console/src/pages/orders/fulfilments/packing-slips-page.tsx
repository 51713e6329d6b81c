import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { operations } from '../../../api/operations.ts';
import { useEnvironment } from '../../../api/session.ts';
import type { Environment, OrderRecord } from '../../../api/types.ts';
import { oneOf, useAddressValues } from '../../../parts/address-values.ts';
import { UnreadPage } from '../../../parts/page-header.tsx';
import { PaperFrame } from '../../../parts/paper/paper-frame.tsx';
import { dailyWork } from '../../../strings-operations.ts';
import { inTurns, MOST_PRINTED, namedIds, namedOrders } from '../named-orders.ts';
import { nameOf } from '../order-states.tsx';
import { fulfilmentWords as words } from './fulfilment-strings.ts';
import { hasWholeSlip } from '../possible-actions.ts';
import { PackingSlip, type Slip, slipOfFulfilment, slipOfOrder } from './packing-slip.tsx';

const CHOICES = ['packed', 'all'] as const;

/** The slips of an order: those of parts that are packed and not shipped, and the others that are packed or shipped. */
interface SlipsOfOrder {
  readonly order: OrderRecord;
  readonly packed: readonly Slip[];
  readonly all: readonly Slip[];
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
  const back = <Link to={`/${environment}/orders`}>{dailyWork.orders.title}</Link>;
  if (data === undefined) return <UnreadPage title={words.slips} back={back} error={error} onRetry={() => void refetch()} />;
  const slips = data.flatMap((each) => each[choice]);
  const without = data.filter((each) => each[choice].length === 0);
  return (
    <PaperFrame
      title={words.slips}
      lead={words.slipsLead(slips.length)}
      back={back}
      layout="each"
      choices={
        <label className="field">
          <span className="label">{words.slipsShown}</span>
          <select className="input" value={choice} onChange={({ target }) => change({ slips: oneOf(CHOICES, target.value) })}>
            {CHOICES.map((value) => (
              <option key={value} value={value}>
                {words.slipsOf[value]}
              </option>
            ))}
          </select>
        </label>
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
  if (hasWholeSlip(order)) {
    const whole = [slipOfOrder(order)];
    return { order, packed: order.status === 'packed' ? whole : [], all: whole };
  }
  if (order.fulfilments.length === 0) return { order, packed: [], all: [] };
  const { data: parts } = await call(operations.listOrderFulfilments, {
    params: { id: order.id },
    query: { environment, limit: 50 },
  });
  const slipsIn = (...statuses: readonly string[]): readonly Slip[] =>
    parts.flatMap((part) => (statuses.includes(part.status) ? [slipOfFulfilment(order, part)] : []));
  return { order, packed: slipsIn('packed'), all: slipsIn('packed', 'shipped') };
}
