/** Files of other systems as files to import: for browsers and programs, without the schemas of the API. */
export { mappedFile, type OnLeftOut } from './column-mapping.ts';
export { UnreadableFile } from './csv-records.ts';
export { MAX_IMPORT_BYTES } from './import-limits.ts';
export { type CellCondition, type ColumnMapping, type ColumnTarget, IMPORT_PRESETS } from './import-presets.ts';
