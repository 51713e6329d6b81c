import type { ReactNode } from 'react';
import { STATES } from '../../parts/states/states.ts';
import { StatusBadge } from '../../parts/states/status-badge.tsx';
import { localTime } from '../../parts/time.tsx';
import type { DeliveryStatus, WebhookEndpointRecord } from './webhook-types.ts';
import { numberText, shareText } from '../../language/formats.ts';
import { strings } from './webhook-strings.ts';

interface EndpointStatusProps extends Pick<WebhookEndpointRecord, 'status' | 'disabled' | 'rests_until'> {
  /** Of its health, where the page has read it. */
  readonly failing_since?: string | null | undefined;
}

/** The status of an endpoint: of a disabled one with its reason, of an active one whether it fails or rests, and when it is tried next. */
export function EndpointStatus({ failing_since: failingSince, ...endpoint }: EndpointStatusProps): ReactNode {
  const { status, disabled } = endpoint;
  const restsUntil = restOf(endpoint);
  const isFailing = status === 'active' && typeof failingSince === 'string';
  if (status !== 'active' || (restsUntil === undefined && !isFailing))
    return (
      <StatusBadge {...STATES.endpoint[status]}>
        {disabled === null ? strings.statuses[status] : strings.disabledBecause[disabled.reason]}
      </StatusBadge>
    );
  return (
    <span title={isFailing ? strings.failingSince(localTime(failingSince)) : undefined}>
      <StatusBadge {...STATES.endpoint[isFailing ? 'failing' : 'resting']}>
        {[isFailing ? strings.failing : undefined, restsUntil && strings.restsUntil(localTime(restsUntil))]
          .filter((part) => part !== undefined)
          .join(' · ')}
      </StatusBadge>
    </span>
  );
}

/** The end of the rest of an active endpoint, during which nothing is sent; undefined without one. */
export function restOf({
  status,
  rests_until: until,
}: Pick<WebhookEndpointRecord, 'status' | 'rests_until'>): string | undefined {
  return status === 'active' && typeof until === 'string' && Date.parse(until) > Date.now() ? until : undefined;
}

/** The status of a delivery. */
export function DeliveryState({ status }: { readonly status: DeliveryStatus }): ReactNode {
  return <StatusBadge {...STATES.delivery[status]}>{strings.log.statuses[status]}</StatusBadge>;
}

/** A share of 0 to 1 as a percentage; without a number a dash. */
export function percentage(share: number | null): string {
  // 99.96 % is not all of them.
  return share === null ? '–' : shareText(share);
}

/** Milliseconds with their unit; without a number a dash. */
export function milliseconds(ms: number | null): string {
  return ms === null ? '–' : `${numberText(ms)} ms`;
}
