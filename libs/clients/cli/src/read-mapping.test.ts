import { IMPORT_PRESETS } from '@fulfilment/contracts/import-files';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readMapping } from './read-mapping.ts';

test('a mapping is a preset or a file of JSON', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fulfilment-mapping-'));
  const named = (name: string): string => join(folder, name);
  await writeFile(named('own.json'), '{"columns":{"Nr":"sku","kg":{"to":"weight_g","times":1000}}}');
  await writeFile(named('windows.json'), '\uFEFF{"columns":{"Nr":"sku"}}\r\n');
  await writeFile(named('wrong.json'), '{"columns":{"Nr":7}}');

  expect(await readMapping(named('own.json'))).toEqual({ columns: { Nr: { to: 'sku' }, kg: { to: 'weight_g', times: 1_000 } } });
  expect(await readMapping(named('windows.json'))).toEqual({ columns: { Nr: { to: 'sku' } } });
  expect(await readMapping('odoo')).toBe(IMPORT_PRESETS['odoo']);
  await expect(readMapping(named('wrong.json'))).rejects.toThrow('must be JSON such as');
  await expect(readMapping(named('none.json'))).rejects.toThrow(
    'the presets are shopify-products, shopify-inventory, woocommerce',
  );
  await rm(folder, { recursive: true });
});
