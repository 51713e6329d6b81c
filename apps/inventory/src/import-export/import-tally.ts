import { type ImportError, type ImportReport, MAX_IMPORT_ERRORS } from '@fulfilment/contracts';
import type { AppError } from '@fulfilment/kernel';
import type { ItemResult } from '../batches/apply-items.ts';

/** What came of the rows so far. */
export interface ImportTally {
  /** Rows are to be added in their order. */
  readonly add: (row: number, result: ItemResult) => void;
  readonly report: () => ImportReport;
}

type Counted = 'created' | 'updated' | 'adjusted' | 'unchanged';

export function openTally(dryRun: boolean): ImportTally {
  const counts = { rows: 0, created: 0, updated: 0, adjusted: 0, unchanged: 0, failed: 0 };
  const errors: ImportError[] = [];
  let errorsLeftOut = 0;
  const note = (error: ImportError): void => {
    if (errors.length < MAX_IMPORT_ERRORS) errors.push(error);
    else errorsLeftOut += 1;
  };
  return {
    add: (row, result) => {
      counts.rows += 1;
      if (result.type === 'applied') counts[kindOf(result)] += 1;
      if (result.type !== 'refused') return;
      counts.failed += 1;
      errorsOf(row, result.error).forEach(note);
    },
    report: () => ({ dry_run: dryRun, ...counts, errors: [...errors], errors_left_out: errorsLeftOut }),
  };
}

/** A record that was just made has its first version, whatever the row was sent as. */
function kindOf({ op, record, changed }: Extract<ItemResult, { type: 'applied' }>): Counted {
  if (!changed) return 'unchanged';
  if (op === 'adjust') return 'adjusted';
  return record.version === 1 ? 'created' : 'updated';
}

function errorsOf(row: number, { code, message, details }: AppError): ImportError[] {
  const { errors, current: _whole, headers: _headers, request_id: _request, ...facts } = details;
  if (!Array.isArray(errors) || errors.length === 0) return [{ row, column: null, code, message, ...facts }];
  return errors.map((each: object) => {
    const { pointer, ...item } = { pointer: '', code, message, ...each };
    return { row, column: columnOf(pointer), ...item };
  });
}

/** The first name of a pointer: a row is flat. */
function columnOf(pointer: string): string | null {
  return pointer.split('/')[1] ?? null;
}
