import type { z } from 'zod';
import type { DeliveredType, DomainEvent, endpointDisabled, webhookTest } from '@fulfilment/contracts';
import { SAMPLE_EVENTS } from './events.ts';

const envelope = {
  api_version: 'v1',
  account_id: 'acc_01KAJ6N0A1B2C3D4E5F6G7H8JK',
  environment: 'sandbox',
} as const;

type DeliveredEvent = DomainEvent | z.output<typeof endpointDisabled> | z.output<typeof webhookTest>;

/** One event of each type that is delivered, as subscribers get it. */
export const SAMPLE_DELIVERIES: Readonly<Record<DeliveredType, DeliveredEvent>> = {
  ...SAMPLE_EVENTS,
  'endpoint.disabled': {
    id: 'evt_01KAJ71C5V8X2N6R4TPBEVNT09',
    type: 'endpoint.disabled',
    created_at: '2026-11-25T09:20:00.000Z',
    ...envelope,
    data: {
      id: 'whk_01KAJ6PB7J5N0R8YQ2ETW3BH01',
      origin: 'https://hooks.example.com',
      description: 'Shop',
      reason: 'failing',
      disabled_at: '2026-11-25T09:20:00.000Z',
      failing_since: '2026-11-21T09:20:00.000Z',
      last_success_at: '2026-11-21T09:15:00.000Z',
      failures: 212,
      last_status: 500,
      last_error: null,
      message: 'The endpoint has accepted no event for 4 days. Its events are held: resume it when its receiver works again.',
    },
  },
  'webhook.test': {
    id: 'evt_01KAJ71C5V8X2N6R4TPBEVNT10',
    type: 'webhook.test',
    created_at: '2026-11-21T09:16:00.000Z',
    ...envelope,
    test: true,
    data: { webhook_id: 'whk_01KAJ6PB7J5N0R8YQ2ETW3BH01', message: 'It works.' },
  },
};
