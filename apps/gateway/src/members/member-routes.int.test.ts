import { accountOperations, MEMBER_ROLES, memberRecord, memberWithToken } from '@fulfilment/contracts';
import { ENVIRONMENTS } from '@fulfilment/kernel';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { clientOf, expectProblem } from '../testing/client.ts';
import { accountCall, invite, memberOf, newEmail, PASSWORD } from '../testing/member-of.ts';
import { gatewayEnv, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';

let upstream: Upstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway(gatewayEnv(inject('engines'), upstream.url));
});

afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

const actors = accountOperations.listActors.replies[200].body;
const page = accountOperations.listMembers.replies[200].body;
const log = accountOperations.listAuditLog.replies[200].body;
const newAccount = async () => (await gateway.operator.account()).id;

async function ownerOf(accountId: string) {
  const owner = await memberOf(gateway, accountId);
  const read = async (id: string) => memberRecord.parse(JSON.parse((await owner.call('GET', `/members/${id}`)).text));
  return { ...owner, read };
}

describe('members', () => {
  test('are invited with a token that is shown only once, and listed without it', async () => {
    const { call } = await ownerOf(await newAccount());
    const email = newEmail();
    const answer = await call('POST', '/members', { email: email.toUpperCase(), role: 'viewer' });
    const invited = memberWithToken.parse(JSON.parse(answer.text));

    expect([answer.status, answer.headers.get('location')]).toEqual([201, `/account/v1/members/${invited.id}`]);
    expect(invited).toMatchObject({
      email,
      role: 'viewer',
      status: 'invited',
      version: 1,
      one_time_token: { purpose: 'invitation' },
    });
    const days = (Date.parse(invited.one_time_token.expires_at) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.99);
    expect(days).toBeLessThanOrEqual(7);
    const listed = await call('GET', '/members');
    expect(page.parse(JSON.parse(listed.text)).data.map(({ status }) => status)).toEqual(['active', 'invited']);
    expect(listed.text).not.toContain(invited.one_time_token.token);
  });

  test('are unique by address in an account until they are removed', async () => {
    const { call } = await ownerOf(await newAccount());
    const wish = { email: newEmail(), role: 'viewer' };
    const answers = await Promise.all([call('POST', '/members', wish), call('POST', '/members', wish)]);
    const [first] = answers
      .filter(({ status }) => status === 201)
      .map(({ text }) => memberRecord.loose().parse(JSON.parse(text)));

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(expectProblem(await call('POST', '/members', wish), 'member_exists')).toMatchObject({ member_id: first?.id });
    expect((await call('DELETE', `/members/${first?.id}`)).status).toBe(200);
    const again = await call('POST', '/members', wish);
    expect(again.status).toBe(201);
    expect(JSON.parse(again.text).id).not.toBe(first?.id);
    expect(page.parse(JSON.parse((await call('GET', '/members?status=all')).text)).data).toHaveLength(3);
  });

  test('are invited again by a token that replaces the one before', async () => {
    const accountId = await newAccount();
    const { call } = await ownerOf(accountId);
    const first = await invite(gateway, accountId, { email: newEmail(), role: 'viewer' });
    const second = memberWithToken.parse(JSON.parse((await call('POST', `/members/${first.id}/invitation`)).text));
    const accept = (token: string) =>
      accountCall(clientOf(gateway))('POST', '/invitations/accept', { token, password: PASSWORD });

    expectProblem(await accept(first.one_time_token.token), 'invalid_token');
    expect((await accept(second.one_time_token.token)).status).toBe(201);
    expect(expectProblem(await call('POST', `/members/${first.id}/invitation`), 'member_not_active')).toMatchObject({
      status_of_member: 'active',
    });
  });

  test('who are invited get no reset, and removed ones get no token', async () => {
    const accountId = await newAccount();
    const { call } = await ownerOf(accountId);
    const { id, one_time_token: token } = await invite(gateway, accountId, { email: newEmail(), role: 'viewer' });

    expectProblem(await call('POST', `/members/${id}/reset`), 'member_not_active');
    await call('DELETE', `/members/${id}`);
    for (const [method, path, body] of [
      ['POST', `/members/${id}/reset`, undefined],
      ['POST', `/members/${id}/invitation`, undefined],
      ['PATCH', `/members/${id}`, { role: 'owner' }],
    ] as const)
      expect(expectProblem(await call(method, path, body), 'member_not_active')).toMatchObject({ status_of_member: 'removed' });
    expect((await call('DELETE', `/members/${id}`)).status).toBe(200);
    const body = { token: token.token, password: PASSWORD };
    expectProblem(await accountCall(clientOf(gateway))('POST', '/invitations/accept', body), 'invalid_token');
  });

  test('can be sent back as they were read, with another role, and not where the rest differs', async () => {
    const accountId = await newAccount();
    const { call, read } = await ownerOf(accountId);
    const { id } = await memberOf(gateway, accountId, { role: 'viewer' });
    const shown = await read(id);

    for (const differing of [{ email: 'other@example.com' }, { status: 'invited' }, { version: shown.version + 1 }]) {
      const refused = await call('PATCH', `/members/${id}`, { ...shown, role: 'owner', ...differing });
      const [pointer] = Object.keys(differing).map((name) => `/${name}`);
      expect(expectProblem(refused, 'validation_failed').errors).toMatchObject([{ pointer, code: 'read_only' }]);
    }
    expect(await read(id)).toMatchObject({ role: 'viewer', version: shown.version });
    const back = { ...shown, role: 'developer', last_seen_at: '2026-11-21T09:05:12.411Z' };
    expect((await call('PATCH', `/members/${id}`, back)).status).toBe(200);
    expect(await read(id)).toMatchObject({ role: 'developer', email: shown.email, version: shown.version + 1 });
  });

  test('are changed at the expected version only', async () => {
    const accountId = await newAccount();
    const { cookie, read } = await ownerOf(accountId);
    const { id } = await memberOf(gateway, accountId, { role: 'viewer' });
    const { version } = await read(id);
    const client = clientOf(gateway);
    const patch = (role: string, tag: string) =>
      client(`/account/v1/members/${id}`, {
        method: 'PATCH',
        body: JSON.stringify({ role }),
        headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', 'if-match': tag },
      });
    const changed = await patch('developer', `"${version}"`);

    expect([changed.status, changed.headers.get('etag')]).toEqual([200, `"${version + 1}"`]);
    expect(expectProblem(await patch('owner', `"${version}"`), 'version_conflict')).toMatchObject({
      current_version: version + 1,
      current: { id, role: 'developer' },
    });
  });
});

