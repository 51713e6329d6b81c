import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { textOf } from '../problem-notice.tsx';
import { Progress } from '../progress.tsx';
import { bulkRunWords as words } from './bulk-run-strings.ts';
import type { Result } from './run-each.ts';
import type { BulkRun } from './use-bulk-run.ts';

interface RowsOfRun<Row> {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  /** The heading over the names. */
  readonly named: string;
}

interface BulkRunWindowProps<Row> extends RowsOfRun<Row> {
  readonly title: string;
  readonly work: BulkRun<Row>;
  /** Begins another run with those that are not done. */
  readonly onAgain: (open: readonly Row[]) => void;
  readonly onClose: () => void;
}

/** Shows how far a run over many rows is and what became of each, and tries those again that are not done. */
export function BulkRunWindow<Row>({ title, work, onAgain, onClose, ...of }: BulkRunWindowProps<Row>): ReactNode {
  const { results, isRunning, stop } = work;
  const { rows, keyOf } = of;
  const failed = rows.filter((row) => results.get(keyOf(row))?.state === 'failed');
  const waiting = rows.filter((row) => !results.has(keyOf(row)));
  const open = [...failed, ...waiting];
  const done = rows.length - open.length;
  const counted = words.counted(done, failed.length, rows.length);
  const close = (): void => {
    stop();
    onClose();
  };
  return (
    <Dialog title={title} onClose={close} isWide>
      <div className="stack">
        {isRunning ? (
          <Progress
            label={words.progress}
            text={counted}
            share={(done + failed.length) / rows.length}
            stop={words.stop}
            onStop={stop}
          />
        ) : (
          <p role="status">{counted}</p>
        )}
        <ResultTable {...of} results={results} />
        <div className="form-actions">
          {!isRunning && open.length > 0 && <Button onPress={() => onAgain(open)}>{words.again(open.length)}</Button>}
          {!isRunning && (
            <Button kind="primary" onPress={close}>
              {words.close}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

function ResultTable<Row>({
  rows,
  keyOf,
  nameOf,
  named,
  results,
}: RowsOfRun<Row> & { readonly results: ReadonlyMap<string, Result> }): ReactNode {
  return (
    <section className="table-frame table-scroll bulk-results" tabIndex={0} aria-label={words.results}>
      <table className="table" aria-label={words.results}>
        <thead>
          <tr>
            <th scope="col">{named}</th>
            <th scope="col">{words.result}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const result = results.get(keyOf(row)) ?? { state: 'waiting' };
            return (
              <tr key={keyOf(row)}>
                <th scope="row">{nameOf(row)}</th>
                <td className={result.state === 'failed' ? 'error' : undefined}>
                  {result.state === 'failed' ? textOf(result.error) : words.states[result.state]}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
