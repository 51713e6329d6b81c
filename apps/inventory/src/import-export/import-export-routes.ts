import {
  CSV,
  EXPORT_COLUMNS,
  operations,
  LOCATION_EXPORT_COLUMNS,
  type LocationRow,
  type SkuRecord,
} from '@fulfilment/contracts';
import { type BoundRoute, csvText, downloadRoute, inTurns, LookedRecords, turnsOfExports, uploadRoute } from '@fulfilment/http';
import { compareText, guardFormula, tenantKey } from '@fulfilment/kernel';
import type { Application } from '../application.ts';
import { shownPath } from '../model/location.ts';
import { okAnswer } from '../records/answers.ts';
import { SKUS_A_PIECE } from '../skus/sku-ports.ts';
import { composedCell, readImportRows } from './import-presentation.ts';
import { numberCell } from './numbers-presentation.ts';
import { ndjsonText } from './tables-presentation.ts';

export const importExportRoutes = ({ commands, queries }: Application, turns = turnsOfExports()): readonly BoundRoute[] => [
  downloadRoute(operations.exportInventory, ({ query, medium, context }) => {
    const looked = new LookedRecords();
    const skus = looked.counted(queries.exportSkus(context.tenant, query), SKUS_A_PIECE);
    const [name, text] =
      query.by === 'location' ? ['inventory-by-location', placesText(medium, skus)] : ['inventory', skusText(medium, skus)];
    return {
      headers: { 'Content-Disposition': `attachment; filename="${name}.${medium === CSV ? 'csv' : 'ndjson'}"` },
      pieces: inTurns(turns, tenantKey(context.tenant), text),
      looked,
    };
  }),
  uploadRoute(operations.importInventory, async ({ query, upload: { medium, charset, bytes }, context }) => {
    await commands.ensureDefaultWarehouse(context.tenant);
    const file = { bytes, rowsOf: readImportRows({ medium, charset, by: query.by }), dryRun: query.dry_run };
    return okAnswer(await commands.importSkus(file, context));
  }),
];

type Pieces<Row> = AsyncIterable<readonly Row[]>;

/** SKUs as the text of an export, in as many pieces as they come. */
async function* skusText(medium: string, skus: Pieces<SkuRecord>): AsyncGenerator<string> {
  if (medium === CSV) yield csvText([EXPORT_COLUMNS]);
  for await (const records of skus) yield medium === CSV ? csvText(records.map(cellsOf)) : ndjsonText(records);
}

function cellsOf(record: SkuRecord): (string | number | boolean | null)[] {
  return EXPORT_COLUMNS.map((column) => {
    const value = record[column];
    if (typeof value === 'object' && value !== null) return guardFormula(composedCell(value));
    return typeof value === 'string' ? guardFormula(numberCell(column, value)) : value;
  });
}

/** The places of SKUs as the text of an export. */
async function* placesText(medium: string, skus: Pieces<SkuRecord>): AsyncGenerator<string> {
  if (medium === CSV) yield csvText([LOCATION_EXPORT_COLUMNS]);
  for await (const records of skus) {
    const rows = records.flatMap(placesOf);
    yield medium === CSV ? csvText(rows.map(locationCells)) : ndjsonText(rows);
  }
}

/** A row for each place, by path. */
function placesOf({ sku, name, on_hand, status, stock, location_id, location_path }: SkuRecord): LocationRow[] {
  const nowhere = { location_id, location_path, location: shownPath(location_path), on_hand: 0 };
  const places = stock.length === 0 ? [nowhere] : stock.toSorted((a, b) => compareText(a.location_path, b.location_path));
  return places.map((place) => ({
    sku,
    name,
    location: place.location,
    on_hand: place.on_hand,
    sku_on_hand: on_hand,
    status,
    location_id: place.location_id,
    location_path: place.location_path,
  }));
}

const locationCells = (row: LocationRow): (string | number)[] =>
  LOCATION_EXPORT_COLUMNS.map((column) => {
    const value = row[column];
    return typeof value === 'string' ? guardFormula(value) : value;
  });
