import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { operations } from '../../api/callable-operations.ts';
import { upload } from '../../api/files.ts';
import { ApiProblem, Interrupted } from '../../api/problem.ts';
import { useEnvironment, useSession } from '../../api/session.ts';
import type { ImportReport } from '../../api/types.ts';
import type { ChosenFile } from './import-file.ts';
import { fileToSend, PLAIN } from './import-options.ts';
import { beginImport, endImport, keyOfInterrupted, nameOfImport } from './interrupted-imports.ts';

/** How the import of a file stands. */
export type ImportState =
  | { readonly at: 'chosen' }
  | { readonly at: 'sending'; readonly isDryRun: boolean; readonly bytes: number; readonly size: number }
  | { readonly at: 'checked' | 'imported'; readonly report: ImportReport; readonly leftOut: readonly string[] }
  | { readonly at: 'stopped' }
  | { readonly at: 'failed'; readonly error: unknown; readonly isDryRun: boolean; readonly report: ImportReport | undefined };

interface ImportRun {
  readonly state: ImportState;
  /** True where an import of the file began and has no answer. */
  readonly isInterrupted: boolean;
  readonly check: () => void;
  /** Begins the import, or goes on with it under its key. */
  readonly start: () => void;
  readonly stop: () => void;
  /** Forgets what came of the file as it was read before. */
  readonly reset: () => void;
}

/** The paths of /v1: what was read of it may have changed by an import. */
const PATHS: ReadonlySet<unknown> = new Set(Object.values(operations).map(({ path }) => path));

/** Checks and imports one file. */
export function useImport({ file: chosen, type, options }: ChosenFile): ImportRun {
  const environment = useEnvironment();
  const { account } = useSession();
  const queries = useQueryClient();
  const [state, setState] = useState<ImportState>({ at: 'chosen' });
  const stopping = useRef<AbortController>(undefined);
  const isPlain = JSON.stringify(options) === JSON.stringify(PLAIN);
  const name = nameOfImport(chosen, `${account.id}/${environment}`, isPlain ? [] : [options]);
  const isSending = state.at === 'sending';
  useEffect(() => (isSending ? askBeforeLeaving() : undefined), [isSending]);

  const run = async (isDryRun: boolean, { signal }: AbortController): Promise<void> => {
    let size = chosen.size;
    const onProgress = (bytes: number): void => setState({ at: 'sending', isDryRun, bytes, size });
    onProgress(0);
    try {
      const { leftOut, ...sent } = await fileToSend(chosen, options);
      signal.throwIfAborted();
      size = sent.file.size;
      const common = { ...sent, type, signal, onProgress };
      const query = { environment, ...(options.by === 'sku' ? {} : { by: options.by }) };
      if (isDryRun) {
        const report = await upload(operations.importInventory, { ...common, query: { ...query, dry_run: true } });
        setState({ at: 'checked', report, leftOut });
      } else {
        const report = await upload(operations.importInventory, { ...common, query, idempotencyKey: beginImport(name) });
        endImport(name);
        setState({ at: 'imported', report, leftOut });
      }
    } catch (error) {
      if (!isDryRun && error instanceof ApiProblem && !error.document.retryable) endImport(name);
      setState(stateAfter(error, { isDryRun, isStopped: signal.aborted }));
    }
    if (!isDryRun) await queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => PATHS.has(path) });
  };
  const begin = (isDryRun: boolean): void => {
    stopping.current = new AbortController();
    void run(isDryRun, stopping.current);
  };
  return {
    state,
    isInterrupted: keyOfInterrupted(name) !== undefined,
    check: () => begin(true),
    start: () => begin(false),
    stop: () => stopping.current?.abort(),
    reset: () => setState({ at: 'chosen' }),
  };
}

/** The report of the rows before the one at which a file could not be read further. */
function reportIn(error: unknown): ImportReport | undefined {
  return error instanceof ApiProblem ? error.document.imported : undefined;
}

function stateAfter(
  error: unknown,
  { isDryRun, isStopped }: { readonly isDryRun: boolean; readonly isStopped: boolean },
): ImportState {
  if (error instanceof Interrupted || (isStopped && isDryRun)) return { at: 'chosen' };
  return isStopped ? { at: 'stopped' } : { at: 'failed', error, isDryRun, report: reportIn(error) };
}

const ask = (event: BeforeUnloadEvent): void => event.preventDefault();

/** @returns ends it. */
function askBeforeLeaving(): () => void {
  window.addEventListener('beforeunload', ask);
  return () => window.removeEventListener('beforeunload', ask);
}
