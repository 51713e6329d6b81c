import type { AuditEntryRecord } from '../account/keys.ts';
import type { AccountRecord, IssuedKey, KeyRecord } from '../operator.ts';

const accountId = 'acc_01KAJ6P2T8W4M6X9ZB3CC0VNT1';
const keyId = 'key_01KAJ6PB7J5N0R8YQ2ETK3Y0N1';

export const sampleAccount: AccountRecord = {
  id: accountId,
  name: 'Mugs & Co',
  plan: 'enterprise',
  created_at: '2026-11-21T08:55:00.000Z',
};

export const sampleKey: KeyRecord = {
  id: keyId,
  account_id: accountId,
  environment: 'sandbox',
  role: 'integration',
  name: 'Shop checkout',
  prefix: 'fsk_sandbox_h7Tq',
  last4: 'x9Zd',
  secrets: [{ prefix: 'fsk_sandbox_h7Tq', last4: 'x9Zd', created_at: '2026-11-21T09:00:00.000Z', ends_at: null }],
  ip_allowlist: ['192.0.2.0/24'],
  burst: 100,
  rate: 10,
  status: 'active',
  created_at: '2026-11-21T09:00:00.000Z',
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
};

/** Its text is no key: the checksum does not fit. */
export const sampleIssuedKey: IssuedKey = { ...sampleKey, key: 'fsk_sandbox_h7TqEXAMPLEEXAMPLEEXAMPLEEXAx9Zd' };

export const sampleAuditEntry: AuditEntryRecord = {
  id: 'aud_01KAJ6PB7J5N0R8YQ2AVD1T001',
  environment: 'sandbox',
  action: 'key.created',
  target: { type: 'key', id: keyId },
  actor: 'operator',
  address: '192.0.2.7',
  request_id: 'req_01KAJ6PB7H2C6D4F8GREQE5T01',
  details: { role: 'integration', name: 'Shop checkout' },
  created_at: '2026-11-21T09:00:00.000Z',
};