describe('the last owner', () => {
  test('can be neither demoted nor removed until there is another active owner', async () => {
    const accountId = await newAccount();
    const { id, call } = await ownerOf(accountId);
    const invited = await invite(gateway, accountId, { email: newEmail(), role: 'owner' });

    expectProblem(await call('PATCH', `/members/${id}`, { role: 'viewer' }), 'last_owner');
    expectProblem(await call('DELETE', `/members/${id}`), 'last_owner');
    const body = { token: invited.one_time_token.token, password: PASSWORD };
    await accountCall(clientOf(gateway))('POST', '/invitations/accept', body);
    expect((await call('PATCH', `/members/${id}`, { role: 'viewer' })).status).toBe(200);
  });

  test('remains where two owners remove each other concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const accountId = await newAccount();
      const [one, other] = [await ownerOf(accountId), await ownerOf(accountId)];
      // Both sessions are known, so that the gateway lets in both.
      await Promise.all([one.call('GET', '/session'), other.call('GET', '/session')]);
      const answers = await Promise.all([
        one.call('DELETE', `/members/${other.id}`),
        other.call('PATCH', `/members/${one.id}`, { role: 'viewer' }),
      ]);
      const members = await gateway.operator.call('GET', `/operator/v1/members?account_id=${accountId}`);

      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
      expect(members.body).toMatchObject({
        data: expect.arrayContaining([expect.objectContaining({ role: 'owner', status: 'active' })]),
      });
    }
  });
});

