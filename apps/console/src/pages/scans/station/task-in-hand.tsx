import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useEnvironment, usePermissions } from '../../../api/session.ts';
import { useStore } from '../../../api/store.ts';
import { Button } from '../../../parts/button.tsx';
import { Panel } from '../../../parts/facts.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import type { StationMode } from '../../../parts/scanning/mode-bar.tsx';
import { stationWords as words } from './station-strings.ts';
import type { StationWork, WorkState } from './station-work.ts';
import { leftOf, type Task, type TaskLine } from './task.ts';
import { useTaskStep } from './task-step.ts';

interface TaskProps {
  readonly mode: StationMode;
  readonly work: StationWork;
}

/** The order or fulfilment in hand: what is still to be scanned of it, and its step; or a choice among several. */
export function TaskInHand({ mode, work }: TaskProps): ReactNode {
  const environment = useEnvironment();
  const state = useStore(work.state);
  const { inHand, choices } = state;
  if (mode !== 'pick' && mode !== 'pack' && mode !== 'ship') return null;
  if (choices.length > 0)
    return (
      <div className="stack">
        {choices.map(({ id, text }) => (
          <Button key={id} onPress={() => work.scan(id)}>
            {text}
          </Button>
        ))}
      </div>
    );
  if (inHand === undefined) return mode === 'pick' ? <Link to={`/${environment}/orders/pick-list`}>{words.pickList}</Link> : null;
  return (
    <>
      <Panel
        title={words.task(inHand.name)}
        actions={
          <span className="row">
            {mode !== 'ship' && <Button onPress={() => work.set({ scanned: {} })}>{words.restart}</Button>}
            <Button onPress={() => work.leave()}>{words.another}</Button>
          </span>
        }
      >
        {mode === 'ship' ? <Parcel task={inHand} /> : <Lines task={inHand} state={state} mode={mode} work={work} />}
      </Panel>
      <Step key={inHand.id} task={inHand} mode={mode} work={work} />
    </>
  );
}

interface LinesProps extends TaskProps {
  readonly task: Task;
  readonly state: WorkState;
}

/** The lines in the order of the way through the warehouse, those that lack units first. */
function Lines({ task, state: { scanned }, mode, work }: LinesProps): ReactNode {
  const left = leftOf(task, scanned);
  const isDone = ({ id, units }: TaskLine): boolean => (scanned[id] ?? 0) >= units;
  const lines = task.lines.toSorted((one, other) => Number(isDone(one)) - Number(isDone(other)));
  return (
    <>
      <p className="task-left">{words.left(left)}</p>
      <ul className="task-lines" aria-label={words.lines}>
        {lines.map((line) => (
          <li key={line.id} data-done={isDone(line)}>
            <span>
              <strong>{line.sku}</strong>
              {line.name !== null && <span className="detail">{line.name}</span>}
              {mode === 'pick' && <span className="detail">{placesText(line)}</span>}
            </span>
            <span className="task-units">
              {scanned[line.id] ?? 0} / {line.units}
            </span>
            <Button isDisabled={isDone(line)} onPress={() => work.scan(line.sku)}>
              {words.one}
              <span className="visually-hidden"> {line.sku}</span>
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

function placesText({ places }: TaskLine): string {
  return places.map(({ path, units }) => words.lies(units, path)).join(', ');
}

function Parcel({ task }: { readonly task: Task }): ReactNode {
  return (
    <ul className="task-lines" aria-label={words.lines}>
      {task.lines.map(({ id, sku, name }) => (
        <li key={id}>
          <span>
            <strong>{sku}</strong>
            {name !== null && <span className="detail">{name}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The step that ends the work on a task: on to packing, pack, or ship. */
function Step({
  task,
  mode,
  work,
}: {
  readonly task: Task;
  readonly mode: 'pick' | 'pack' | 'ship';
  readonly work: StationWork;
}): ReactNode {
  const environment = useEnvironment();
  const may = usePermissions();
  const { scanned, tracking } = useStore(work.state);
  const [carrier, setCarrier] = useState(task.carrier);
  const { take, isTaking, error } = useTaskStep(work);
  const isComplete = leftOf(task, scanned) === 0;
  if (mode === 'pick')
    return isComplete && may('orders:fulfil') ? (
      <Link className="button" data-kind="primary" to={`/${environment}/station`} search={{ mode: 'pack', order: task.id }}>
        {words.toPack}
      </Link>
    ) : null;
  return (
    <div className="stack">
      {mode === 'ship' && (
        <div className="halves">
          <TypedField label={words.carrier} value={carrier} onChange={setCarrier} />
          <TypedField label={words.tracking} value={tracking} onChange={(text) => work.set({ tracking: text })} />
        </div>
      )}
      {error !== undefined && <ProblemNotice error={error} />}
      <div className="scan-foot">
        <Button
          kind="primary"
          isDisabled={isTaking || (mode === 'pack' && !isComplete)}
          onPress={() => void take(task, mode, { carrier: carrier.trim(), tracking: tracking.trim() })}
        >
          {words.steps[mode]}
        </Button>
      </div>
    </div>
  );
}

interface TypedFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

function TypedField({ label, value, onChange }: TypedFieldProps): ReactNode {
  return (
    <label className="field">
      <span className="label">{label}</span>
      <input className="input" value={value} autoComplete="off" onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}
