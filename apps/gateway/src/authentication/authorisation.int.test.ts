import { OPERATIONS, ROLES, type Role } from '@fulfilment/contracts';
import { makeVerifyIdentity } from '@fulfilment/identity';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { clientOf, expectProblem } from '../testing/client.ts';
import { gatewayEnv, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';

/** The table of docs/generated/permissions.md, written by hand once more: admin, manager, fulfilment, integration, scanner, viewer. */
const TABLE: Readonly<Record<string, string>> = {
  'inventory:read': '●●●●●●',
  'locations:read': '●●●●●●',
  'inventory:write': '●●----',
  'locations:write': '●●----',
  'stock:transfer': '●●●---',
  'orders:read': '●●●●●●',
  'orders:create': '●●-●--',
  'orders:cancel': '●●-●--',
  'orders:fulfil': '●●●---',
  'scans:write': '●●●-●-',
  'scans:read': '●●●-●●',
  'scans:apply': '●●●-●-',
  'events:read': '●●-●--',
  'integrity:read': '●-----',
};

let upstream: Upstream;
let gateway: TestGateway;
let accountId: string;
const keys = new Map<Role, { readonly id: string; readonly key: string }>();

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway(gatewayEnv(inject('engines'), upstream.url));
  accountId = (await gateway.operator.account()).id;
  for (const role of ROLES) keys.set(role, await gateway.operator.key({ accountId, role }));
});

afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

/** Those that a service answers: the gateway answers the others itself. */
const matrix = OPERATIONS.filter(({ service }) => service !== 'gateway').flatMap((operation) =>
  ROLES.map((role) => ({ operation, role })),
);

test.each(matrix)('$role, $operation.method $operation.path', async ({ operation, role }) => {
  upstream.seen.length = 0;
  const path = `/v1${operation.path.replaceAll(/:[a-z_]+/g, 'x1')}`;
  const issued = keys.get(role);
  const answer = await clientOf(gateway, issued?.key)(path, { method: operation.method });
  const permissions = [operation.permission, operation.alternativePermission];
  const isAllowed = permissions.some((permission) => TABLE[permission ?? '']?.[ROLES.indexOf(role)] === '●');
  const outcome = { status: answer.status, passedOn: upstream.seen.length };

  expect(outcome).toEqual(isAllowed ? { status: 200, passedOn: 1 } : { status: 403, passedOn: 0 });
});

test('a refusal names the permission that is missing', async () => {
  const answer = await clientOf(gateway, keys.get('viewer')?.key)('/v1/orders', { method: 'POST' });

  expect(expectProblem(answer, 'forbidden')).toMatchObject({ permission: 'orders:create' });
});

test('a service learns who calls, signed for it and for no other service', async () => {
  upstream.seen.length = 0;
  const issued = keys.get('integration');
  await clientOf(gateway, issued?.key)('/v1/orders');
  const token = String(upstream.seen[0]?.headers['x-internal-identity']);
  const jwks = JSON.parse(gateway.env['JWT_PUBLIC_KEYS'] ?? '');
  const verifyAs = (audience: string) => makeVerifyIdentity({ keys: jwks, audience })(token);

  expect(await verifyAs('orders')).toMatchObject({
    type: 'caller',
    claims: { sub: issued?.id, acc: accountId, env: 'sandbox', role: 'integration' },
  });
  await expect(verifyAs('inventory')).rejects.toMatchObject({ code: 'unauthenticated' });
  await expect(verifyAs('gateway')).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('the identity of a key is used again, for each service its own', async () => {
  upstream.seen.length = 0;
  const client = clientOf(gateway, keys.get('admin')?.key);
  for (const path of ['/v1/orders', '/v1/orders', '/v1/scans', '/v1/inventory', '/v1/locations']) await client(path);
  const tokens = upstream.seen.map(({ headers }) => headers['x-internal-identity']);

  expect(tokens[0]).toBe(tokens[1]);
  expect(tokens[3]).toBe(tokens[4]);
  expect(new Set(tokens).size).toBe(3);
});
