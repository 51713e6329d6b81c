import { issuedKey, keyWithQuota, signedIn } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type ConsoleBrowser, type ConsoleWindow, startConsoleBrowser } from './console/console-browser.ts';
import { tabTo } from './console/keyboard.ts';
import { faultsOf, LOOKS, show } from './console/page-faults.ts';
import { pressRowAction } from './console/record-actions.ts';
import { focusFaults, openListed, PAGES, windowsOf } from './console/pages.ts';
import { startTestHook, type TestHook } from './console/test-hook.ts';
import { type PageRecords, fillDay } from './console/page-records.ts';
import { openForEachTry } from './system/each-try.ts';
import { joinAccount, PASSWORD, type SignedInMember } from './system/member.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';

let system: TestSystem;
let browser: ConsoleBrowser;
let accountId: string;
let owner: SignedInMember;
let newcomer: SignedInMember;
let hook: TestHook;
let days: Readonly<Record<'sandbox' | 'production', PageRecords>>;

openForEachTry(
  async () => {
    system = await sharedTestSystem();
    browser = await startConsoleBrowser(system);
    ({ id: accountId } = await system.operator.account('Mugs & Co'));
    owner = await joinAccount(system, { accountId, role: 'owner' });
    const { id: newAccount } = await system.operator.account('A shop that begins today');
    newcomer = await joinAccount(system, { accountId: newAccount, role: 'owner' });
    hook = await startTestHook();
    const day = (environment: 'sandbox' | 'production') => fillDay(system, { accountId, environment, receiverUrl: hook.url });
    days = { sandbox: await day('sandbox'), production: await day('production') };
  },
  async () => {
    await browser?.stop();
    await hook?.stop();
  },
);

const KEYS = '/sandbox/developers/api-keys';

