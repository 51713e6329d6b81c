import type { ReactNode } from 'react';
import { StatusBadge, type Tone } from '../../parts/status-badge.tsx';
import type { DeliveryStatus, WebhookEndpointRecord } from './webhook-types.ts';
import { strings } from './webhook-strings.ts';

const ENDPOINT_TONES: Readonly<Record<WebhookEndpointRecord['status'], Tone>> = {
  active: 'good',
  paused: 'warning',
  disabled: 'bad',
};

const DELIVERY_TONES: Readonly<Record<DeliveryStatus, Tone>> = {
  pending: 'neutral',
  held: 'warning',
  delivered: 'good',
  failed: 'bad',
  dropped: 'neutral',
  batched: 'neutral',
};

/** The status of an endpoint; of a disabled one with its reason. */
export function EndpointStatus({ status, disabled }: Pick<WebhookEndpointRecord, 'status' | 'disabled'>): ReactNode {
  return (
    <StatusBadge tone={ENDPOINT_TONES[status]}>
      {disabled === null ? strings.statuses[status] : strings.disabledBecause[disabled.reason]}
    </StatusBadge>
  );
}

/** The status of a delivery. */
export function DeliveryState({ status }: { readonly status: DeliveryStatus }): ReactNode {
  return <StatusBadge tone={DELIVERY_TONES[status]}>{strings.log.statuses[status]}</StatusBadge>;
}

/** A share of 0 to 1 as a percentage; without a number a dash. */
export function percentage(share: number | null): string {
  // 99.96 % is not all of them.
  return share === null ? '–' : `${share === 1 ? 100 : (Math.floor(share * 1_000) / 10).toFixed(1)} %`;
}

/** Milliseconds with their unit; without a number a dash. */
export function milliseconds(ms: number | null): string {
  return ms === null ? '–' : `${ms.toLocaleString('en')} ms`;
}
