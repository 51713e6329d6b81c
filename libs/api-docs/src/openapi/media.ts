import { EXPORT_COLUMNS, type Medium, NDJSON, type SkuRecord } from '@fulfilment/contracts';
import { sampleSku } from '../samples/records.ts';
import type { JsonObject } from './json.ts';

/** Texts that are streamed, by media type (OpenAPI 3.1.0 section 4.8.14). */
export function contentOf(media: readonly Medium[]): JsonObject {
  return Object.fromEntries(
    media.map(({ type, description, example = exportOf(sampleSku, type) }) => [
      type,
      { schema: { type: 'string', description }, example },
    ]),
  );
}

function exportOf(sku: SkuRecord, type: string): string {
  if (type === NDJSON) return `${JSON.stringify(sku)}\n`;
  return `${EXPORT_COLUMNS.join(',')}\r\n${EXPORT_COLUMNS.map((name) => sku[name] ?? '').join(',')}\r\n`;
}
