import { useQueryClient } from '@tanstack/react-query';
import { below } from '../../api/call.ts';
import { operations } from '../../api/callable-operations.ts';
import { type NamedCall, useNamedCall } from '../../api/named-call.ts';
import { useSeenVersion } from '../../api/seen-version.ts';
import { useEnvironment } from '../../api/session.ts';
import type { Environment, OrderRecord } from '../../api/types.ts';
import { toast } from '../../parts/toasts.tsx';
import { orderWords } from './order-strings.ts';

/** The request of a step but for its body: which record, where, and the version that the member saw. */
interface OfRecord {
  readonly params: { readonly id: string };
  readonly query: { readonly environment: Environment };
  readonly ifMatch: number;
}

/** A step as its dialog sends it. */
type Step = (call: NamedCall, of: OfRecord) => Promise<{ readonly pending_transition: string | null }>;

/** A step of an order that a dialog takes, as {@link useStep} gives it. */
type TakeStep = (step: Step) => Promise<void>;

/** The order that a dialog was opened for, and the way to take its step. */
export interface OrderActionProps {
  readonly order: OrderRecord;
  readonly take: TakeStep;
  readonly onClose: () => void;
}

/** True for everything that is read of orders, their fulfilments and their returns. */
export function isOfOrders(query: { readonly queryKey: readonly unknown[] }): boolean {
  return [operations.listOrders, operations.listReturns].some((list) => below(list)(query));
}

/**
 * Gives a dialog its way to take a step of an order, a fulfilment or a return: based on the version that was seen, told when it is done,
 * and everything of orders read again whatever the answer was.
 */
export function useStep(record: { readonly id: string; readonly version: number }, done: string, onClose: () => void): TakeStep {
  const environment = useEnvironment();
  const queries = useQueryClient();
  const call = useNamedCall();
  const asSeen = useSeenVersion(record);
  return async (step) => {
    try {
      const of = { params: { id: record.id }, query: { environment } };
      const after = await asSeen((ifMatch) => step(call, { ...of, ifMatch }));
      toast(after.pending_transition === null ? done : orderWords.recorded);
      await queries.invalidateQueries({ predicate: isOfOrders });
      onClose();
    } catch (error) {
      void queries.invalidateQueries({ predicate: isOfOrders });
      throw error;
    }
  };
}
