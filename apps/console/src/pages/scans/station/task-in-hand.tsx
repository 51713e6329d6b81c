import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useEnvironment, usePermissions } from '../../../api/session.ts';
import { useStore } from '../../../api/store.ts';
import { Button } from '../../../parts/button.tsx';
import { Panel } from '../../../parts/facts.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import type { StationMode } from '../../../parts/scanning/mode-bar.tsx';
import { isEmpty, openParcel, type Short } from './parcels.ts';
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
        title={words.task(inHand.name, inHand.warehouse?.code)}
        actions={
          <span className="row">
            {mode !== 'ship' && <Button onPress={() => work.set({ scanned: {}, parcels: [] })}>{words.restart}</Button>}
            <Button onPress={() => work.leave()}>{words.another}</Button>
          </span>
        }
      >
        {mode === 'ship' ? <Parcel task={inHand} /> : <Lines task={inHand} state={state} mode={mode} work={work} />}
      </Panel>
      <Step key={inHand.orderId} task={inHand} state={state} mode={mode} work={work} />
    </>
  );
}

interface LinesProps extends TaskProps {
  readonly task: Task;
  readonly state: WorkState;
}

/** The lines in the order of the way through the warehouse, those that lack units first. */
function Lines({ task, state: { scanned, parcels }, mode, work }: LinesProps): ReactNode {
  const left = leftOf(task, scanned);
  const isDone = ({ id, units }: TaskLine): boolean => (scanned[id] ?? 0) >= units;
  const lines = task.lines.toSorted((one, other) => Number(isDone(one)) - Number(isDone(other)));
  return (
    <>
      <p className="task-left">{words.left(left)}</p>
      {parcels.length > 0 && <p>{words.parcel(parcels.length + 1)}</p>}
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

interface StepProps extends LinesProps {
  readonly mode: 'pick' | 'pack' | 'ship';
}

/** The step that ends the work on a task: on to packing, pack, or ship. Enter in the empty field of scans takes it too. */
function Step({ mode, ...props }: StepProps): ReactNode {
  if (mode === 'pick') return <ToPack {...props} mode={mode} />;
  return mode === 'pack' ? <PackStep {...props} mode={mode} /> : <ShipStep {...props} mode={mode} />;
}

/** Gives Enter its meaning while the step is in view; it looks at the work as it is by then. */
function useConfirmed(work: StationWork, act: (task: Task, state: WorkState) => void): void {
  useEffect(() => {
    work.whenConfirmed(() => {
      const state = work.state.get();
      if (state.inHand !== undefined) act(state.inHand, state);
    });
    return () => work.whenConfirmed(undefined);
  });
}

function ToPack({ task, state, work }: StepProps): ReactNode {
  const environment = useEnvironment();
  const may = usePermissions();
  const navigate = useNavigate();
  const to = `/${environment}/station`;
  const search = { mode: 'pack', order: task.id };
  const isAllowed = may('orders:fulfil');
  useConfirmed(work, (inHand, { scanned }) => {
    const left = leftOf(inHand, scanned);
    if (left > 0) work.say('bad', words.left(left));
    else if (isAllowed) void navigate({ to, search });
  });
  if (leftOf(task, state.scanned) > 0 || !isAllowed) return null;
  return (
    <Link className="button" data-kind="primary" to={to} search={search}>
      {words.toPack}
    </Link>
  );
}

function PackStep({ task, state, work }: StepProps): ReactNode {
  const { take, isTaking, error } = useTaskStep(work);
  const left = leftOf(task, state.scanned);
  useConfirmed(work, (inHand, { scanned }) => {
    const lacking = leftOf(inHand, scanned);
    if (lacking > 0) work.say('bad', words.left(lacking));
    else void take(inHand, { step: 'pack' });
  });
  return (
    <div className="stack">
      {error !== undefined && <ProblemNotice error={error} />}
      {left > 0 && Object.keys(state.scanned).length > 0 && (
        <Rest
          left={left}
          task={task}
          work={work}
          isTaking={isTaking}
          onChoose={(short) => void take(task, { step: 'pack', short })}
        />
      )}
      <div className="scan-foot">
        <Button kind="primary" isDisabled={isTaking || left > 0} onPress={() => void take(task, { step: 'pack' })}>
          {words.steps.pack}
        </Button>
      </div>
    </div>
  );
}

interface RestProps {
  readonly left: number;
  readonly task: Task;
  readonly work: StationWork;
  readonly isTaking: boolean;
  readonly onChoose: (short: Short) => void;
}

/** Ways on while units are in no parcel: another parcel, or packing without the rest, of which one says what becomes. */
function Rest({ left, task, work, isTaking, onChoose }: RestProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const choices = SHORT.filter((each) => each !== 'reallocate' || task.warehouse !== undefined);
  return (
    <>
      <span className="row">
        <Button isDisabled={isTaking || isEmpty(openParcel(work.state.get()))} onPress={() => work.nextParcel()}>
          {words.nextParcel}
        </Button>
        <Button isDisabled={isTaking} onPress={() => setIsOpen(!isOpen)}>
          {words.packShort}
        </Button>
      </span>
      {isOpen && (
        <fieldset className="field stack">
          <legend className="label">{words.shortOf(left)}</legend>
          {choices.map((short) => (
            <Button
              key={short}
              kind={short === 'cancel' ? 'danger' : 'plain'}
              isDisabled={isTaking}
              onPress={() => onChoose(short)}
            >
              {words.short[short]}
            </Button>
          ))}
        </fieldset>
      )}
    </>
  );
}

const SHORT: readonly Short[] = ['backorder', 'reallocate', 'cancel'];

function ShipStep({ task, state: { tracking }, work }: StepProps): ReactNode {
  const [carrier, setCarrier] = useState(task.carrier);
  const { take, isTaking, error } = useTaskStep(work);
  const ship = (inHand: Task, number: string) =>
    void take(inHand, { step: 'ship', carrier: carrier.trim(), tracking: number.trim() });
  useConfirmed(work, (inHand, { tracking: number }) => ship(inHand, number));
  return (
    <div className="stack">
      <div className="halves">
        <TypedField label={words.carrier} value={carrier} onChange={setCarrier} />
        <TypedField label={words.tracking} value={tracking} onChange={(text) => work.set({ tracking: text })} />
      </div>
      {error !== undefined && <ProblemNotice error={error} />}
      <div className="scan-foot">
        <Button kind="primary" isDisabled={isTaking} onPress={() => ship(task, tracking)}>
          {words.steps.ship}
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
