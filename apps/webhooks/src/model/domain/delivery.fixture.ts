import type { Delivery } from './delivery.ts';

export const sampleDelivery = (changes: Partial<Delivery> = {}): Delivery => ({
  id: 'dlv_1',
  tenant: 'acc_1:sandbox',
  endpointId: 'whk_1',
  eventId: 'evt_1',
  attempts: 0,
  scheduleFrom: 0,
  position: 1,
  recordKey: 'acc_1:sandbox|ord_1',
  members: undefined,
  ...changes,
});