/** Opens a page in a window of its own, and holds at the end that nothing broke its policy. */
async function inWindow(
  path: string,
  story: (window: ConsoleWindow) => Promise<void>,
  member: SignedInMember | undefined = owner,
) {
  const window = await browser.window(member === undefined ? {} : { member });
  try {
    await window.open(path);
    await story(window);
    expect(window.complaints()).toEqual([]);
  } finally {
    await window.close();
  }
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

async function stateOf(key: string): Promise<number> {
  return (await fetch(`${system.baseUrl}/v1/inventory`, { headers: { authorization: `Bearer ${key}` } })).status;
}

test('a member who opens a page signs in with the password and is on that page', async () => {
  await inWindow(
    '/sign-in?from=/production/developers/api-keys?status=all',
    async ({ page }) => {
      await page.getByLabel('E-mail address').fill(owner.email);
      await page.getByLabel('Password').fill('not the password of anyone');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').getByText('Invalid credentials').waitFor();

      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
      const { pathname, search } = new URL(page.url());
      expect(pathname + search).toBe('/console/production/developers/api-keys?status=all');

      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
      await page.goBack();
      await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
    },
    undefined,
  );
});

test('a one-time link signs in, once', async () => {
  const { url } = await system.operator.signInLink(owner.id);
  const { pathname, hash } = new URL(url);
  const path = pathname.slice('/console'.length) + hash;
  await inWindow(
    path,
    async ({ page }) => {
      await page.getByRole('button', { name: 'Sign out' }).waitFor();
      expect(new URL(page.url()).hash).toBe('');
    },
    undefined,
  );
  const again = await browser.window();
  await again.open(path);
  await again.page.getByRole('alert').getByText('invalid_token').waitFor();
  await again.close();
});

test('a page without a session leads to the sign-in; a link of another site is not followed after it', async () => {
  const window = await browser.window();
  await window.open(KEYS);
  await window.page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  expect(new URL(window.page.url()).searchParams.get('from')).toBe(KEYS);

  await window.open('/sign-in?from=//elsewhere.example');
  await window.page.getByLabel('E-mail address').fill(owner.email);
  await window.page.getByLabel('Password').fill(PASSWORD);
  await window.page.getByRole('button', { name: 'Sign in' }).click();
  await window.page.getByRole('navigation', { name: 'Main' }).waitFor();
  expect(new URL(window.page.url()).host).toBe(new URL(system.baseUrl).host);
  await window.close();
});

test('an invited person chooses a password and is in', async () => {
  const { one_time_token: token } = await system.operator.invite({ accountId, email: 'new.hand@example.com', role: 'viewer' });
  await inWindow(
    `/invitation#${token.token}`,
    async ({ page }) => {
      await page.getByLabel('New password', { exact: true }).fill('short');
      await page.getByLabel('New password again').fill('other');
      await page.getByRole('button', { name: 'Join' }).click();
      await page.getByText('The two passwords differ.').waitFor();

      await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
      await page.getByLabel('New password again').fill(PASSWORD);
      await page.getByRole('button', { name: 'Join' }).click();
      await page.getByRole('link', { name: 'API keys' }).click();
      await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
      await page.getByRole('table', { name: 'API keys' }).waitFor();
      expect(await page.getByRole('button', { name: 'Create key' }).count()).toBe(0);
    },
    undefined,
  );
});

test('a key is made with the keyboard alone, shown once, works, and is refused once it is revoked', async () => {
  await inWindow(KEYS, async ({ page }) => {
    await page.getByRole('row').nth(1).waitFor();
    await tabTo(page, 'Create key');
    await page.keyboard.press('Enter');
    await dialog(page, 'Create an API key').waitFor();
    await page.keyboard.type('Shop checkout');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    const issued = dialog(page, 'Key “Shop checkout”');
    await issued.waitFor();
    const key = (await issued.locator('.secret code').textContent()) ?? '';
    await tabTo(page, 'Copy');
    await page.keyboard.press('Enter');
    await eventually(async () => expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key));
    expect(await stateOf(key)).toBe(200);
    await tabTo(page, 'I have stored it');
    await page.keyboard.press('Enter');
    await issued.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(key);

    await tabTo(page, 'More: Shop checkout');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Revoke “Shop checkout”' }).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Shop checkou');
    expect(await page.getByRole('button', { name: 'Revoke', exact: true }).isDisabled()).toBe(true);
    await page.keyboard.type('t');
    await page.keyboard.press('Enter');
    await page.getByText('“Shop checkout” is revoked.').waitFor();
    await eventually(async () => expect(await stateOf(key)).toBe(401));
  });
});

test('a key is edited, and shows what is left of its limit and from where it was used last', async () => {
  const body = { name: 'Dock', role: 'viewer', burst: 60, rate: 1 };
  const made = await system.callAccount('POST', '/keys?environment=sandbox', { body, headers: owner.headers });
  const { key, id } = made.as(201, issuedKey);
  await inWindow(KEYS, async ({ page }) => {
    const row = page.getByRole('row', { name: /Dock/ });
    await row.getByText('60 of 60 left').waitFor();
    for (let sent = 0; sent < 30; sent += 1)
      await fetch(`${system.baseUrl}/v1/inventory`, {
        headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': '198.19.3.4' },
      });
    await row.getByText(/^[3-5]\d of 60 left$/).waitFor();
    await row.getByText('from 198.19.3.4').waitFor();

    await pressRowAction(page, 'Dock', 'Edit “Dock”');
    const form = dialog(page, 'Edit “Dock”');
    await form.getByLabel('Addresses').fill('not an address');
    await form.getByRole('button', { name: 'Save changes' }).click();
    await form.locator('.error').first().waitFor();
    await form.getByLabel('Addresses').fill('192.0.2.0/24');
    await form.getByLabel('Name').fill('Dock 2');
    // Without the fault the key would be saved without an end.
    await form.getByLabel('Expires').focus();
    await page.keyboard.type('31');
    await form.getByRole('button', { name: 'Save changes' }).click();
    await form.getByText('The date and time is incomplete: complete it or clear it.').waitFor();
    await form.getByLabel('Expires').fill('2099-12-31T23:30');
    await form.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('“Dock 2” was changed.').waitFor();
    await eventually(async () => expect(await stateOf(key)).toBe(401));
    const read = await system.callAccount('GET', `/keys/${id}?environment=sandbox`, { headers: owner.headers });
    expect(read.as(200, keyWithQuota)).toMatchObject({
      name: 'Dock 2',
      ip_allowlist: ['192.0.2.0/24'],
      // The window is in Berlin.
      expires_at: '2099-12-31T22:30:00.000Z',
    });
  });
});

