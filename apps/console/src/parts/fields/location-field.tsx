import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reading } from '../../api/call.ts';
import { operations } from '../../api/callable-operations.ts';
import { useEnvironment } from '../../api/session.ts';
import type { FieldProps } from '../form.tsx';
import { ComboField } from './combo-field.tsx';
import { fieldStrings as words } from './field-strings.ts';
import { useTypedText } from './use-typed-text.ts';

/** Beyond those the text is too short to tell what is meant. */
const SUGGESTED = 12;
const DEFAULT_WAREHOUSE = 'MAIN';

interface LocationFieldProps<Names extends string> extends FieldProps<Names> {
  /** True where the change makes a shelf or bin that does not exist. */
  readonly makesNew?: boolean;
  readonly isFirst?: boolean;
}

/** A field for the path of a location, which finds those that exist, and says where there is none of that path. */
export function LocationField<Names extends string>({ makesNew = false, ...field }: LocationFieldProps<Names>): ReactNode {
  const text = useTypedText(field.form.values[field.name].trim());
  const { options, notice } = useLocationSearch(text);
  const said = notice === undefined ? undefined : sayingOf(notice, text, makesNew);
  return <ComboField {...field} options={options} notice={text === field.form.values[field.name].trim() ? said : undefined} />;
}

function sayingOf(notice: 'missing' | 'no-warehouse', text: string, makesNew: boolean): string {
  if (notice === 'no-warehouse') return words.noWarehouse(warehouseOf(text));
  return makesNew ? words.newPlace(text) : words.noPlace(text);
}

function warehouseOf(path: string): string {
  return path.includes(':') ? (path.split(':')[0] ?? '') : DEFAULT_WAREHOUSE;
}

/** The locations whose code or name begins with a text, that of the very path first; `notice` where none has that path. */
function useLocationSearch(text: string) {
  const environment = useEnvironment();
  const warehouse = warehouseOf(text);
  const found = useQuery({
    ...reading(operations.listLocations, { query: { environment, q: text || undefined, sort: 'path', limit: 50 } }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const warehouses = useQuery({
    ...reading(operations.listLocations, { query: { environment, type: 'warehouse', limit: 200 } }),
    enabled: text.includes(':'),
    staleTime: 60_000,
  });
  const isNamed = (path: string): boolean => path === text || path === `${DEFAULT_WAREHOUSE}:${text}`;
  const rows = (found.data?.data ?? []).toSorted((one, other) => Number(isNamed(other.path)) - Number(isNamed(one.path)));
  const options = rows.slice(0, SUGGESTED).map(({ path, name }) => ({ value: path, ...(name === null ? {} : { detail: name }) }));
  const isRead = found.isSuccess && !found.isFetching && !found.isPlaceholderData;
  if (text === '' || !isRead || rows.some(({ path }) => isNamed(path))) return { options };
  const hasWarehouse = warehouses.data?.data.some(({ code }) => code === warehouse) ?? true;
  return { options, notice: hasWarehouse ? ('missing' as const) : ('no-warehouse' as const) };
}
