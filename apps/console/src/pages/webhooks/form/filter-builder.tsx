import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import type { Form } from '../../../parts/form.tsx';
import { parsedFilter, typesOf } from './endpoint-values.ts';
import { pathsOf, useEventTypes } from '../event-types.ts';
import { FilterPreview } from './filter-preview.tsx';
import { filterOfRows, type FilterRow, isBare, OPERATORS, rowsOfFilter } from './filter-rows.ts';
import { strings } from '../webhook-strings.ts';

const { filter: words } = strings;

const EMPTY: FilterRow = { path: '', operator: 'is', value: '' };

/** The content filter of an endpoint, as rows or as JSON, with a try of it on recent events. */
export function FilterBuilder({ form }: { readonly form: Form<'events' | 'filter'> }): ReactNode {
  const id = useId();
  const text = form.values.filter;
  const [rows, setRows] = useState(() => rowsOfFilter(parsedFilter(text)));
  const fault = form.errors['filter'];
  const change = (changed: readonly FilterRow[]): void => {
    const filter = filterOfRows(changed);
    setRows([...changed]);
    form.set('filter', filter === null ? '' : JSON.stringify(filter, null, 2));
  };
  const toRows = rowsOfFilter(parsedFilter(text));
  return (
    <fieldset className="field">
      <legend className="label">{words.title}</legend>
      <span className="hint">{words.hint}</span>
      {rows === undefined ? (
        <textarea
          className="input mono"
          name="filter"
          rows={6}
          aria-label={words.json}
          aria-describedby={`${id}-error`}
          spellCheck={false}
          value={text}
          placeholder='{ "data": { "location": [{ "prefix": "A3/" }] } }'
          onChange={({ target }) => form.set('filter', target.value)}
        />
      ) : (
        <FilterRows rows={rows} types={typesOf(form.values.events)} change={change} />
      )}
      <div className="row">
        {rows === undefined ? (
          toRows && (
            <Button size="small" onPress={() => setRows(toRows)}>
              {words.asRows}
            </Button>
          )
        ) : (
          <>
            <Button size="small" onPress={() => setRows([...rows, EMPTY])}>
              {words.add}
            </Button>
            <Button size="small" kind="quiet" onPress={() => setRows(undefined)}>
              {words.asJson}
            </Button>
          </>
        )}
      </div>
      <span className="error" id={`${id}-error`} hidden={fault === undefined}>
        {fault}
      </span>
      {text !== '' && <FilterPreview filter={parsedFilter(text)} types={typesOf(form.values.events)} />}
    </fieldset>
  );
}

interface FilterRowsProps {
  readonly rows: readonly FilterRow[];
  readonly types: readonly string[];
  readonly change: (rows: readonly FilterRow[]) => void;
}

function FilterRows({ rows, types, change }: FilterRowsProps): ReactNode {
  const id = useId();
  const { data: catalogue = [] } = useEventTypes();
  const selected = catalogue.filter(({ type, selectable }) => selectable && (types.includes('*') || types.includes(type)));
  const paths = [...new Set(selected.flatMap(({ sample }) => pathsOf(sample)))];
  const set = (index: number, some: Partial<FilterRow>): void =>
    change(rows.map((row, at) => (at === index ? { ...row, ...some } : row)));
  return (
    <div className="filter-rows">
      <datalist id={id}>
        {paths.map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
      {rows.map(({ path, operator, value }, index) => (
        <div className="filter-row" key={index} role="group" aria-label={words.condition(index + 1)}>
          <input
            className="input mono"
            aria-label={words.path}
            list={id}
            value={path}
            placeholder="data.location"
            autoComplete="off"
            onChange={({ target }) => set(index, { path: target.value })}
          />
          <select
            className="input"
            aria-label={words.operator}
            value={operator}
            onChange={({ target }) => set(index, { operator: OPERATORS.find((each) => each === target.value) ?? 'is' })}
          >
            {OPERATORS.map((each) => (
              <option key={each} value={each}>
                {words.operators[each]}
              </option>
            ))}
          </select>
          <input
            className="input mono"
            aria-label={words.value}
            value={value}
            disabled={isBare(operator)}
            placeholder={isBare(operator) ? '' : (words.placeholders[operator] ?? words.number)}
            autoComplete="off"
            onChange={({ target }) => set(index, { value: target.value })}
          />
          <Button kind="quiet" label={words.remove(index + 1)} onPress={() => change(rows.filter((_row, at) => at !== index))}>
            <span aria-hidden="true">✕</span>
          </Button>
        </div>
      ))}
    </div>
  );
}
