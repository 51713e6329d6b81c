import { type ColumnMapping, type ColumnTarget, IMPORT_PRESETS } from '@fulfilment/contracts/import-files';
import { readFile } from 'node:fs/promises';
import { refuseFile, UsageError } from './arguments.ts';

/** @param named a preset, or a file of JSON with a {@link ColumnMapping}. @throws UsageError where it is neither. */
export async function readMapping(named: string): Promise<ColumnMapping> {
  const preset = Object.hasOwn(IMPORT_PRESETS, named) ? IMPORT_PRESETS[named] : undefined;
  if (preset) return preset;
  const names = Object.keys(IMPORT_PRESETS).join(', ');
  const text = await readFile(named, 'utf8').catch((error: unknown) => refuseFile(`${named} (the presets are ${names})`, error));
  const columns = columnsIn(text);
  if (columns) return { columns };
  throw new UsageError(
    `${named} must be JSON such as {"columns":{"Item no.":"sku","Weight (kg)":{"to":"weight_g","times":1000}}}.`,
  );
}

function columnsIn(text: string): ColumnMapping['columns'] | undefined {
  try {
    // Windows writes a byte order mark.
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    const columns: unknown = typeof value === 'object' && value !== null && 'columns' in value ? value.columns : undefined;
    if (typeof columns !== 'object' || columns === null) return undefined;
    const targets = Object.entries(columns).map(([name, each]: [string, unknown]): [string, ColumnTarget | undefined] => [
      name,
      targetIn(each),
    ]);
    const taken = targets.flatMap(([name, target]): [string, ColumnTarget][] => (target ? [[name, target]] : []));
    return taken.length === targets.length ? Object.fromEntries(taken) : undefined;
  } catch {
    return undefined;
  }
}

function targetIn(value: unknown): ColumnTarget | undefined {
  if (typeof value === 'string') return { to: value };
  if (typeof value !== 'object' || value === null || !('to' in value) || typeof value.to !== 'string') return undefined;
  if (!('times' in value)) return { to: value.to };
  return typeof value.times === 'number' ? { to: value.to, times: value.times } : undefined;
}
