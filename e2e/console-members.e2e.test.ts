import { readFile } from 'node:fs/promises';
import { issuedKey, signedIn, webhookWithSecret } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type ConsoleBrowser, startConsoleBrowser } from './console/console-browser.ts';
import { pressRowAction } from './console/record-actions.ts';
import { openForEachTry } from './system/each-try.ts';
import { joinAccount, PASSWORD } from './system/member.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';

let system: TestSystem;
let browser: ConsoleBrowser;
let accountId: string;

openForEachTry(
  async () => {
    system = await sharedTestSystem();
    browser = await startConsoleBrowser(system);
    ({ id: accountId } = await system.operator.account('A shop that signs in to the console'));
  },
  () => browser?.stop(),
);

/** Makes the sign-in of a window an hour old, and waits until the gateway knows that it is. */
async function ageSignIn(page: Page): Promise<void> {
  const ask = `fetch('/account/v1/session').then((answer) => answer.json())`;
  const { session } = signedIn.parse(await page.evaluate(ask));
  await system.ageAuthentication(session.id);
  const isOld = async () => Date.parse(signedIn.parse(await page.evaluate(ask)).session.recent_until) < Date.now();
  await eventually(async () => expect(await isOld()).toBe(true));
  const refused = `fetch('/account/v1/keys?environment=production', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }).then((answer) => answer.status)`;
  // The gateway knows a session for half a second.
  await eventually(async () => expect(await page.evaluate(refused)).toBe(403));
}

test('a member who came by a link confirms by a new one, sets a password without another, and confirms with that', async () => {
  const { id } = await system.operator.invite({ accountId, email: 'came.by.a.link@example.com', role: 'owner' });
  const linkPath = async () => new URL((await system.operator.signInLink(id)).url).href.replace(/^.*?\/console/, '');
  const { page, open, complaints, close } = await browser.window();
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const createKey = async (name: string): Promise<void> => {
    await open('/production/developers/api-keys');
    await page.getByRole('button', { name: 'Create key' }).first().click();
    await dialog('Create an API key').getByLabel('Name').fill(name);
    await dialog('Create an API key').getByRole('button', { name: 'Create key' }).click();
  };
  await open(await linkPath());
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  await ageSignIn(page);

  await createKey('By a link');
  const confirm = dialog('Confirm it is you');
  await confirm.getByText(`npm run -s admin -- member sign-in-link ${id}`).waitFor();
  expect(await confirm.getByLabel('Password').count()).toBe(0);
  await confirm.getByRole('button', { name: 'Go on' }).click();
  await confirm.getByText('No new link has signed in here within the last 10 minutes.').waitFor();
  const tab = await page.context().newPage();
  await tab.goto(`${system.baseUrl}/console${await linkPath()}`);
  await tab.getByRole('button', { name: 'Sign out' }).waitFor();
  await confirm.getByRole('button', { name: 'Go on' }).click();
  await dialog('Key “By a link”').waitFor();

  await open('/sandbox/settings/sign-in');
  await page.getByText('You signed in by a link, and have no password yet.').waitFor();
  expect(await page.getByLabel('Current password').count()).toBe(0);
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('New password again').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByText('Your password is set.').waitFor();
  await page.getByLabel('Current password').waitFor();

  await ageSignIn(page);
  await createKey('By a password');
  await confirm.getByLabel('Password').fill(PASSWORD);
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  await dialog('Key “By a password”').waitFor();
  expect(complaints()).toEqual([]);
  await close();
});

test('a link that no browser can decode is told to be no good, in place of a page that fails', async () => {
  const { page, open, complaints, close } = await browser.window();
  for (const path of ['/sign-in#%', '/invitation#%', '/reset#%']) {
    await open('/sign-in');
    await open(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByText('This page cannot be shown').count()).toBe(0);
  }
  await page.getByRole('button', { name: 'Set password' }).waitFor();
  expect(complaints()).toEqual([]);
  await close();
});

