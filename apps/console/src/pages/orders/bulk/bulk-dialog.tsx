import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { makeNamedCall, type NamedCall } from '../../../api/named-call.ts';
import { operations } from '../../../api/operations.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { useEnvironment } from '../../../api/session.ts';
import type { Environment, OrderRecord } from '../../../api/types.ts';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { ComboField } from '../../../parts/fields/combo-field.tsx';
import { type Form, FormFrame, TextField, useForm } from '../../../parts/form.tsx';
import { textOf } from '../../../parts/problem-notice.tsx';
import { Progress } from '../../../parts/progress.tsx';
import { dailyWork } from '../../../strings-operations.ts';
import { holdWords } from '../holds/hold-strings.ts';
import { nameOf } from '../order-states.tsx';
import { isOfOrders } from '../order-step.ts';
import { bulkWords as words } from './bulk-strings.ts';
import { type Result, runEach } from './run-each.ts';

/** A step that many orders take at once, each by a request of its own. */
export type BulkStep = keyof typeof words.steps;

type Values = Readonly<Record<'carrier' | 'reason' | 'note', string>>;

interface OfOrder {
  readonly params: { readonly id: string };
  readonly query: { readonly environment: Environment };
}

/** Sends the step of one order. A hold is added whatever became of the order, so it is bound to no version. */
const SENDERS: Readonly<
  Record<BulkStep, (call: NamedCall, of: OfOrder & { readonly ifMatch: number }, values: Values) => Promise<OrderRecord>>
> = {
  pack: (call, of) => call(operations.packOrder, { ...of, body: {} }),
  ship: (call, of, { carrier }) => call(operations.shipOrder, { ...of, body: filled({ carrier }) }),
  hold: (call, { params, query }, { reason, note }) =>
    call(operations.holdOrder, { params, query, body: { reason: reason.trim(), ...filled({ note }), release_stock: false } }),
  cancel: (call, of, { reason }) => call(operations.cancelOrder, { ...of, body: filled({ reason }) }),
};

const filled = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])));

/** Requests under way at once: a fraction of what an account may have. */
const AT_ONCE = 4;

