import type { DeliveryDetailsRecord, eventTypeList, filterFindings, webhookStats } from '@fulfilment/contracts';
import type { z } from 'zod';

export type {
  DeliveryDetailsRecord,
  DeliveryRecord,
  DeliveryStatus,
  ReplayRecord,
  WebhookEndpointRecord,
  WebhookWithSecret,
} from '@fulfilment/contracts';

export type { WebhooksOverview } from '../../api/types.ts';
/** The numbers of one endpoint, by hour or day. */
export type WebhookStats = z.output<typeof webhookStats>;
/** One type of event, with a sample. */
export type EventTypeEntry = z.output<typeof eventTypeList>['data'][number];
/** The result of a content filter for an event. */
export type FilterFindings = z.output<typeof filterFindings>;
/** One attempt of a delivery. */
export type AttemptRecord = DeliveryDetailsRecord['attempt_log'][number];
