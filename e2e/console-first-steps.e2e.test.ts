import { orderPage, skuRecord } from '@fulfilment/contracts';
import { describe, expect, test } from 'vitest';
import { type ConsoleShop, openConsoleShop } from './console/console-shop.ts';
import { openForEachTry } from './system/each-try.ts';
import { joinAccount } from './system/member.ts';

let console: ConsoleShop;

openForEachTry(
  async () => {
    console = await openConsoleShop('A shop on its first day', 'owner');
  },
  () => console?.browser.stop(),
);

const read = (path: string) => console.system.call('GET', path, { key: console.shop.key });

/** The first steps that a member of the role is shown, in production. */
async function stepsOf(role: 'manager' | 'viewer'): Promise<readonly string[]> {
  const member = await joinAccount(console.system, { accountId: console.accountId, role });
  const { page, open, close } = await console.browser.window({ member });
  await open('/production/overview');
  await page.getByText('There are no SKUs yet.').waitFor();
  const steps = page.getByRole('region', { name: 'First steps' });
  if (role === 'manager') await steps.getByText('0 of 2 done').waitFor();
  const shown = await steps.getByRole('link').allInnerTexts();
  await close();
  return shown.filter((text) => text !== 'Guide');
}

describe('the overview of a new environment', () => {
  test('leads an owner through the first steps, says what there is none of, and shows no zeros', async () => {
    const { page, open, complaints, close } = await console.browser.window({ member: console.member });
    await open('/production/overview');
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByText('0 of 5 done').waitFor();
    for (const text of [
      'No orders are open.',
      'There are no SKUs yet.',
      'There are no endpoints yet.',
      'No code was scanned in the last 24 hours.',
    ])
      await page.getByText(text).waitFor();
    expect(await page.locator('.tiles').count()).toBe(0);
    expect(await steps.getByRole('button', { name: 'Add sample data' }).count()).toBe(0);

    await steps.getByRole('link', { name: 'Create an API key' }).click();
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
    await page.goBack();
    await steps.getByRole('button', { name: 'Hide first steps' }).click();
    await steps.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Sandbox', exact: true }).click();
    await steps.waitFor();
    await page.getByRole('link', { name: 'Production', exact: true }).click();
    await steps.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('There are no SKUs yet.').waitFor();
    expect(await steps.count()).toBe(0);

    expect(complaints()).toEqual([]);
    await close();
  });

  test('adds sample data to a sandbox that alerts tell of, and removes it, twice', async () => {
    const { page, open, complaints, close } = await console.browser.window({ member: console.member });
    await open('/sandbox/overview');
    const steps = page.getByRole('region', { name: 'First steps' });
    // The key of the shop is there.
    await steps.getByText('1 of 5 done').waitFor();

    for (const round of [1, 2]) {
      await page.getByRole('button', { name: 'Add sample data' }).click();
      await page.getByRole('status').getByText('Sample data was added').waitFor();
      const alerts = page.getByRole('list', { name: 'Needs attention' });
      await alerts
        .getByRole('listitem')
        .filter({ hasText: 'Sold out' })
        .getByRole('link', { name: '1 SKU', exact: true })
        .waitFor();
      await alerts.getByRole('link', { name: '1 order', exact: true }).waitFor();
      await steps.getByText('3 of 5 done').waitFor();
      const { data } = (await read('/orders?sku=SAMPLE-MUG&status=created,packed,shipped')).as(200, orderPage);
      expect(data.map(({ status }) => status).toSorted()).toEqual([
        ...Array.from({ length: 2 }, () => 'created'),
        ...Array.from({ length: round }, () => 'shipped'),
      ]);
      const unshipped = (await read('/orders?status=created,packed')).as(200, orderPage).data;
      const ages = page.getByRole('region', { name: 'Open orders by age' });
      await ages.locator('div', { hasText: 'Under 1 day' }).getByText(String(unshipped.length), { exact: true }).waitFor();
      const shipped = page.getByRole('region', { name: 'Shipped', exact: true });
      if (round === 1) await shipped.getByText('Show the numbers').click();
      await shipped.getByRole('row').last().getByRole('cell').last().getByText(String(round), { exact: true }).waitFor();
      expect(await shipped.getByRole('row').count()).toBe(15);

      await page.getByRole('button', { name: 'Remove sample data' }).click();
      const dialog = page.getByRole('dialog', { name: 'Remove sample data' });
      await dialog.getByRole('button', { name: 'Remove sample data' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Add sample data' }).waitFor();
      expect((await read('/inventory/SAMPLE-MUG')).as(200, skuRecord)).toMatchObject({ status: 'archived', on_hand: 0 });
      expect((await read('/orders?status=created,packed')).as(200, orderPage).data).toEqual([]);
    }
    expect((await read('/integrity')).status).toBe(200);
    expect(complaints()).toEqual([]);
    await close();
  });

  test('shows a manager the steps of stock and orders alone, and a viewer none', async () => {
    expect(await stepsOf('manager')).toEqual(['Add a SKU', 'Take an order']);
    expect(await stepsOf('viewer')).toEqual([]);
  });
});
