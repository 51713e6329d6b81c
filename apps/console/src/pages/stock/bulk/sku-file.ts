import { call } from '../../../api/call.ts';
import { operations } from '../../../api/callable-operations.ts';
import type { Environment, SkuRecord } from '../../../api/types.ts';

/** Columns as exports of the API name them, so that an import takes the file. */
const COLUMNS = [
  'sku',
  'name',
  'status',
  'on_hand',
  'allocated',
  'reserved',
  'available',
  'reorder_point',
  'safety_stock',
  'location_path',
  'barcodes',
  'metadata',
  'weight_g',
  'unit_cost',
  'currency',
  'hs_code',
  'country_of_origin',
  'updated_at',
] as const satisfies readonly (keyof SkuRecord)[];

/** Makes a CSV file of chosen SKUs, as they are by now in all warehouses. */
export async function fileOfSkus(skus: readonly SkuRecord[], environment: Environment): Promise<File> {
  const query = { environment, sku: skus.map(({ sku }) => sku), status: 'all', limit: 200 } as const;
  const [{ data }, { unparse }] = await Promise.all([call(operations.listSkus, { query }), import('papaparse')]);
  const text = unparse([COLUMNS, ...data.map(cellsOf)], { escapeFormulae: true });
  return new File([`${text}\r\n`], 'skus.csv', { type: 'text/csv' });
}

function cellsOf(record: SkuRecord) {
  return COLUMNS.map((column) => {
    const value = record[column];
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  });
}
