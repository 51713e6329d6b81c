import type { ReactNode } from 'react';
import { unitsToCome } from '../../../api/open-units.ts';
import type { FulfilmentRecord, OrderRecord } from '../../../api/types.ts';
import { Facts } from '../../../parts/facts.tsx';
import { Time } from '../../../parts/time.tsx';
import { orderWords } from '../order-strings.ts';
import { ShippingAddress } from '../order-details.tsx';
import { nameOf } from '../order-states.tsx';
import { fulfilmentWords as words } from './fulfilment-strings.ts';
import { Parcels, type UnitsOfLine, UnitsTable } from './parcels.tsx';

/** A parcel's contents as a packing slip lists them: those of a fulfilment, or of an order that is packed as a whole. */
export interface Slip extends Pick<FulfilmentRecord, 'packages' | 'carrier' | 'tracking_number'> {
  readonly order: OrderRecord;
  /** Null for an order as a whole. */
  readonly fulfilmentId: string | null;
  readonly isShipped: boolean;
  readonly at: string;
  readonly units: readonly UnitsOfLine[];
  readonly toCome: readonly UnitsOfLine[];
}

export function slipOfFulfilment(order: OrderRecord, fulfilment: FulfilmentRecord): Slip {
  const { id, lines, shipped_at: shipped, packed_at: packed, created_at: created } = fulfilment;
  return {
    ...shippingOf(fulfilment),
    order,
    fulfilmentId: id,
    at: shipped ?? packed ?? created,
    units: lines,
    toCome: unitsToCome(order, fulfilment),
  };
}

/** The slip of an order that was packed, or also shipped, as a whole; nothing is to come of it. */
export function slipOfOrder(order: OrderRecord): Slip {
  const units = order.lines.flatMap(({ id, sku, name, packed: inside, shipped: left }) =>
    inside + left === 0 ? [] : [{ line_id: id, sku, name, quantity: inside + left }],
  );
  const at = order.shipped_at ?? order.packed_at ?? order.updated_at;
  return { ...shippingOf(order), order, fulfilmentId: null, at, units, toCome: [] };
}

function shippingOf({ packages, carrier, tracking_number, status }: OrderRecord | FulfilmentRecord) {
  return { packages, carrier, tracking_number, isShipped: status === 'shipped' };
}

/** The packing slip for the parcel: what is in it, where it goes, what is still to come; without prices. */
export function PackingSlip({ slip }: { readonly slip: Slip }): ReactNode {
  const { order, fulfilmentId, at, carrier, tracking_number: number, packages, units, toCome } = slip;
  return (
    <>
      <div className="slip-head">
        {order.ship_to ? (
          <section>
            <h2>{words.shipTo}</h2>
            <ShippingAddress to={order.ship_to} />
          </section>
        ) : (
          // Said to the one who prints it, and not to the one who opens the parcel.
          <p className="quiet no-print">{words.noAddress}</p>
        )}
        <Facts
          facts={[
            [words.order, nameOf(order)],
            [words.id, <code key="id">{order.id}</code>],
            [words.slip, fulfilmentId === null ? undefined : <code key="fulfilment">{fulfilmentId}</code>],
            [words.date, <Time key="date" at={at} />],
            [orderWords.carrier, carrier],
            [orderWords.trackingNumber, number],
          ]}
        />
      </div>
      <section className="stack">
        <h2>{words.inThis}</h2>
        <UnitsTable label={words.inThis} units={units} />
        {packages.length > 0 && <Parcels packages={packages} units={units} />}
      </section>
      <section className="stack">
        <h2>{words.toCome}</h2>
        {toCome.length === 0 ? <p>{words.nothingToCome}</p> : <UnitsTable label={words.toCome} units={toCome} />}
      </section>
    </>
  );
}
