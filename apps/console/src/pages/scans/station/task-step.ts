import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { below } from '../../../api/call.ts';
import { useNamedCall } from '../../../api/named-call.ts';
import { operations } from '../../../api/operations.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { useEnvironment } from '../../../api/session.ts';
import { stationWords as words } from './station-strings.ts';
import type { StationWork } from './station-work.ts';
import type { Task } from './task.ts';

/** The carrier and number of a parcel that leaves; empty where they are not told. */
interface Parcel {
  readonly carrier: string;
  readonly tracking: string;
}

/** Gives the station its way to pack and ship the task in hand, based on the version that was taken up. Nothing of it waits offline. */
export function useTaskStep(work: StationWork) {
  const environment = useEnvironment();
  const queries = useQueryClient();
  const call = useNamedCall();
  const [isTaking, setIsTaking] = useState(false);
  const [error, setError] = useState<unknown>();
  const send = ({ id, kind, version, lines }: Task, step: 'pack' | 'ship', { carrier, tracking }: Parcel) => {
    const of = { params: { id }, query: { environment }, ifMatch: version } as const;
    const shipped = {
      ...(carrier === '' ? {} : { carrier }),
      ...(tracking === '' ? {} : { tracking_number: tracking }),
    };
    if (step === 'ship')
      return kind === 'order'
        ? call(operations.shipOrder, { ...of, body: shipped })
        : call(operations.shipFulfilment, { ...of, body: shipped });
    if (kind === 'order') return call(operations.packOrder, { ...of, body: {} });
    const contents = lines.map(({ id: line_id, units: quantity }) => ({ line_id, quantity }));
    return call(operations.packFulfilment, { ...of, body: { packages: [{ lines: contents }] } });
  };
  const take = async (task: Task, step: 'pack' | 'ship', parcel: Parcel): Promise<void> => {
    setIsTaking(true);
    setError(undefined);
    try {
      const after = await send(task, step, parcel);
      work.leave();
      if (after.pending_transition === null) work.say('good', words.tookStep[step](task.name));
      else work.say('kept', words.stepWaits(task.name));
    } catch (failure) {
      setError(failure);
      work.say('bad', failure instanceof ApiProblem ? failure.message : words.noConnection(words.task(task.name)));
    } finally {
      setIsTaking(false);
      void queries.invalidateQueries({ predicate: below(operations.listOrders) });
    }
  };
  return { take, isTaking, error };
}