test('a rotated key works beside its former secret until that ends', async () => {
  const body = { name: 'Till', role: 'admin' };
  const made = await system.callAccount('POST', '/keys?environment=sandbox', { body, headers: owner.headers });
  const { key } = made.as(201, issuedKey);
  await inWindow(KEYS, async ({ page }) => {
    await pressRowAction(page, 'Till', 'Rotate “Till”');
    await dialog(page, 'Rotate “Till”').getByLabel('The present secret stays valid for').selectOption('1 hour');
    await dialog(page, 'Rotate “Till”').getByRole('button', { name: 'Rotate' }).click();
    const renewed = (await dialog(page, 'Key “Till”').locator('.secret code').textContent()) ?? '';
    expect([await stateOf(key), await stateOf(renewed), renewed === key]).toEqual([200, 200, false]);
    // A secret that is shown once is not lost to a key; the question is taken back by the same.
    await page.keyboard.press('Escape');
    await dialog(page, 'Key “Till”').getByText('Close without having stored it?').waitFor();
    await page.keyboard.press('Escape');
    expect(await dialog(page, 'Key “Till”').locator('.secret code').textContent()).toBe(renewed);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Close anyway' }).click();
    await dialog(page, 'Key “Till”').waitFor({ state: 'detached' });
    await page.getByText(/^…\w{4} ends/).waitFor();
  });
});

test('a session that ends during a form: the member signs in above it, and the form is sent as it was', async () => {
  const member = await joinAccount(system, { accountId, role: 'developer' });
  await inWindow(
    KEYS,
    async ({ page }) => {
      await page.getByRole('button', { name: 'Create key' }).first().click();
      await page.getByLabel('Name').fill('Kept through it all');
      await endSessions(member);
      await dialog(page, 'Create an API key').getByRole('button', { name: 'Create key' }).click();
      await dialog(page, 'Sign in again').getByLabel('Password').fill(PASSWORD);
      await dialog(page, 'Sign in again').getByRole('button', { name: 'Sign in' }).click();
      await dialog(page, 'Key “Kept through it all”').waitFor();
      expect(new URL(page.url()).pathname).toBe(`/console${KEYS}`);
    },
    member,
  );
});

async function endSessions({ headers }: SignedInMember): Promise<void> {
  await system.callAccount('DELETE', '/session', { headers });
  const isRefused = async () =>
    expect((await system.callAccount('GET', '/keys?environment=sandbox', { headers })).status).toBe(401);
  // The gateway knows a session for half a second.
  await eventually(isRefused);
}

test('what hurts in production asks for the password where the sign-in is not recent, and goes on with what was typed', async () => {
  const member = await joinAccount(system, { accountId, role: 'owner' });
  await system.ageAuthentication(member.sessionId);
  const attempt = () => system.callAccount('POST', `/keys?environment=production`, { headers: member.headers, body: {} });
  // The gateway knows a session for half a second.
  await eventually(async () => expect((await attempt()).problem().code).toBe('recent_authentication_required'));
  await inWindow(
    '/production/developers/api-keys',
    async ({ page }) => {
      const create = dialog(page, 'Create an API key');
      const confirm = dialog(page, 'Confirm it is you');
      await page.getByRole('button', { name: 'Create key' }).first().click();
      await create.getByLabel('Name').fill('Confirmed checkout');
      await create.getByRole('button', { name: 'Create key' }).click();
      await confirm.getByRole('button', { name: 'Cancel' }).click();
      await confirm.waitFor({ state: 'detached' });
      expect(await create.getByLabel('Name').inputValue()).toBe('Confirmed checkout');

      await create.getByRole('button', { name: 'Create key' }).click();
      await confirm.getByLabel('Password').fill('not the password of anyone');
      await confirm.getByRole('button', { name: 'Confirm' }).click();
      await confirm.getByRole('alert').waitFor();
      await confirm.getByLabel('Password').fill(PASSWORD);
      await confirm.getByRole('button', { name: 'Confirm' }).click();
      await dialog(page, 'Key “Confirmed checkout”').waitFor();
    },
    member,
  );
});

