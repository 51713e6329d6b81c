import type { ReactNode } from 'react';
import type { OrderRecord } from '../../api/types.ts';
import { type Form, TextField } from '../../parts/form.tsx';
import { orderWords as words } from './order-strings.ts';

/** Carrier and tracking as fields hold them. */
export type Tracking = Record<'carrier' | 'tracking_number' | 'tracking_url', string>;

/** The names of the fields. */
export const TRACKING_TITLES: Readonly<Record<keyof Tracking, string>> = {
  carrier: words.carrier,
  tracking_number: words.trackingNumber,
  tracking_url: words.trackingUrl,
};

/** The tracking of an order, or of a fulfilment. */
export function trackingOf(record: Pick<OrderRecord, keyof Tracking>): Tracking {
  const { carrier, tracking_number, tracking_url } = record;
  return { carrier: carrier ?? '', tracking_number: tracking_number ?? '', tracking_url: tracking_url ?? '' };
}

/** The change that fields stand for: an emptied one is cleared. */
export function clearedTracking(values: Tracking): Record<keyof Tracking, string | null> {
  return {
    carrier: values.carrier.trim() || null,
    tracking_number: values.tracking_number.trim() || null,
    tracking_url: values.tracking_url.trim() || null,
  };
}

/** The fields of carrier and tracking. */
export function TrackingFields<Names extends string>({ form }: { readonly form: Form<Names | keyof Tracking> }): ReactNode {
  return (
    <>
      <TextField form={form} name="carrier" label={words.carrier} isOptional isFirst />
      <TextField form={form} name="tracking_number" label={words.trackingNumber} isOptional />
      <TextField form={form} name="tracking_url" type="url" label={words.trackingUrl} isOptional />
    </>
  );
}
