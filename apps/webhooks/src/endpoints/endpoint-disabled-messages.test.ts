import { endpointDisabled } from '@fulfilment/contracts';
import { expect, test } from 'vitest';
import { endpointDisabledEvent } from './endpoint-disabled-messages.ts';

const AT = new Date('2026-11-25T09:20:00.000Z');

test('the event of an auto-disable contains only the origin of the URL', () => {
  const { body } = endpointDisabledEvent(
    {
      endpointId: 'whk_01KAJ6PB7J5N0R8YQ2ETW3BH01',
      tenant: 'acc_01KAJ6N0A1B2C3D4E5F6G7H8JK:sandbox',
      url: 'https://hooks.example.com:8443/in/T0KEN?key=K3Y',
      description: null,
    },
    {
      reason: 'gone',
      failingSince: AT,
      lastSuccessAt: null,
      failures: 1,
      lastStatus: 410,
      lastError: null,
      at: AT,
    },
    'evt_01KAJ71C5V8X2N6R4TPBEVNT09',
  );

  expect(endpointDisabled.parse(JSON.parse(body)).data.origin).toBe('https://hooks.example.com:8443');
  expect(body).not.toMatch(/T0KEN|K3Y/);
});
