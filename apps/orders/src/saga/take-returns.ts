import type { CreateReturnBody, DisposeReturnBody, EndReturnBody, ReceiveReturnBody, ReturnRecord } from '@fulfilment/contracts';
import { contentHash, newId, type RequestContext } from '@fulfilment/kernel';
import { decideReturn, type ReturnDecision } from '../orders/domain/plan-return.ts';
import type { CreateReturn } from '../orders/domain/steps.ts';
import type { ChangeDecision, ChangeOrder } from './change-order.ts';
import type { OrderAnswers, OrderReply } from './order-answers.ts';
import { refusalError, type RunStep, type StepParts, type TakenBy } from './run-step.ts';
import { olderProcesses, type Target } from './step-targets.ts';
import type { OrderStore } from '../orders/order-ports.ts';

/** The answer to a step of a return. */
export interface ReturnReply extends Pick<OrderReply, 'type' | 'replayed'> {
  readonly of: ReturnRecord;
}

/** A step of a return. @throws AppError as {@link RunStep} does. */
export type StepOfReturn<Body> = (id: string, body: Body, context: RequestContext) => Promise<ReturnReply>;

/** The steps of returns. */
export interface ReturnSteps {
  /** Requests a return, or has its units expected at once. */
  readonly createReturn: (body: CreateReturnBody, context: RequestContext) => Promise<ReturnReply>;
  /** Has inventory expect the units of a return. */
  readonly approveReturn: (id: string, context: RequestContext) => Promise<ReturnReply>;
  readonly rejectReturn: StepOfReturn<EndReturnBody>;
  readonly cancelReturn: StepOfReturn<EndReturnBody>;
  /** Ends a return of which not all units came. */
  readonly closeReturn: StepOfReturn<EndReturnBody>;
  /** Brings units into stock. */
  readonly receiveReturn: StepOfReturn<ReceiveReturnBody>;
  /** Gives units another disposition. */
  readonly disposeReturn: StepOfReturn<DisposeReturnBody>;
}

export interface ReturnParts {
  readonly run: RunStep;
  readonly change: ChangeOrder;
  readonly orders: Pick<OrderStore, 'findByReturn'>;
  readonly takenBy: TakenBy;
  readonly answers: OrderAnswers;
  readonly admit: StepParts['admit'];
  readonly waitMs: number;
}

export function makeReturnSteps({ run, change, orders, takenBy, answers, admit, waitMs }: ReturnParts): ReturnSteps {
  const step = async (...[target, ask, context]: Parameters<RunStep>) => ofReturn(await run(target, ask, context));
  const decide = async (target: Target, decision: ReturnDecision, context: RequestContext): Promise<ReturnReply> => {
    return ofReturn(
      await change(target, context, (order, origin, at) => changeOf(decideReturn(order, decision, { origin, at }))),
    );
  };
  const end = (id: string, as: 'rejected' | 'cancelled', reason: string | null, context: RequestContext) =>
    decide(target(id), { type: 'end', returnId: id, as, reason }, context);
  return {
    createReturn: async (body, context) => {
      const create = creationOf(body);
      const order = { type: 'order', id: body.order_id } as const;
      if (body.approved) return step(order, create, context);
      if (!(await admit('returns'))) throw olderProcesses();
      const request = { context, deadlineMs: performance.now() + waitMs };
      const held = await takenBy(create, body.order_id, request);
      return held ? ofReturn(await answers.conclude(held, request)) : decide(order, { type: 'request', create }, context);
    },
    approveReturn: (id, context) => step(target(id), { transition: 'return_approve', returnId: id }, context),
    rejectReturn: (id, { reason = null }, context) => end(id, 'rejected', reason, context),
    cancelReturn: async (id, { reason = null }, context) => {
      const order = await orders.findByReturn(context.tenant, id);
      const isRequested = order?.returns?.some((each) => each.id === id && each.status === 'requested') === true;
      if (isRequested) return end(id, 'cancelled', reason, context);
      return step(target(id), { transition: 'return_cancel', returnId: id, reason }, context);
    },
    closeReturn: (id, { reason = null }, context) =>
      step(target(id), { transition: 'return_close', returnId: id, reason }, context),
    receiveReturn: (id, { lines }, context) => {
      const units = lines.map(({ line_id: lineId, quantity, disposition, location = null }) => ({
        lineId,
        quantity,
        disposition,
        location,
      }));
      return step(target(id), { transition: 'return_receive', returnId: id, lines: units }, context);
    },
    disposeReturn: (id, { lines }, context) => {
      const units = lines.map(({ line_id: lineId, from_location: fromLocation = null, location = null, ...line }) => ({
        ...line,
        lineId,
        fromLocation,
        location,
      }));
      return step(target(id), { transition: 'return_dispose', returnId: id, lines: units }, context);
    },
  };
}

const target = (id: string): Target => ({ type: 'return', id });

function creationOf(body: CreateReturnBody): CreateReturn {
  const { order_id: order, external_id: externalId = null, lines, approved, note = null } = body;
  const units = lines.map((line) => ({
    lineId: line.line_id,
    quantity: line.quantity,
    reason: line.reason,
    note: line.note ?? null,
  }));
  const content = { order, lines: units, approved, note };
  return { transition: 'return', returnId: newId('ret'), lines: units, externalId, contentHash: contentHash(content), note };
}

function changeOf(outcome: ReturnType<typeof decideReturn>): ChangeDecision {
  return outcome.type === 'order-updated' ? { ...outcome, type: 'changed' } : { type: 'refused', error: refusalError(outcome) };
}

/** The answer to a request for a return, of which the order is left out. */
function ofReturn({ type, replayed, return: of, order: { id } }: OrderReply): ReturnReply {
  if (!of) throw new Error(`The answer of order ${id} has no return`);
  return { type, replayed, of };
}
