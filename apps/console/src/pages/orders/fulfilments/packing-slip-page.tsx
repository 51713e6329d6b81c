import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { reading } from '../../../api/call.ts';
import { operations } from '../../../api/operations.ts';
import { useEnvironment } from '../../../api/session.ts';
import type { FulfilmentRecord, OrderRecord } from '../../../api/types.ts';
import { Facts } from '../../../parts/facts.tsx';
import { UnreadPage } from '../../../parts/page-header.tsx';
import { PaperFrame } from '../../../parts/paper/paper-frame.tsx';
import { Time } from '../../../parts/time.tsx';
import { dailyWork } from '../../../strings-operations.ts';
import { ShippingAddress } from '../order-details.tsx';
import { nameOf } from '../order-states.tsx';
import { fulfilmentWords as words } from './fulfilment-strings.ts';
import { unitsToCome } from '../../../api/open-units.ts';
import { Parcels, UnitsTable } from './parcels.tsx';

/** The packing slip of a fulfilment, for the parcel: what is in it, where it goes, what is still to come; without prices. */
export function PackingSlipPage(): ReactNode {
  const environment = useEnvironment();
  const { id = '', fulfilment: fulfilmentId = '' } = useParams({ strict: false });
  const query = { environment };
  const order = useQuery(reading(operations.getOrder, { params: { id }, query }));
  const fulfilment = useQuery(reading(operations.getFulfilment, { params: { id: fulfilmentId }, query }));
  const back = <Link to={`/${environment}/orders/${id}`}>{dailyWork.orders.order}</Link>;
  const error = order.error ?? fulfilment.error;
  if (!order.data || !fulfilment.data) return <UnreadPage title={words.slip} back={back} error={error} />;
  return (
    <PaperFrame title={words.slipOf(nameOf(order.data))} back={back}>
      <Slip order={order.data} fulfilment={fulfilment.data} />
    </PaperFrame>
  );
}

interface SlipProps {
  readonly order: OrderRecord;
  readonly fulfilment: FulfilmentRecord;
}

function Slip({ order, fulfilment }: SlipProps): ReactNode {
  const { ship_to: to, id } = order;
  const { packages, carrier, tracking_number: number } = fulfilment;
  const toCome = unitsToCome(order, fulfilment);
  return (
    <div className="stack">
      <div className="slip-head">
        <section>
          <h2>{words.shipTo}</h2>
          {to ? <ShippingAddress to={to} /> : <p className="quiet">{words.noAddress}</p>}
        </section>
        <Facts
          facts={[
            [words.order, nameOf(order)],
            [words.id, <code key="id">{id}</code>],
            [words.slip, <code key="fulfilment">{fulfilment.id}</code>],
            [words.date, <Time key="date" at={fulfilment.shipped_at ?? fulfilment.packed_at ?? fulfilment.created_at} />],
            [dailyWork.orders.carrier, carrier],
            [dailyWork.orders.trackingNumber, number],
          ]}
        />
      </div>
      <section className="stack">
        <h2>{words.inThis}</h2>
        <UnitsTable label={words.inThis} units={fulfilment.lines} />
        {packages.length > 0 && <Parcels fulfilment={fulfilment} />}
      </section>
      <section className="stack">
        <h2>{words.toCome}</h2>
        {toCome.length === 0 ? <p>{words.nothingToCome}</p> : <UnitsTable label={words.toCome} units={toCome} />}
      </section>
    </div>
  );
}