test('the audit log has changes of the account and of its webhooks in one order, each by its name', async () => {
  const developer = await joinAccount(system, { accountId, role: 'developer' });
  const { headers } = developer;
  const make = { body: { url: 'http://127.0.0.1:65000/hook' }, headers };
  const { id } = (await system.callAccount('POST', '/webhooks?environment=sandbox', make)).as(201, webhookWithSecret);
  const key = { body: { name: 'Between', role: 'viewer' }, headers };
  const { id: keyId } = (await system.callAccount('POST', '/keys?environment=sandbox', key)).as(201, issuedKey);
  await system.callAccount('POST', `/webhooks/${id}/pause?environment=sandbox`, { headers });
  const { page, open, complaints, close } = await browser.window({
    member: await joinAccount(system, { accountId, role: 'viewer' }),
  });
  await open('/sandbox/settings/audit-log');
  const table = page.getByRole('table', { name: 'Audit log' });
  await table.getByText('Endpoint paused').waitFor();
  const actions = (await table.locator('[data-column="action"] span').allInnerTexts()).filter((action) =>
    /^(Endpoint|Key) /.test(action),
  );
  expect(actions.slice(0, 3)).toEqual(['Endpoint paused', 'Key created', 'Endpoint added']);
  await table
    .getByRole('row', { name: /Endpoint paused/ })
    .getByText(developer.email)
    .waitFor();

  const filter = page.getByLabel('Id of the record');
  await filter.fill(id);
  await table.getByText('Key created').waitFor({ state: 'detached' });
  await table.getByText('Endpoint paused').waitFor();
  await filter.fill(keyId);
  await table.getByText('Endpoint paused').waitFor({ state: 'detached' });
  await table.getByText('Key created').waitFor();

  await filter.fill('');
  await page.getByLabel('By', { exact: true }).selectOption({ label: developer.email });
  await table.getByText('Account created').waitFor({ state: 'detached' });
  await table.getByText('Endpoint paused').waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const [head, ...rows] = (await readFile(await (await saved).path(), 'utf8')).trimEnd().split('\r\n');
  expect(head).toBe('created_at,environment,action,target_type,target_id,actor,address,request_id,details');
  const expected = ['webhook.paused', 'key.created', 'webhook.created'];
  expect(rows.map((row) => row.split(',')[2]).filter((action) => expected.includes(action ?? ''))).toEqual(expected);
  expect(rows.filter((row) => !row.includes(developer.id))).toEqual([]);

  await page.getByLabel('From day').fill('2999-01-01');
  await table.getByText('Endpoint paused').waitFor({ state: 'detached' });
  await page.getByLabel('From day').fill('');
  await page.getByLabel('To day').fill('2020-01-01');
  await page.getByText('No change matches.').waitFor();
  await page.getByLabel('To day').fill('2999-01-01');
  await table.getByText('Endpoint paused').waitFor();
  expect(complaints()).toEqual([]);
  await close();
});

test('a key and a member lead to what the audit log has of them', async () => {
  const developer = await joinAccount(system, { accountId, role: 'developer' });
  const { headers } = developer;
  await system.callAccount('POST', '/keys?environment=sandbox', { body: { name: 'Traced', role: 'viewer' }, headers });
  const { page, open, complaints, close } = await browser.window({
    member: await joinAccount(system, { accountId, role: 'owner' }),
  });
  const rows = page.getByRole('table', { name: 'Audit log' }).locator('tbody tr');
  await open('/sandbox/developers/api-keys');
  await pressRowAction(page, 'Traced', 'History: Traced');
  await rows.getByText('Key created').waitFor();
  expect(await rows.count()).toBe(1);
  await open('/sandbox/settings/members');
  await pressRowAction(page, developer.email, `History: ${developer.email}`);
  await rows.first().waitFor();
  const targets = await rows.locator('[data-column="target"]').allInnerTexts();
  expect(targets.filter((target) => !target.includes(developer.id))).toEqual([]);
  expect(complaints()).toEqual([]);
  await close();
});

test('a closed dialog gives the focus back to its button, and asks before typed text is lost', async () => {
  const owner = await joinAccount(system, { accountId, role: 'owner' });
  const { page, open, close } = await browser.window({ member: owner });
  await open('/sandbox/settings/members');
  const invite = page.getByRole('button', { name: 'Invite', exact: true }).first();
  const dialog = page.getByRole('dialog', { name: 'Invite a member' });
  const hasFocus = () => invite.evaluate((button) => button === button.ownerDocument.activeElement);
  const closings = [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
  ];
  for (const leave of closings) {
    await invite.click();
    await dialog.waitFor();
    await leave();
    await dialog.waitFor({ state: 'detached' });
    expect(await hasFocus()).toBe(true);
  }

  await invite.click();
  await dialog.getByLabel('E-mail address').fill('half.typed@');
  await page.keyboard.press('Escape');
  await dialog.getByText('What you typed would be lost.').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  expect(await dialog.getByLabel('E-mail address').inputValue()).toBe('half.typed@');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Close anyway' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await hasFocus()).toBe(true);
  await close();
});

test('a sign-out that did not reach the server says so, and the member can sign out still', async () => {
  const owner = await joinAccount(system, { accountId, role: 'owner' });
  const { page, open, close } = await browser.window({ member: owner });
  await open('/sandbox/settings/members');
  await page.route('**/account/v1/session', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 503, body: 'a proxy' }) : route.continue(),
  );
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You are still signed in').waitFor();
  expect(new URL(page.url()).pathname).toBe('/console/sandbox/settings/members');
  await page.unroute('**/account/v1/session');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  await close();
});
