import { signedIn } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleBrowser, startConsoleBrowser } from './console/console-browser.ts';
import { PASSWORD } from './system/member.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';

let system: TestSystem;
let browser: ConsoleBrowser;
let accountId: string;

beforeAll(async () => {
  system = await sharedTestSystem();
  browser = await startConsoleBrowser(system);
  ({ id: accountId } = await system.operator.account('A shop that signs in to the console'));
});

afterAll(() => browser?.stop());

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
  expect(await page.getByLabel('Present password').count()).toBe(0);
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('New password again').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByText('Your password is set.').waitFor();
  await page.getByLabel('Present password').waitFor();

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