interface BulkDialogProps {
  readonly step: BulkStep;
  /** Those of the chosen orders that can take it. */
  readonly orders: readonly OrderRecord[];
  /** How many of the chosen ones cannot. */
  readonly leftOut: number;
  /** Told which have taken it, once a run has ended. */
  readonly onDone: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Takes a step with many orders: asks for what it needs, then shows how far it is and what became of each. */
export function BulkDialog({ step, orders: given, leftOut, onDone, onClose }: BulkDialogProps): ReactNode {
  // Those that are done leave the selection while their results are shown.
  const [orders] = useState(given);
  const { results, isRunning, run, stop } = useRun(step, orders, onDone);
  const [values, setValues] = useState<Values>();
  const form = useForm({
    initial: { carrier: '', reason: '', note: '' },
    check: ({ reason }) => (step === 'hold' && reason.trim() === '' ? { reason: holdWords.reasonHint } : {}),
    bodyOf: (typed) => typed,
    send: (typed) => {
      setValues(typed);
      void run(orders, typed);
      return Promise.resolve();
    },
  });
  const title = words.titles[step](orders.length);
  const close = (): void => {
    stop();
    onClose();
  };
  if (values === undefined)
    return (
      <Dialog title={title} onClose={onClose}>
        <p>{words.texts[step]}</p>
        {leftOut > 0 && <p className="hint">{words.leftOut(leftOut)}</p>}
        <FormFrame
          form={form}
          submit={title}
          kind={step === 'cancel' ? 'danger-primary' : 'primary'}
          onCancel={onClose}
          {...(step === 'cancel' ? { cancel: words.keep } : {})}
        >
          <StepFields step={step} form={form} />
        </FormFrame>
      </Dialog>
    );
  const failed = orders.filter(({ id }) => results.get(id)?.state === 'failed');
  const waiting = orders.filter(({ id }) => !results.has(id));
  const open = [...failed, ...waiting];
  const done = orders.length - open.length;
  const counted = words.counted(done, failed.length, orders.length);
  return (
    <Dialog title={title} onClose={close} isWide>
      <div className="stack">
        {isRunning ? (
          <Progress
            label={words.progress}
            text={counted}
            share={(done + failed.length) / orders.length}
            stop={words.stop}
            onStop={stop}
          />
        ) : (
          <p role="status">{counted}</p>
        )}
        <ResultTable orders={orders} results={results} />
        <div className="form-actions">
          {!isRunning && open.length > 0 && <Button onPress={() => void run(open, values)}>{words.again(open.length)}</Button>}
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

function StepFields({ step, form }: { readonly step: BulkStep; readonly form: Form<keyof Values> }): ReactNode {
  if (step === 'ship') return <TextField form={form} name="carrier" label={dailyWork.orders.carrier} isOptional isFirst />;
  if (step === 'cancel')
    return <TextField form={form} name="reason" label={dailyWork.orders.reason} rows={2} isOptional isFirst />;
  if (step === 'pack') return null;
  return (
    <>
      <ComboField
        form={form}
        name="reason"
        label={holdWords.reason}
        hint={holdWords.reasonHint}
        options={holdWords.reasons}
        isFirst
      />
      <TextField form={form} name="note" label={holdWords.note} rows={2} isOptional />
    </>
  );
}

function ResultTable({
  orders,
  results,
}: {
  readonly orders: readonly OrderRecord[];
  readonly results: ReadonlyMap<string, Result>;
}): ReactNode {
  return (
    <section className="table-frame table-scroll bulk-results" tabIndex={0} aria-label={words.results}>
      <table className="table" aria-label={words.results}>
        <thead>
          <tr>
            <th scope="col">{dailyWork.orders.order}</th>
            <th scope="col">{words.result}</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => {
            const result = results.get(order.id) ?? { state: 'waiting' };
            return (
              <tr key={order.id}>
                <th scope="row">{nameOf(order)}</th>
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

/** A run over orders that can be stopped, and begun again with those that failed, each under the key of its own change. */
function useRun(step: BulkStep, orders: readonly OrderRecord[], onDone: BulkDialogProps['onDone']) {
  const environment = useEnvironment();
  const queries = useQueryClient();
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map());
  const [isRunning, setIsRunning] = useState(false);
  const stopping = useRef<AbortController>(undefined);
  // A repeat after no answer has the key of before; after a refusal for another version it decides about the present one.
  const [senders] = useState(() => new Map(orders.map(({ id, version }) => [id, { call: makeNamedCall(), version }])));
  const work = async ({ id }: OrderRecord, values: Values): Promise<Result> => {
    const sender = senders.get(id) ?? { call: makeNamedCall(), version: 0 };
    try {
      const of = { params: { id }, query: { environment }, ifMatch: sender.version };
      const after = await SENDERS[step](sender.call, of, values);
      return { state: after.pending_transition === null ? 'done' : 'recorded' };
    } catch (error) {
      const present = error instanceof ApiProblem ? error.document.current_version : undefined;
      if (present !== undefined) sender.version = present;
      throw error;
    }
  };
  const run = async (some: readonly OrderRecord[], values: Values): Promise<void> => {
    const { signal } = (stopping.current = new AbortController());
    const done: string[] = [];
    setIsRunning(true);
    setResults((before) => new Map([...before].filter(([id]) => !some.some((order) => order.id === id))));
    await runEach(some, {
      atOnce: AT_ONCE,
      signal,
      work: (order) => work(order, values),
      tell: ({ id }, result) => {
        if (result.state !== 'failed') done.push(id);
        setResults((before) => new Map(before).set(id, result));
      },
    });
    setIsRunning(false);
    onDone(done);
    await queries.invalidateQueries({ predicate: isOfOrders });
  };
  return { results, isRunning, run, stop: () => stopping.current?.abort() };
}