describe('permissions', () => {
  const asked = [
    ['GET', '/account', undefined],
    ['GET', '/keys?environment=sandbox', undefined],
    ['POST', '/keys?environment=sandbox', { name: 'till', role: 'scanner' }],
    ['GET', '/members', undefined],
    ['POST', '/members', { email: newEmail(), role: 'viewer' }],
    ['GET', '/webhooks?environment=sandbox', undefined],
    ['POST', '/webhooks?environment=sandbox', {}],
  ] as const;
  /** Statuses that each member role gets, in the order of `asked`; 403 is a missing permission. */
  const TABLE: Readonly<Record<string, readonly number[]>> = {
    owner: [200, 200, 201, 200, 201, 200, 200],
    developer: [200, 200, 201, 200, 403, 200, 200],
    manager: [200, 403, 403, 403, 403, 403, 403],
    fulfilment: [200, 403, 403, 403, 403, 403, 403],
    scanner: [200, 403, 403, 403, 403, 403, 403],
    viewer: [200, 200, 403, 200, 403, 200, 403],
  };

  test.each(MEMBER_ROLES)('of a member with role %s', async (role) => {
    const { call } = await memberOf(gateway, await newAccount(), { role });
    const statuses: number[] = [];
    for (const [method, path, body] of asked) statuses.push((await call(method, path, body)).status);

    expect(statuses).toEqual(TABLE[role]);
  });

  test.each(ENVIRONMENTS)('an admin key of %s cannot make its holder an owner', async (environment) => {
    const accountId = await newAccount();
    const owner = await ownerOf(accountId);
    const developer = await memberOf(gateway, accountId, { role: 'developer' });
    const made = JSON.parse(
      (await developer.call('POST', `/keys?environment=${environment}`, { name: 'till', role: 'admin' })).text,
    );
    const rotated = JSON.parse((await developer.call('POST', `/keys/${made.id}/rotate?environment=${environment}`, {})).text);

    for (const key of [made.key, rotated.key]) {
      const call = accountCall(clientOf(gateway, key));
      expect((await call('GET', '/members')).status).toBe(200);
      for (const [method, path, body] of [
        ['POST', '/members', { email: newEmail(), role: 'owner' }],
        ['PATCH', `/members/${developer.id}`, { role: 'owner' }],
        ['DELETE', `/members/${owner.id}`, undefined],
        ['POST', `/members/${owner.id}/reset`, undefined],
        ['POST', `/members/${owner.id}/invitation`, undefined],
      ] as const)
        expect(expectProblem(await call(method, path, body), 'forbidden')).toMatchObject({ permission: 'members:manage' });
    }
    expect(await owner.read(developer.id)).toMatchObject({ role: 'developer' });
  });

  test('end at the own account: members of others are not found', async () => {
    const [mine, theirs] = [await ownerOf(await newAccount()), await ownerOf(await newAccount())];

    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { role: 'viewer' }],
      ['DELETE', '', undefined],
      ['POST', '/reset', undefined],
      ['POST', '/invitation', undefined],
    ] as const)
      expectProblem(await mine.call(method, `/members/${theirs.id}${path}`, body), 'not_found');
    const cursor =
      JSON.parse((await theirs.call('POST', '/members', { email: newEmail(), role: 'viewer' })).text) &&
      JSON.parse((await theirs.call('GET', '/members?limit=1')).text).next_cursor;
    expectProblem(await mine.call('GET', `/members?limit=1&cursor=${cursor}`), 'invalid_cursor');
    expect((await theirs.read(theirs.id)).status).toBe('active');
  });
});

test('the audit log has actor, action and target of every change, without secrets', async () => {
  const accountId = await newAccount();
  const { id: owner, call } = await ownerOf(accountId);
  const member = await memberOf(gateway, accountId, { role: 'viewer' });
  await call('PATCH', `/members/${member.id}`, { role: 'developer' });
  const { one_time_token: token } = JSON.parse((await call('POST', `/members/${member.id}/reset`)).text);
  await call('DELETE', `/members/${member.id}`);
  const answer = await call('GET', `/audit-log?environment=production&target_id=${member.id}`);

  expect(log.parse(JSON.parse(answer.text)).data.map(({ action, actor, details }) => [action, actor, details])).toEqual([
    ['member.removed', owner, { email: member.email }],
    ['member.reset_issued', owner, {}],
    ['member.role_changed', owner, { from: 'viewer', to: 'developer' }],
    ['member.joined', member.id, { by: 'invitation' }],
    ['member.invited', 'operator', { email: member.email, role: 'viewer' }],
  ]);
  expect(answer.text).not.toContain(token.token);
});

describe('actors', () => {
  test('are named to every role: keys by their names, members by addresses or, without members:read, the part before the @', async () => {
    const accountId = await newAccount();
    const owner = await memberOf(gateway, accountId);
    const made = await owner.call('POST', '/keys?environment=sandbox', { name: 'Till', role: 'scanner' });
    const key = z.object({ id: z.string() }).parse(JSON.parse(made.text));
    await owner.call('POST', `/keys/${key.id}/revoke?environment=sandbox`);
    const foreign = await memberOf(gateway, await newAccount());
    const query = [key.id, owner.id, foreign.id].map((id) => `id=${id}`).join('&');

    for (const role of MEMBER_ROLES) {
      const member = await memberOf(gateway, accountId, { role });
      const { status, text } = await member.call('GET', `/actors?environment=sandbox&${query}`);
      const address = ['owner', 'developer', 'viewer'].includes(role) ? owner.email : owner.email.split('@')[0];
      expect([role, status]).toEqual([role, 200]);
      expect(actors.parse(JSON.parse(text)).data).toEqual([
        { id: key.id, type: 'key', name: 'Till' },
        { id: owner.id, type: 'member', name: address },
      ]);
    }
  });

  test('of another environment, or of none, are not named, and what is no id of one is refused', async () => {
    const { call } = await ownerOf(await newAccount());
    const made = await call('POST', '/keys?environment=sandbox', { name: 'Till', role: 'scanner' });
    const { id } = z.object({ id: z.string() }).parse(JSON.parse(made.text));
    const named = async (query: string) => actors.parse(JSON.parse((await call('GET', `/actors?${query}`)).text)).data;

    expect(await named('environment=sandbox')).toEqual([]);
    expect(await named(`environment=production&id=${id}`)).toEqual([]);
    expectProblem(await call('GET', '/actors?environment=sandbox&id=operator'), 'invalid_parameter');
  });
});
