import { deliveryRecord, webhookWithSecret } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { violationsOn } from '@fulfilment/testing/accessibility';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type ConsoleBrowser, startConsoleBrowser } from './console/console-browser.ts';
import { tabTo } from './console/keyboard.ts';
import { pressAction } from './console/record-actions.ts';
import { startTestHook, type TestHook } from './console/test-hook.ts';
import { openForEachTry } from './system/each-try.ts';
import { joinAccount, type SignedInMember } from './system/member.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';

let browser: ConsoleBrowser;
let owner: SignedInMember;
let hook: TestHook;
let system: TestSystem;

openForEachTry(
  async () => {
    system = await sharedTestSystem();
    browser = await startConsoleBrowser(system);
    const { id: accountId } = await system.operator.account('Mugs & Webhooks');
    owner = await joinAccount(system, { accountId, role: 'owner' });
    hook = await startTestHook();
  },
  async () => {
    await browser?.stop();
    await hook?.stop();
  },
);

/** Holds the page as it is against the rules of accessibility, in both appearances and on a phone. */
async function judge(page: Page): Promise<void> {
  for (const look of [
    { width: 1440, colorScheme: 'light' },
    { width: 360, colorScheme: 'dark' },
  ] as const) {
    await page.setViewportSize({ width: look.width, height: 900 });
    await page.emulateMedia({ colorScheme: look.colorScheme });
    const found = await violationsOn(page);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    expect({ ...look, found, overflow }).toEqual({ ...look, found: [], overflow: 0 });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('a member adds an endpoint, sees a test event arrive, and manages the endpoint and its deliveries', async () => {
  const { page, open, complaints, close } = await browser.window({ member: owner });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const pressKey = async (name: string): Promise<void> => {
    await tabTo(page, name);
    await page.keyboard.press('Enter');
  };
  const dialog = page.getByRole('dialog');

  await open('/sandbox/developers/webhooks');
  await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor();
  await page.getByRole('link', { name: 'Add endpoint' }).first().click();

  // What the API refuses appears at the field.
  await page.getByLabel('URL').fill('http://10.1.2.3/hook');
  await press('Add endpoint');
  await page
    .locator('.field', { has: page.getByLabel('URL') })
    .locator('.error')
    .waitFor();

  await page.getByLabel('URL').fill(hook.url);
  await page.getByLabel('Description').fill('Shop floor');
  await page.getByLabel('Selected types').check();
  const scans = page.getByRole('group', { name: 'Scans' });
  expect(await page.getByRole('checkbox', { name: /^scan\.completed/ }).count()).toBe(0);
  await scans.getByRole('checkbox', { name: 'All of Scans' }).check();
  await scans.getByRole('button', { name: /^Scans (\d+) of \1$/ }).click();
  for (const box of await scans.getByRole('checkbox', { name: /^scan\.(?!completed)/ }).all()) await box.uncheck();
  expect(await scans.locator('.event-group-head input:indeterminate').count()).toBe(1);
  await page.getByLabel('Find types of events').fill('shipped');
  await scans.waitFor({ state: 'detached' });
  await page.getByRole('checkbox', { name: /^order\.shipped/ }).waitFor();
  await page.getByLabel('Find types of events').fill('no such type');
  await page.getByText('No type matches.').waitFor();
  await page.getByLabel('Find types of events').fill('');
  await scans.getByRole('button', { name: /^Scans 1 of/ }).waitFor();
  await press('Add condition');
  await page.getByLabel('Field of the event').fill('data.location');
  await page.getByLabel('Comparison').selectOption('begins with');
  await page.getByLabel('Value', { exact: true }).fill('A3/');
  await press('Try on stored events');
  await page.getByText('would be sent').waitFor();
  await press('Add endpoint');
  await page.getByRole('heading', { name: 'Endpoint added' }).waitFor();
  await page.getByText(/^whsec_/).waitFor();
  await page.getByRole('link', { name: 'Go to the endpoint' }).click();
  await page.getByRole('heading', { name: 'Shop floor', level: 1 }).waitFor();
  await page.getByRole('heading', { name: 'No deliveries yet' }).waitFor();

  await pressKey('Send test event');
  await dialog.waitFor();
  await pressKey('Send test event');
  await dialog.getByText('Answered 200').waitFor();
  expect(hook.bodies[0]).toContain('"test":true');
  await pressKey('Cancel');
  const row = page.getByRole('row', { name: /webhook\.test/ });
  await row.getByText('Delivered').waitFor();

  // Filters are in the address.
  await page.getByLabel('Status', { exact: true }).selectOption('Failed');
  await page.getByRole('heading', { name: 'No such deliveries' }).waitFor();
  expect(new URL(page.url()).searchParams.get('status')).toBe('failed');
  await page.getByLabel('Status', { exact: true }).selectOption('Any status');

  await row.getByRole('link').click();
  await page.getByText('answered 200', { exact: true }).waitFor();
  for (const folded of ['Signed text', 'Send it with curl']) await page.getByText(folded, { exact: true }).click();
  await page
    .getByRole('region', { name: 'Signed text' })
    .getByText(/^\d+\.\{"id":"evt_/)
    .waitFor();
  const command = await page.getByRole('region', { name: 'Send it with curl' }).innerText();
  expect(command).toContain(`curl -i '${hook.url}'`);
  expect(command).toContain(hook.bodies[0]);
  expect(command).not.toMatch(/whsec_[\w+/=]{20,}/);
  await pressKey('Resend');
  await page.getByRole('heading', { name: '2 attempts' }).waitFor();
  expect(hook.bodies).toHaveLength(2);
  const attempts = page.locator('details.attempt');
  await attempts.first().getByText('resent by you').waitFor();
  expect(await attempts.last().getByText('resent by').count()).toBe(0);
  await page.getByRole('link', { name: 'Deliveries of the endpoint' }).click();
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem');
  await history.filter({ hasText: 'Delivery resent' }).getByRole('link').waitFor();
  await history
    .filter({ hasText: 'Added' })
    .getByText(/· you$/)
    .waitFor();

  // From the log too, which is searched by events and days.
  await row.getByRole('button', { name: /^Resend webhook\.test evt_/ }).click();
  await eventually(() => expect(hook.bodies).toHaveLength(3));
  const [, sent = ''] = /"id":"(evt_\w+)"/.exec(hook.bodies[0] ?? '') ?? [];
  const byEvent = page.getByRole('searchbox', { name: 'Event', exact: true });
  await byEvent.fill(sent.slice(0, 10));
  await page.getByText('An event is found by its whole id').waitFor();
  await byEvent.fill(`${sent.slice(0, -1)}${sent.endsWith('0') ? '1' : '0'}`);
  await page.getByRole('heading', { name: 'No such deliveries' }).waitFor();
  await byEvent.fill(sent);
  await row.getByText('Delivered').waitFor();
  await page.getByLabel('From day').fill('2099-01-01');
  await page.getByRole('heading', { name: 'No such deliveries' }).waitFor();
  expect(new URL(page.url()).searchParams.get('event')).toBe(sent);
  await page.getByLabel('From day').fill('');
  await page.getByLabel('To day').fill('2020-01-01');
  await page.getByRole('heading', { name: 'No such deliveries' }).waitFor();
  await page.getByLabel('To day').fill('');
  await byEvent.fill('');
  await row.getByText('Delivered').waitFor();

  await press('Reveal');
  await page.getByText(/^whsec_[\w+/=]{20,}$/).waitFor();
  await press('Rotate secret');
  await dialog.getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByText('· ends').waitFor();

  await press('Replay events');
  await dialog.getByLabel('All events').check();
  await dialog.getByRole('button', { name: 'Start replay' }).click();
  await page.getByText(/resent of/).waitFor();

  await pressKey('Pause');
  await page.locator('.badge').getByText('Paused', { exact: true }).waitFor();
  await press('Resume');
  await dialog.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('Enabled', { exact: true }).waitFor();

  expect(complaints()).toEqual([]);
  await close();
});

test('the delivery log follows the stream: over a lost connection and a hidden window, and without moving what is read', async () => {
  const { id } = (
    await system.callAccount('POST', '/webhooks?environment=sandbox', { body: { url: hook.url }, headers: owner.headers })
  ).as(201, webhookWithSecret);
  const sendTest = async (type: string) =>
    (await system.callAccount('POST', `/webhooks/${id}/test?environment=sandbox`, { body: { type }, headers: owner.headers })).as(
      202,
      deliveryRecord,
    );
  for (let sent = 0; sent < 40; sent += 1) await sendTest('scan.completed');
  const { page, open, complaints, close } = await browser.window({ member: owner });
  const streams: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/deliveries/stream')) streams.push(request.headers()['last-event-id']);
  });
  const rowOf = (type: string) => page.getByRole('row', { name: new RegExp(type.replace('.', '\\.')) });

  await open(`/sandbox/developers/webhooks/${id}`);
  await page.getByText('Live', { exact: true }).waitFor();
  await sendTest('order.created');
  await rowOf('order.created').getByText('Delivered').waitFor();
  expect(streams).toEqual([undefined]);

  // Reading: nothing moves until the reader asks for it.
  await page.evaluate(`document.querySelector('.virtual').scrollTo({ top: 600 })`);
  // Rows above are left out a frame later.
  await page.locator('.virtual tbody tr:first-child.gap').waitFor({ state: 'attached' });
  const top = `[document.querySelector('.virtual').scrollTop, document.querySelector('.virtual tr:nth-of-type(20) code.quiet').textContent]`;
  await eventually(async () => expect(await page.evaluate(top)).toEqual([600, expect.stringMatching(/^evt_/)]));
  const before = await page.evaluate(top);
  await sendTest('order.packed');
  await page.getByRole('button', { name: 'Show new deliveries' }).waitFor();
  expect(await page.evaluate(top)).toEqual(before);
  await page.getByRole('button', { name: 'Show new deliveries' }).click();
  await rowOf('order.packed').getByText('Delivered').waitFor();

  // A window that is not seen has no stream; seen again, it goes on where it was.
  await page.evaluate(windowIs('hidden'));
  await page.getByText('Paused while this page is hidden').waitFor();
  await sendTest('order.shipped');
  await page.evaluate(windowIs('visible'));
  await rowOf('order.shipped').getByText('Delivered').waitFor();
  await eventually(() => expect(streams).toEqual([undefined, expect.stringMatching(/^[0-9a-f]{24}\.\d+$/)]));

  // A connection that breaks is said, and mended.
  await page.context().setOffline(true);
  await page.getByText('Connection lost. Reconnecting…').waitFor();
  await sendTest('order.cancelled');
  await page.context().setOffline(false);
  await page.getByText('Live', { exact: true }).waitFor();
  await rowOf('order.cancelled').getByText('Delivered').waitFor();
  const order = await page.locator('tbody tr[aria-rowindex] th').allTextContents();
  expect(order.slice(0, 4)).toEqual(['order.cancelled', 'order.shipped', 'order.packed', 'order.created']);
  await judge(page);
  expect(complaints()).toEqual([]);
  await close();
});

/** Makes a page believe that its window is shown or hidden, as another tab in front of it would. */
const windowIs = (state: 'hidden' | 'visible'): string => `
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${state}' });
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${state === 'hidden'} });
  document.dispatchEvent(new Event('visibilitychange'));`;

test('an endpoint that fails says so and until when it rests, and is resumed at once', async () => {
  const receiver = await startTestHook();
  Object.assign(receiver, { status: 503, retryAfter: 3_600 });
  const make = { body: { url: receiver.url }, headers: owner.headers };
  const { id } = (await system.callAccount('POST', '/webhooks?environment=sandbox', make)).as(201, webhookWithSecret);
  const event = { body: { type: 'scan.completed' }, headers: owner.headers };
  (await system.callAccount('POST', `/webhooks/${id}/test?environment=sandbox`, event)).as(202, deliveryRecord);
  const { page, open, complaints, close } = await browser.window({ member: owner });
  await open('/sandbox/developers/webhooks');
  const row = page.getByRole('row', { name: new RegExp(receiver.url) });
  await row.getByText(/^Failing · Rests until /).waitFor();
  await open('/sandbox/overview');
  await page.getByRole('link', { name: '1 endpoint fails or was disabled' }).click();
  await row.getByRole('link').click();
  await page.getByText('Nothing is sent until then').waitFor();

  Object.assign(receiver, { status: 200, retryAfter: undefined });
  const sent = receiver.bodies.length;
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('Nothing is sent until then').waitFor({ state: 'detached' });
  await eventually(() => expect(receiver.bodies.length).toBeGreaterThan(sent));
  await page.getByText('Enabled', { exact: true }).waitFor();
  expect(complaints()).toEqual([]);
  await close();
  await receiver.stop();
});

test('a change of another member since a form was opened is not overwritten', async () => {
  const { page, open, close } = await browser.window({ member: owner });
  const other = await browser.window({ member: owner });
  await open('/sandbox/developers/webhooks/new');
  await page.getByLabel('URL').fill(`${hook.url}/second`);
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByRole('link', { name: 'Go to the endpoint' }).click();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Description').fill('Mine');

  await other.open(new URL(page.url()).pathname.slice('/console'.length));
  await other.page.getByLabel('Description').fill('Theirs');
  await other.page.getByRole('button', { name: 'Save changes' }).click();
  await other.page.getByRole('heading', { name: 'Theirs', level: 1 }).waitFor();

  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('alert').waitFor();
  expect(await page.getByLabel('Description').inputValue()).toBe('Mine');
  await page.getByRole('button', { name: 'Load the present version' }).click();
  await eventually(async () => expect(await page.getByLabel('Description').inputValue()).toBe('Theirs'));
  await page.getByLabel('Description').fill('Ours');
  await other.page.getByRole('link', { name: 'Edit' }).click();
  await other.page.getByLabel('Description').fill('Theirs again');
  await other.page.getByRole('button', { name: 'Save changes' }).click();
  await other.page.getByRole('heading', { name: 'Theirs again', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Changed by you at').waitFor();
  await page.getByRole('button', { name: 'Keep what I typed' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('heading', { name: 'Ours', level: 1 }).waitFor();

  await pressAction(page, 'Remove');
  const dialog = page.getByRole('dialog');
  const remove = dialog.getByRole('button', { name: 'Remove' });
  expect(await remove.isDisabled()).toBe(true);
  await dialog.getByLabel(/^Type /).fill(new URL(hook.url).host);
  await remove.click();
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
  expect(await page.getByText(`${hook.url}/second`).count()).toBe(0);
  await other.close();
  await close();
});
