import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { below } from '../../../api/call.ts';
import { operations } from '../../../api/callable-operations.ts';
import { useNamedCall } from '../../../api/named-call.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { useEnvironment } from '../../../api/session.ts';
import { packBodyOf, type Short } from './parcels.ts';
import { stationWords as words } from './station-strings.ts';
import type { StationWork } from './station-work.ts';
import type { Task } from './task.ts';

/** A step: what becomes of units that are short, or the carrier and number of a parcel that leaves, empty where they are not told. */
export type TaskStep =
  | { readonly step: 'pack'; readonly short?: Short }
  | { readonly step: 'ship'; readonly carrier: string; readonly tracking: string };

/** Gives the station its way to pack and ship the task in hand, based on the version that was taken up. Nothing of it waits offline. */
export function useTaskStep(work: StationWork) {
  const environment = useEnvironment();
  const queries = useQueryClient();
  const call = useNamedCall();
  const [isTaking, setIsTaking] = useState(false);
  const [error, setError] = useState<unknown>();
  const isBusy = useRef(false);
  const ship = ({ id, kind, version }: Task, { carrier, tracking }: Extract<TaskStep, { step: 'ship' }>) => {
    const body = {
      ...(carrier === '' ? {} : { carrier }),
      ...(tracking === '' ? {} : { tracking_number: tracking }),
    };
    const request = { params: { id }, query: { environment }, ifMatch: version, body } as const;
    return kind === 'fulfilment' ? call(operations.shipFulfilment, request) : call(operations.shipOrder, request);
  };
  /** The task as a fulfilment, made of an order whose parcels or rest have to be told. */
  const asPart = async (task: Task): Promise<Task> => {
    const { orderId, version: ifMatch, lines, warehouse } = task;
    const body = {
      lines: lines.map(({ id, units }) => ({ line_id: id, quantity: units })),
      ...(warehouse && { warehouse: warehouse.id }),
    };
    const { id, version } = await call(operations.createFulfilment, {
      params: { id: orderId },
      query: { environment },
      ifMatch,
      body,
    });
    const part: Task = { ...task, kind: 'fulfilment', id, version };
    work.set({ inHand: part, task: id });
    return part;
  };
  const pack = async (task: Task, short: Short | undefined) => {
    const body = packBodyOf(work.state.get(), short);
    const query = { environment };
    if (task.kind === 'order' && body.packages?.length === 1 && short === undefined)
      return await call(operations.packOrder, { params: { id: task.id }, query, ifMatch: task.version, body: {} });
    const { id, version: ifMatch } = task.kind === 'fulfilment' ? task : await asPart(task);
    return await call(operations.packFulfilment, { params: { id }, query, ifMatch, body });
  };
  const take = async (task: Task, step: TaskStep): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    setIsTaking(true);
    setError(undefined);
    try {
      const after = step.step === 'ship' ? await ship(task, step) : await pack(task, step.short);
      work.leave();
      if (after.pending_transition === null) work.say('good', words.tookStep[step.step](task.name));
      else work.say('kept', words.stepWaits(task.name));
    } catch (failure) {
      setError(failure);
      work.say(
        'bad',
        failure instanceof ApiProblem ? failure.message : words.noConnection(words.task(task.name, task.warehouse?.code)),
      );
    } finally {
      isBusy.current = false;
      setIsTaking(false);
      void queries.invalidateQueries({ predicate: below(operations.listOrders) });
    }
  };
  return { take, isTaking, error };
}
