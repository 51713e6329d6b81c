import type { DeliveryDetailsRecord, eventTypeList, filterFindings, webhooksOverview, webhookStats } from '@fulfilment/contracts';
import type { z } from 'zod';

export type {
  DeliveryDetailsRecord,
  DeliveryRecord,
  DeliveryStatus,
  ReplayRecord,
  WebhookEndpointRecord,
  WebhookWithSecret,
} from '@fulfilment/contracts';

/** Each endpoint with its health and the numbers of its last day. */
export type WebhooksOverview = z.output<typeof webhooksOverview>;
/** The numbers of one endpoint, by hour or day. */
export type WebhookStats = z.output<typeof webhookStats>;
/** One type of event, with a sample. */
export type EventTypeEntry = z.output<typeof eventTypeList>['data'][number];
/** The result of a content filter for an event. */
export type FilterFindings = z.output<typeof filterFindings>;
/** One attempt of a delivery. */
export type AttemptRecord = DeliveryDetailsRecord['attempt_log'][number];
