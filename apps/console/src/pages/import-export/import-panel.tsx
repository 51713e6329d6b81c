import { UnreadableFile } from '@fulfilment/contracts/import-files';
import { type DragEvent, lazy, type ReactNode, Suspense, useState } from 'react';
import { MAX_IMPORT_BYTES } from '../../api/contracts/constants.ts';
import { ApiProblem, ConnectionLost } from '../../api/problem.ts';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/copy.tsx';
import { Panel } from '../../parts/facts.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { strings } from './file-strings.ts';
import { ImportChoices } from './import-choices.tsx';
import { type ChosenFile, readBeginning } from './import-file.ts';
import type { ImportOptions } from './import-options.ts';
import { Preview } from './import-preview.tsx';
import { type ImportState, useImport } from './import-run.ts';
import { sizeText } from '../../language/formats.ts';
import { Progress } from '../../parts/progress.tsx';

const loadReport = () => import('./import-report.tsx');
const Report = lazy(async () => ({ default: (await loadReport()).Report }));

const { import: words } = strings;

const EXAMPLE = 'sku,name,on_hand,reorder_point,location\nMUG-01,"Mug, white",120,10,A3/S2\nCUP-01,Cup,40,5,A3/S3\n';

/** Imports a file of SKUs: chosen, looked at, checked without an effect, imported. */
export function ImportPanel(): ReactNode {
  const [chosen, setChosen] = useState<ChosenFile>();
  const [fault, setFault] = useState<string>();
  const choose = async (file: File): Promise<void> => {
    const isTooLarge = file.size > MAX_IMPORT_BYTES;
    setFault(isTooLarge ? words.tooLarge(sizeText(file.size)) : undefined);
    // A release during a long import may take its file away: it is there before the import begins.
    loadReport().catch(() => undefined);
    setChosen(isTooLarge ? undefined : await readBeginning(file));
  };
  return (
    <Panel title={words.title}>
      {chosen ? (
        <ChosenImport
          key={chosen.file.name + chosen.file.lastModified}
          chosen={chosen}
          onChange={async (options) => setChosen(await readBeginning(chosen.file, options))}
          onLeave={() => setChosen(undefined)}
        />
      ) : (
        <>
          <DropZone onFile={(file) => void choose(file)} />
          {fault !== undefined && <FileFault text={fault} />}
          <p className="quiet">{words.teach}</p>
          <CodeBlock label={words.example} code={EXAMPLE} />
        </>
      )}
    </Panel>
  );
}

function DropZone({ onFile }: { readonly onFile: (file: File) => void }): ReactNode {
  const [isOver, setIsOver] = useState(false);
  const over = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(true);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  return (
    <label className="drop-zone" data-over={isOver} onDragOver={over} onDragLeave={() => setIsOver(false)} onDrop={drop}>
      <input
        type="file"
        className="visually-hidden"
        accept=".csv,.tsv,.txt,.ndjson,.jsonl,text/csv,application/x-ndjson"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
        }}
      />
      <span className="button">{words.choose}</span>
      <span className="quiet">{words.drop}</span>
    </label>
  );
}

interface ChosenImportProps {
  readonly chosen: ChosenFile;
  readonly onChange: (options: ImportOptions) => Promise<void>;
  readonly onLeave: () => void;
}

function ChosenImport({ chosen, onChange, onLeave }: ChosenImportProps): ReactNode {
  const run = useImport(chosen);
  const { state, isInterrupted, stop, reset } = run;
  const { file, type, faults } = chosen;
  const isSending = state.at === 'sending';
  return (
    <div className="stack">
      <div className="row">
        <strong>{file.name}</strong>
        <span className="quiet">{`${strings.media[type]}, ${sizeText(file.size)}`}</span>
        {!isSending && (
          <Button size="small" kind="quiet" onPress={onLeave}>
            {words.another}
          </Button>
        )}
      </div>
      <ImportChoices
        chosen={chosen}
        isDisabled={isSending}
        onChange={(options) => {
          reset();
          void onChange(options);
        }}
      />
      {faults.map((fault) => (
        <FileFault key={fault} text={fault} />
      ))}
      {(state.at === 'chosen' || state.at === 'failed') && <Preview chosen={chosen} />}
      {chosen.leftOut !== undefined && state.at === 'chosen' && <p className="quiet">{chosen.leftOut}</p>}
      {isInterrupted && state.at === 'chosen' && (
        <div className="notice" data-kind="warning">
          <strong>{words.interrupted}</strong>
          <span>{words.interruptedText}</span>
        </div>
      )}
      <Outcome state={state} onStop={stop} />
      {faults.length === 0 && <NextStep {...run} />}
    </div>
  );
}

function FileFault({ text }: { readonly text: string }): ReactNode {
  return (
    <p className="notice" data-kind="error" role="alert">
      {text}
    </p>
  );
}

/** The button that leads on: check, import, or go on with an import that was interrupted. */
function NextStep({ state, isInterrupted, check, start }: ReturnType<typeof useImport>): ReactNode {
  if (state.at === 'sending' || state.at === 'imported') return null;
  const rows = state.at === 'checked' ? state.report.rows - state.report.failed : 0;
  return (
    <div className="row">
      {isInterrupted ? (
        <Button kind="primary" onPress={start}>
          {words.proceed}
        </Button>
      ) : (
        <Button kind={state.at === 'checked' ? 'plain' : 'primary'} onPress={check}>
          {words.check}
        </Button>
      )}
      {state.at === 'checked' && !isInterrupted && (
        <Button kind="primary" onPress={start} isDisabled={rows === 0}>
          {words.start(words.rowsOf(rows))}
        </Button>
      )}
    </div>
  );
}

interface OutcomeProps {
  readonly state: ImportState;
  readonly onStop: () => void;
}

/** How far the work is, or how it ended. */
function Outcome({ state, onStop }: OutcomeProps): ReactNode {
  switch (state.at) {
    case 'chosen':
      return null;
    case 'sending': {
      const { bytes, size, isDryRun } = state;
      const hasArrived = bytes >= size;
      const text = hasArrived ? words.working : words.sent(sizeText(bytes), sizeText(size));
      const label = isDryRun ? words.checking : words.importing;
      return (
        <>
          <Progress label={label} text={text} share={hasArrived ? undefined : bytes / size} stop={words.stop} onStop={onStop} />
          {!isDryRun && <p className="quiet">{words.leave}</p>}
        </>
      );
    }
    case 'checked':
    case 'imported':
      return (
        <Suspense>
          <Report report={state.report} leftOut={state.leftOut} />
        </Suspense>
      );
    case 'stopped':
      return (
        <div className="notice" data-kind="warning" role="alert">
          <strong>{words.stopped}</strong>
          <span>{words.stoppedText}</span>
        </div>
      );
    case 'failed':
      return <Failure {...state} />;
  }
}

function Failure({ error, isDryRun, report }: Extract<ImportState, { at: 'failed' }>): ReactNode {
  if (error instanceof ConnectionLost && !isDryRun) return <FileFault text={words.lost} />;
  if (error instanceof UnreadableFile) return <FileFault text={error.message} />;
  return (
    <>
      <ProblemNotice error={error} />
      {error instanceof ApiProblem && error.items.length > 0 && (
        <ul className="faults">
          {error.items.map(({ pointer, message }) => (
            <li key={pointer + message}>{message}</li>
          ))}
        </ul>
      )}
      {report && (
        <Suspense>
          <Report report={report} leftOut={[]} />
        </Suspense>
      )}
    </>
  );
}
