import { afterEach, expect, test, vi } from 'vitest';
import { sendScan } from './own-scans.ts';
import { SignedOut } from './scan-queue.ts';

afterEach(() => void vi.unstubAllGlobals());

interface Asked {
  readonly method: string | undefined;
  readonly address: string;
  readonly body: unknown;
}

/** Answers as the gateway does in a browser that is signed in as a member. */
function signedInAs(accountId: string, memberId: string): Asked[] {
  const asked: Asked[] = [];
  const session = { account: { id: accountId }, member: { id: memberId } };
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    asked.push({ method, address, body: typeof body === 'string' ? JSON.parse(body) : undefined });
    return Response.json(address.startsWith('/account/v1/session') ? session : { id: 'scn_1' });
  });
  return asked;
}

const scan = {
  id: 'console-1',
  sender: 'acc_1/mem_1',
  environment: 'production',
  barcode: '4006381333931',
  type: 'pick',
  scannedAt: '2026-11-27T05:00:00.000Z',
  refusal: null,
} as const;

test('a scan is sent to its environment, with the id under which it is recorded once, its member and the time of scanning', async () => {
  const asked = signedInAs('acc_1', 'mem_1');
  await sendScan(scan);
  expect(asked.at(-1)).toEqual({
    method: 'POST',
    address: '/v1/scans?environment=production',
    body: { barcode: scan.barcode, type: 'pick', client_scan_id: 'console-1', operator: 'mem_1', scanned_at: scan.scannedAt },
  });
});

test.each([
  ['another member of the account', 'acc_1', 'mem_2'],
  ['the same person in another account', 'acc_2', 'mem_1'],
])('a scan is not sent while the browser is signed in as %s', async (_who, accountId, memberId) => {
  const asked = signedInAs(accountId, memberId);
  await expect(sendScan(scan)).rejects.toBeInstanceOf(SignedOut);
  expect(asked.map(({ method }) => method)).toEqual(['GET']);
});