test('of two changes of one record the later one is told who made the first', async () => {
  const member = await joinAccount(system, { accountId, role: 'viewer' });
  const other = await joinAccount(system, { accountId, role: 'owner' });
  await inWindow('/sandbox/settings/members', async ({ page }) => {
    await pressRowAction(page, member.email, `Change role: ${member.email}`);
    await page.getByLabel('Developer').check();
    await system.callAccount('PATCH', `/members/${member.id}`, { body: { role: 'manager' }, headers: other.headers });
    await dialog(page, `Role of ${member.email}`).getByRole('button', { name: 'Change role' }).click();
    await page.getByRole('alert').getByText(`Changed by ${other.email} at`).waitFor();
    expect(await page.getByLabel('Developer').isChecked()).toBe(true);
  });
});

test('a page of another site changes nothing with the session of a visitor', async () => {
  const member = await joinAccount(system, { accountId, role: 'viewer' });
  const { page, close } = await browser.window({ member });
  await page.goto('about:blank');
  const { pathname } = new URL(`${system.baseUrl}/account/v1/session`);
  await page.evaluate(
    `fetch('${system.baseUrl}${pathname}', { method: 'POST', mode: 'no-cors', credentials: 'include' }).catch(() => undefined)`,
  );
  const refused = await system.callAccount('DELETE', '/session', {
    headers: { ...member.headers, 'sec-fetch-site': 'cross-site' },
  });
  expect(refused.status).toBe(403);
  (await system.callAccount('GET', '/session', { headers: member.headers })).as(200, signedIn);
  await close();
});

test('a lost connection is told, and the page goes on by itself', async () => {
  await inWindow(KEYS, async ({ page }) => {
    await page.getByRole('row').nth(1).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByText('No connection to the server.').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('table', { name: 'Members' }).waitFor();
    await page.getByText('No connection to the server.').waitFor({ state: 'detached' });
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});

/** Environments take turns in the list: they differ in what the frame around each page shows. */
const ENVIRONMENTS = ['sandbox', 'production'] as const;

/** Some twenty pages in four looks, beside whatever else runs. */
const EVERY_PAGE_MS = 600_000;

test.each(ENVIRONMENTS)(
  'every page is accessible, fits and obeys its policy, light and dark, at 360 and 1440 px: %s',
  async (environment) => {
    const windows = await windowsOf(browser, LOOKS[0], { owner, newcomer });
    const found: unknown[] = [];
    const pages = PAGES.filter((_, place) => ENVIRONMENTS[place % ENVIRONMENTS.length] === environment);
    for (const listed of pages) {
      const { page } = windows.of(listed);
      await openListed(page, listed, { baseUrl: system.baseUrl, environment, records: days[environment] });
      for (const look of LOOKS)
        found.push(...(await faultsOf(page, look)).map((fault) => [listed.path, ...Object.values(look), ...fault]));
      await show(page, LOOKS[0]);
      found.push(...(await focusFaults(page)).map((fault) => [listed.path, fault]));
    }
    expect(found).toEqual([]);
    expect(windows.complaints()).toEqual([]);
    await windows.close();
  },
  EVERY_PAGE_MS,
);
