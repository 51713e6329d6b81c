import '../../styles/operations.css';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reading } from '../../api/call.ts';
import { operations } from '../../api/callable-operations.ts';
import { useEnvironment } from '../../api/session.ts';
import type { OrderRecord } from '../../api/types.ts';
import { Identifier } from '../../parts/copy.tsx';
import { countryName } from '../../language/formats.ts';
import { type Fact, Facts, Metadata } from '../../parts/facts.tsx';
import { Time } from '../../parts/time.tsx';
import { orderWords as words } from './order-strings.ts';
import { ReturnLink } from './returns/return-states.tsx';
import { returnWords } from './returns/return-strings.ts';
import { holdWords } from './holds/hold-strings.ts';
import { AllocationBadge, ProgressBadge } from './order-states.tsx';

/** The state of an order, its shipping and its remarks; an empty field is left out. */
export function OrderDetails({ order }: { readonly order: OrderRecord }): ReactNode {
  return (
    <>
      <Facts facts={[...statesOf(order), ...shippingOf(order), ...remarksOf(order)]} />
      <Metadata metadata={order.metadata} />
    </>
  );
}

function statesOf(order: OrderRecord): readonly Fact[] {
  const isOpen = order.status === 'created' || order.status === 'packed';
  return [
    [words.allocation, isOpen ? <AllocationBadge order={order} /> : undefined],
    [words.shipped, order.fulfilment === 'none' ? undefined : <ProgressBadge order={order} />],
    [holdWords.priority, holdWords.priorityOf(order.priority)],
    [holdWords.shipBy, order.ship_by === null ? undefined : <Time key="ship-by" at={order.ship_by} />],
    [words.shipFrom, order.ship_from?.join(', ')],
    [words.split, order.split === null ? undefined : words.splits[order.split]],
    [words.id, <Identifier key="id" id={order.id} />],
    [words.externalId, order.external_id],
    [
      returnWords.exchangeFor,
      order.exchange_for === null ? undefined : <ExchangedReturn key="exchange" id={order.exchange_for} />,
    ],
    [words.created, <Time key="created" at={order.created_at} />],
    [words.updated, <Time key="updated" at={order.updated_at} />],
  ];
}

/** The return that an order is in exchange for, which is one of another order. */
function ExchangedReturn({ id }: { readonly id: string }): ReactNode {
  const query = { environment: useEnvironment() };
  const { data } = useQuery({ ...reading(operations.getReturn, { params: { id }, query }), staleTime: 60_000 });
  return <ReturnLink id={id} of={data} />;
}

function shippingOf({
  ship_to: to,
  carrier,
  tracking_number: number,
  tracking_url: url,
  packages,
}: OrderRecord): readonly Fact[] {
  return [
    [words.shipTo, to ? <ShippingAddress to={to} /> : undefined],
    [words.carrier, carrier],
    [words.trackingNumber, number === null ? undefined : <TrackingNumber key="number" number={number} />],
    [words.trackingUrl, url === null ? undefined : <TrackingLink url={url} />],
    [words.parcels, packages.length === 0 ? undefined : <Parcels packages={packages} />],
  ];
}

/** The number of a parcel, which is long: those of most carriers stay in one line. */
export function TrackingNumber({ number }: { readonly number: string }): ReactNode {
  return <span className="tracking-number">{number}</span>;
}

/** A link to the page of a carrier. */
export function TrackingLink({ url }: { readonly url: string }): ReactNode {
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {words.openTracking}
    </a>
  );
}

function remarksOf({ note, cancel_reason: reason, erased_at: erasedAt }: OrderRecord): readonly Fact[] {
  return [
    [words.cancelReason, reason],
    [words.note, note],
    [words.erasedAt, erasedAt === null ? undefined : <Time key="erased" at={erasedAt} />],
  ];
}

/** An address, as it stands on a parcel. */
export function ShippingAddress({ to }: { readonly to: NonNullable<OrderRecord['ship_to']> }): ReactNode {
  const town = [to.postal_code, to.city].filter(Boolean).join(' ');
  const lines = [to.name, to.company, to.address1, to.address2, town, to.region, countryName(to.country), to.phone, to.email];
  return (
    <address className="lines">
      {lines.filter(Boolean).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  );
}

function Parcels({ packages }: Pick<OrderRecord, 'packages'>): ReactNode {
  return (
    <span className="lines">
      {packages.map((parcel, index) => (
        // Parcels have no ids: their place in the list is what they are known by.
        // oxlint-disable-next-line no-array-index-key -- see above.
        <span key={index}>{words.parcel(parcel.weight_g, parcel.tracking)}</span>
      ))}
    </span>
  );
}
