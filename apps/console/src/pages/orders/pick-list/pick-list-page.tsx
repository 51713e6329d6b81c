import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { operations } from '../../../api/callable-operations.ts';
import { allLocations } from '../../../api/pick-places.ts';
import { useEnvironment } from '../../../api/session.ts';
import type { Environment, OrderRecord, SkuRecord } from '../../../api/types.ts';
import { oneOf, useAddressValues } from '../../../parts/address-values.ts';
import { UnreadPage } from '../../../parts/page-header.tsx';
import { Barcode } from '../../../parts/paper/barcode.tsx';
import { PaperChoice, PaperFrame } from '../../../parts/paper/paper-frame.tsx';
import { orderWords } from '../order-strings.ts';
import { inTurns, MOST_PRINTED, namedIds, namedOrders } from '../named-orders.ts';
import { nameOf } from '../order-states.tsx';
import { type PickLine, pickLinesOf } from './pick-lines.ts';
import { pickWords as words } from './pick-strings.ts';

const LAYOUTS = ['each', 'together'] as const;

/** Pick lists of the orders that the address names, or else of those that are ready to pack: one for each, or one for all. */
export function PickListPage(): ReactNode {
  const environment = useEnvironment();
  const queries = useQueryClient();
  const [{ orders: named, layout: asked }, change] = useAddressValues();
  const layout = oneOf(LAYOUTS, asked) ?? 'each';
  const { data, error, refetch } = useQuery({
    queryKey: ['pick list', environment, named],
    queryFn: async () => {
      const locations = await queries.fetchQuery({
        queryKey: ['all locations', environment],
        queryFn: () => allLocations(environment),
      });
      return { locations, ...(await ordersOf(named, environment)) };
    },
    // What is printed stays as it is read.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const back = <Link to={`/${environment}/orders`}>{orderWords.title}</Link>;
  if (data === undefined) return <UnreadPage title={words.title} back={back} error={error} onRetry={() => void refetch()} />;
  const lines = pickLinesOf(data.orders, data);
  const lists =
    layout === 'together'
      ? [{ orders: data.orders, lines }]
      : data.orders.map((order) => ({ orders: [order], lines: lines.filter((line) => line.order.id === order.id) }));
  return (
    <PaperFrame
      title={words.title}
      lead={words.leadOf(data.orders.length)}
      back={back}
      layout="each"
      choices={
        <PaperChoice
          label={words.layout}
          values={LAYOUTS}
          names={words.layouts}
          value={layout}
          onChoose={(chosen) => change({ layout: chosen })}
        />
      }
    >
      {data.orders.length === 0 && <p>{words.none}</p>}
      {data.orders.length > 0 && lists.map((list) => <PickList key={list.orders[0]?.id} {...list} />)}
    </PaperFrame>
  );
}

interface PickListProps {
  readonly orders: readonly OrderRecord[];
  readonly lines: readonly PickLine[];
}

function PickList({ orders, lines }: PickListProps): ReactNode {
  const [first] = orders;
  const isOfOne = orders.length === 1 && first !== undefined;
  const title = isOfOne ? words.ofOrder(nameOf(first)) : words.ofOrders(orders.length);
  return (
    <section className="pick-list sheet stack">
      <h2>{title}</h2>
      {isOfOne && (
        <div className="pick-codes">
          <Barcode symbology="code128" text={nameOf(first)} label={words.bars(nameOf(first))} />
          <Barcode symbology="datamatrix" text={first.id} label={words.square(first.id)} />
        </div>
      )}
      <table className="table" aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{words.place}</th>
            <th scope="col">{words.sku}</th>
            <th scope="col" data-align="end">
              {words.units}
            </th>
            {!isOfOne && <th scope="col">{words.order}</th>}
            <th scope="col">{words.done}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={`${line.lineId} ${line.place}`}>
              <th scope="row">{line.place ?? words.noPlace}</th>
              <td>
                {line.sku}
                {line.name !== null && <span className="detail">{line.name}</span>}
              </td>
              <td data-align="end">{line.units}</td>
              {!isOfOne && <td>{line.order.external_id ?? line.order.id}</td>}
              <td>
                <span className="tick" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length === 0 && <p>{words.nothing}</p>}
    </section>
  );
}

/** The orders that are named, by ids with commas between them, or those that are ready to pack; and the SKUs of their lines. */
async function ordersOf(named: string | undefined, environment: Environment) {
  const query = { environment } as const;
  const ids = namedIds(named);
  const ready = { ...query, status: 'created', allocation: 'allocated', on_hold: false, limit: MOST_PRINTED } as const;
  const orders =
    ids === undefined
      ? (await call(operations.listOrders, { query: ready })).data.toReversed()
      : await namedOrders(ids, environment);
  const codes = [...new Set(orders.flatMap(({ lines }) => lines.map(({ sku }) => sku)))];
  const read = await inTurns(codes, (sku) => call(operations.getSku, { params: { sku }, query }));
  return { orders, skus: new Map<string, SkuRecord>(read.map((sku) => [sku.sku, sku])) };
}
