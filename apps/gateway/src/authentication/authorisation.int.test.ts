import { MEMBER_ROLES, type MemberRole, OPERATIONS, ROLES, type Role } from '@fulfilment/contracts';
import { makeVerifyIdentity } from '@fulfilment/identity';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { clientOf, expectProblem } from '../testing/client.ts';
import { memberOf, type SignedInMember } from '../testing/member-of.ts';
import { gatewayEnv, PUBLIC_URL, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';

/** The table of docs/generated/permissions.md, written by hand once more: admin, manager, fulfilment, integration, scanner, viewer. */
const TABLE: Readonly<Record<string, string>> = {
  'inventory:read': '●●●●●●',
  'locations:read': '●●●●●●',
  'inventory:write': '●●----',
  'locations:write': '●●----',
  'stock:transfer': '●●●---',
  'reservations:write': '●●-●--',
  'orders:read': '●●●●●●',
  'orders:create': '●●-●--',
  'orders:cancel': '●●-●--',
  'orders:erase': '●-----',
  'orders:fulfil': '●●●---',
  'orders:hold': '●●●●--',
  'returns:create': '●●-●--',
  'returns:receive': '●●●-●-',
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
const members = new Map<MemberRole, SignedInMember>();

/** The role of a key as which a member works under /v1. */
const WORKS_AS = {
  owner: 'admin',
  developer: 'manager',
  manager: 'manager',
  fulfilment: 'fulfilment',
  scanner: 'scanner',
  viewer: 'viewer',
} as const satisfies Record<MemberRole, Role>;

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway(gatewayEnv(inject('engines'), upstream.url));
  accountId = (await gateway.operator.account()).id;
  for (const role of ROLES) keys.set(role, await gateway.operator.key({ accountId, role }));
  for (const role of MEMBER_ROLES) members.set(role, await memberOf(gateway, accountId, { role }));
});

afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

/** Those that a service answers: the gateway answers the others itself. */
const proxied = OPERATIONS.filter(({ service }) => service !== 'gateway');
const matrix = proxied.flatMap((operation) => ROLES.map((role) => ({ operation, role })));
const pathOf = ({ path }: { readonly path: string }): string => `/v1${path.replaceAll(/:[a-z_]+/g, 'x1')}`;

/** A request as a page of our own origin sends it. */
const ask = (role: MemberRole, path: string, method = 'GET', origin = PUBLIC_URL) =>
  clientOf(gateway)(path, { method, headers: { cookie: members.get(role)?.cookie ?? '', origin } });

test.each(matrix)('$role, $operation.method $operation.path', async ({ operation, role }) => {
  upstream.seen.length = 0;
  const path = pathOf(operation);
  const issued = keys.get(role);
  const answer = await clientOf(gateway, issued?.key)(path, { method: operation.method });
  const permissions = [operation.permission, operation.alternativePermission];
  const isAllowed = permissions.some((permission) => TABLE[permission ?? '']?.[ROLES.indexOf(role)] === '●');
  const outcome = { status: answer.status, passedOn: upstream.seen.length };

  expect(outcome).toEqual(isAllowed ? { status: 200, passedOn: 1 } : { status: 403, passedOn: 0 });
});

test.each(MEMBER_ROLES)('a member of role %s is let through by a session exactly where the key of its role is', async (role) => {
  for (const operation of proxied) {
    const { permission, alternativePermission, method } = operation;
    upstream.seen.length = 0;
    const { status } = await ask(role, `${pathOf(operation)}?environment=sandbox`, method);
    const column = ROLES.indexOf(WORKS_AS[role]);
    const isAllowed = [permission, alternativePermission].some((each) => TABLE[each ?? '']?.[column] === '●');
    const outcome = { id: operation.id, status, passedOn: upstream.seen.length };

    expect(outcome).toEqual({ id: operation.id, ...(isAllowed ? { status: 200, passedOn: 1 } : { status: 403, passedOn: 0 }) });
  }
});

test('a service learns the member, and the environment that the session names', async () => {
  upstream.seen.length = 0;
  await ask('fulfilment', '/v1/orders?environment=production');
  const token = String(upstream.seen[0]?.headers['x-internal-identity']);
  const verify = makeVerifyIdentity({ keys: JSON.parse(gateway.env['JWT_PUBLIC_KEYS'] ?? ''), audience: 'orders' });

  expect(await verify(token)).toMatchObject({
    claims: { sub: members.get('fulfilment')?.id, acc: accountId, env: 'production', role: 'member:fulfilment' },
  });
});

test('a session without an environment, with two, or from a page of another origin is refused', async () => {
  upstream.seen.length = 0;

  for (const query of ['', '?environment=', '?environment=staging', '?environment=sandbox&environment=production'])
    expect(expectProblem(await ask('owner', `/v1/orders${query}`), 'invalid_parameter').errors).toMatchObject([
      { pointer: '/environment', code: 'required' },
    ]);
  expectProblem(await ask('owner', '/v1/orders?environment=sandbox', 'POST', 'https://evil.example'), 'cross_origin');
  const byKey = await clientOf(gateway, keys.get('admin')?.key)('/v1/orders?environment=production');
  expect(expectProblem(byKey, 'invalid_parameter').errors).toMatchObject([{ code: 'other_environment' }]);
  expect(upstream.seen).toEqual([]);
});

test('a session has a budget of its own for each environment of /v1', async () => {
  const { cookie } = await memberOf(gateway, accountId, { role: 'viewer' });
  const left = async (path: string): Promise<number> => {
    const { headers } = await clientOf(gateway)(path, { headers: { cookie } });
    return Number(headers.get('x-ratelimit-remaining'));
  };
  const used = [await left('/v1/orders?environment=sandbox'), await left('/v1/orders?environment=sandbox')];

  expect(used[1]).toBeLessThan(100);
  expect(await left('/v1/orders?environment=production')).toBe(99);
  expect(await left('/account/v1/session')).toBe(99);
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
