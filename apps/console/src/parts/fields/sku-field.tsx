import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reading } from '../../api/call.ts';
import { operations } from '../../api/callable-operations.ts';
import { useEnvironment } from '../../api/session.ts';
import type { FieldProps } from '../form.tsx';
import { ComboField } from './combo-field.tsx';
import { fieldStrings as words } from './field-strings.ts';
import { useTypedText } from './use-typed-text.ts';

const SUGGESTED = 12;

/** A field for the code of a SKU, which finds those whose code or name begins with what is typed. */
export function SkuField<Names extends string>(field: FieldProps<Names> & { readonly isFirst?: boolean }): ReactNode {
  const environment = useEnvironment();
  const typed = field.form.values[field.name].trim();
  const text = useTypedText(typed);
  const { data, isFetching } = useQuery({
    ...reading(operations.listSkus, { query: { environment, q: text || undefined, limit: SUGGESTED } }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const rows = data?.data ?? [];
  const isUnknown = text !== '' && text === typed && !isFetching && data !== undefined && rows.length === 0;
  return (
    <ComboField
      {...field}
      options={rows.map(({ sku, name, available }) => ({ value: sku, detail: words.skuDetail(name, available) }))}
      notice={isUnknown ? words.noSku(text) : undefined}
    />
  );
}
