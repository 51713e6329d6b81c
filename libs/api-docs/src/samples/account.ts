import {
  type AccountRecord,
  type ActorRecord,
  type AuditEntryRecord,
  type CallerRecord,
  type IssuedKey,
  type KeyRecord,
  mayDo,
  type MemberRecord,
  type MemberWithToken,
  PERMISSIONS,
  type PlanRecord,
  type SessionRecord,
  type SignedInRecord,
} from '@fulfilment/contracts';

const accountId = 'acc_01KAJ6P2T8W4M6X9ZB3CC0VNT1';
const keyId = 'key_01KAJ6PB7J5N0R8YQ2ETK3Y0N1';

export const sampleAccount: AccountRecord = {
  id: accountId,
  name: 'Mugs & Co',
  plan: 'enterprise',
  suspended_at: null,
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
  last_used_from: null,
};

/** The key as it sees itself. */
export const sampleCaller: CallerRecord = {
  account: { id: accountId, name: 'Mugs & Co', plan: 'enterprise' },
  environment: 'sandbox',
  role: 'integration',
  permissions: [
    'inventory:read',
    'locations:read',
    'orders:read',
    'orders:read_ship_to',
    'orders:create',
    'orders:cancel',
    'events:read',
  ],
  key: { id: keyId, name: 'Shop checkout', expires_at: null },
  member: null,
  limits: { own: { burst: 100, rate: 10 }, shared: { burst: 1_000, rate: 100 } },
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

export const sampleActor: ActorRecord = { id: keyId, type: 'key', name: 'Shop checkout' };

export const sampleMember: MemberRecord = {
  id: 'mem_01KAJ6PB7J5N0R8YQ2MEMBER01',
  account_id: accountId,
  email: 'jo@example.com',
  role: 'developer',
  status: 'active',
  token_expires_at: null,
  version: 2,
  created_at: '2026-11-21T08:56:00.000Z',
  updated_at: '2026-11-21T08:59:00.000Z',
  last_seen_at: '2026-11-21T09:00:05.000Z',
};

export const sampleMemberWithToken: MemberWithToken = {
  ...sampleMember,
  status: 'invited',
  token_expires_at: '2026-11-28T08:56:00.000Z',
  version: 1,
  updated_at: sampleMember.created_at,
  last_seen_at: null,
  one_time_token: {
    purpose: 'invitation',
    token: '9rXb2k0cS1v7T3q5LzYp8mWnAeUoHdGf4iJxKjEXAMP',
    url: 'http://localhost:8080/console/invitation#9rXb2k0cS1v7T3q5LzYp8mWnAeUoHdGf4iJxKjEXAMP',
    expires_at: '2026-11-28T08:56:00.000Z',
  },
};

export const sampleSession: SessionRecord = {
  id: 'ses_01KAJ6PB7J5N0R8YQ2SESS0N01',
  current: true,
  method: 'password',
  address: '192.0.2.7',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
  created_at: '2026-11-21T08:59:00.000Z',
  last_used_at: '2026-11-21T09:00:05.000Z',
  expires_at: '2026-12-21T08:59:00.000Z',
  recent_until: '2026-11-21T09:09:00.000Z',
};

export const sampleSignedIn: SignedInRecord = {
  session: sampleSession,
  member: sampleMember,
  has_password: true,
  account: sampleAccount,
  permissions: PERMISSIONS.filter((permission) => mayDo('member:developer', permission)),
};

export const samplePlan: PlanRecord = {
  plan: 'evaluation',
  environments: [{ environment: 'sandbox', key_limit: { burst: 100, rate: 10 } }],
};
