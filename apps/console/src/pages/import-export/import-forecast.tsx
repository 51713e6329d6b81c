import type { ReactNode } from 'react';
import type { ImportReport } from '../../api/types.ts';
import { type Column, DataTable, fixedRows } from '../../parts/data-table.tsx';
import { numberText } from '../../language/formats.ts';
import { strings } from './file-strings.ts';

const { import: words } = strings;

type Change = NonNullable<ImportReport['changes']>[number];

/** A fact that a row would change. */
interface ChangedFact extends Pick<Change, 'line' | 'sku' | 'location'> {
  readonly name: string;
  /** Undefined for a new SKU. */
  readonly before: string | undefined;
  readonly after: string;
}

const { changeColumns: titles } = words;

const LOCATION: Column<ChangedFact> = { id: 'location', title: titles.location, cell: ({ location }) => location };

const COLUMNS: readonly Column<ChangedFact>[] = [
  { id: 'line', title: titles.line, align: 'end', cell: ({ line }) => line },
  { id: 'sku', title: titles.sku, isHead: true, cell: ({ sku }) => sku },
  { id: 'fact', title: titles.fact, cell: ({ name }) => name },
  {
    id: 'before',
    title: titles.before,
    cell: ({ before }) =>
      before === undefined || before === '' ? <span className="quiet">{before ?? words.newSku}</span> : before,
  },
  { id: 'after', title: titles.after, cell: ({ after }) => after },
];

/** Rows that are shown at once, and locations. */
const SHOWN = 100;

/** Shows of a dry run the facts that its rows would change, before and after, and the locations that would be made. */
export function Forecast({ report }: { readonly report: ImportReport }): ReactNode {
  const { changes = [], changes_left_out: leftOut = 0 } = report;
  const shown = changes.slice(0, SHOWN);
  const others = changes.length - shown.length + leftOut;
  const isByLocation = changes.some(({ location }) => location !== undefined);
  return (
    <>
      <NewLocations report={report} />
      {shown.length > 0 && (
        <>
          <h3>{words.changes}</h3>
          <DataTable
            label={words.changes}
            columns={isByLocation ? COLUMNS.toSpliced(2, 0, LOCATION) : COLUMNS}
            list={fixedRows(shown.flatMap(factsOf))}
            keyOf={({ line, name }) => `${line} ${name}`}
            empty={{ title: words.changes, text: words.none }}
          />
          {others > 0 && <p className="quiet">{words.moreChanges(words.rowsOf(others))}</p>}
        </>
      )}
    </>
  );
}

function NewLocations({ report }: { readonly report: ImportReport }): ReactNode {
  const { new_locations: locations = [], new_locations_left_out: leftOut = 0 } = report;
  if (locations.length === 0) return null;
  const shown = locations.slice(0, SHOWN);
  const others = locations.length - shown.length + leftOut;
  return (
    <div className="notice" data-kind={locations.some(({ similar_to: similar }) => similar !== undefined) ? 'warning' : 'info'}>
      <strong>{words.newLocations}</strong>
      <ul className="faults">
        {shown.map(({ location, similar_to: similar }) => (
          <li key={location}>
            {location}
            {similar !== undefined && <em> {words.similar(similar)}</em>}
          </li>
        ))}
      </ul>
      {others > 0 && <span className="quiet">{words.moreLocations(numberText(others))}</span>}
    </div>
  );
}

function factsOf({ line, sku, location, before, after }: Change): readonly ChangedFact[] {
  const earlier = new Map<string, unknown>(Object.entries(before ?? {}));
  return Object.entries(after).map(([name, value]) => ({
    line,
    sku,
    location,
    name,
    before: before === null ? undefined : textOf(earlier.get(name)),
    after: textOf(value),
  }));
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return words.none;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
