import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { saveFile } from '../../api/files.ts';
import { useEnvironment } from '../../api/session.ts';
import type { ImportReport } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { type Column, DataTable, fixedRows } from '../../parts/data-table.tsx';
import { Tile, Tiles } from '../../parts/tiles.tsx';
import { strings } from './file-strings.ts';
import { numberText } from '../../language/formats.ts';
import { Forecast } from './import-forecast.tsx';

const { import: words } = strings;

type RowError = ImportReport['errors'][number];

const COUNTS = ['rows', 'created', 'updated', 'adjusted', 'unchanged', 'failed'] as const;

const COLUMNS: readonly Column<RowError>[] = [
  { id: 'line', title: words.errorColumns.line, align: 'end', cell: ({ line, row }) => line ?? row },
  {
    id: 'column',
    title: words.errorColumns.column,
    cell: ({ column }) => column ?? <span className="quiet">{words.wholeRow}</span>,
  },
  { id: 'message', title: words.errorColumns.message, cell: ({ message }) => message },
  { id: 'code', title: words.errorColumns.code, priority: 'low', cell: ({ code }) => <code>{code}</code> },
];

/** Errors that are shown at once; all that the answer lists can be saved. */
const SHOWN_ERRORS = 100;
const SHOWN_DUPLICATES = 5;

interface ReportProps {
  readonly report: ImportReport;
  /** Parts of the file that a mapping left out. */
  readonly leftOut: readonly string[];
}

/** The result of an import or of its check: counts, errors by row, SKUs that are named twice; of a check also each change. */
export function Report({ report, leftOut }: ReportProps): ReactNode {
  const environment = useEnvironment();
  return (
    <div className="stack">
      <div role="status" className="stack">
        <h3>{headingOf(report)}</h3>
        <Tiles>
          {COUNTS.map((name) => (
            <Tile key={name} name={words.counts[name]} value={report[name]} />
          ))}
        </Tiles>
      </div>
      {leftOut.map((part) => (
        <p key={part} className="quiet">
          {part}
        </p>
      ))}
      {report.failed > 0 && <Errors report={report} />}
      <Duplicates report={report} />
      <Forecast report={report} />
      {!report.dry_run && (
        <span>
          <Link to="/$environment/stock" params={{ environment }}>
            {words.toStock}
          </Link>
        </span>
      )}
    </div>
  );
}

function headingOf({ dry_run: isDryRun, failed }: ImportReport): string {
  if (!isDryRun) return words.done;
  return `${words.forecast} ${failed === 0 ? words.allGood : words.someFail(words.rowsOf(failed))}`;
}

function Errors({ report: { errors, errors_left_out: leftOut } }: { readonly report: ImportReport }): ReactNode {
  const rows = errors.slice(0, SHOWN_ERRORS);
  const others = errors.length - rows.length + leftOut;
  return (
    <>
      <div className="row spread">
        <h3>{words.errors}</h3>
        <Button size="small" onPress={() => void saveErrors(errors)}>
          {words.saveErrors}
        </Button>
      </div>
      <p className="quiet">{words.lineHint}</p>
      <DataTable
        label={words.errors}
        columns={COLUMNS}
        list={fixedRows(rows)}
        keyOf={({ row, column, code, message }) => JSON.stringify([row, column, code, message])}
        empty={{ title: words.errors, text: words.allGood }}
      />
      {others > 0 && <p className="quiet">{words.moreErrors(numberText(rows.length), numberText(others))}</p>}
    </>
  );
}

async function saveErrors(errors: readonly RowError[]): Promise<void> {
  const rows = errors.map(({ line, row, column, code, message }) => ({ line, row, column, code, message }));
  const { unparse } = await import('papaparse');
  saveFile(new File([unparse(rows, { escapeFormulae: true })], 'import-errors.csv', { type: 'text/csv' }));
}

function Duplicates({ report: { duplicate_rows: count = 0, duplicates = [] } }: { readonly report: ImportReport }): ReactNode {
  if (count === 0) return null;
  return (
    <div className="notice" data-kind="warning">
      <span>{words.duplicates(count)}</span>
      {duplicates.slice(0, SHOWN_DUPLICATES).map(({ sku, line, first_line: first }) => (
        <span key={`${line} ${sku}`} className="quiet">
          {words.duplicate(sku, line, first)}
        </span>
      ))}
    </div>
  );
}
