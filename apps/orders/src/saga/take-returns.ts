import {
  type CreateReturnBody,
  type DisposeReturnBody,
  type EndReturnBody,
  type ReceiveReturnBody,
  type ReturnRecord,
  UNLINKED_REASON,
} from '@fulfilment/contracts';
import { type Clock, contentHash, newId, type RequestContext } from '@fulfilment/kernel';
import { lineOf } from '../orders/domain/order-line.ts';
import { openReturn } from '../orders/domain/order.ts';
import { decideReturn, type ReturnDecision } from '../orders/domain/plan-return.ts';
import type { CreateReturn } from '../orders/domain/steps.ts';
import type { ChangeDecision, ChangeOrder } from './change-order.ts';
import type { FullOfOrders } from './create-order.ts';
import {
  type Begun,
  openReceipt,
  type OrderAnswers,
  type OrderReply,
  originOf,
  stepInProgress,
  type WaitingRequest,
} from './order-answers.ts';
import { refusalError, type RunStep, type StepParts, type TakenBy } from './run-step.ts';
import { olderProcesses, type Target } from './step-targets.ts';
import { toNewLines } from '../orders/order-messages.ts';
import { stockCommandMessage } from '../orders/stock-command-messages.ts';
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
  readonly orders: Pick<OrderStore, 'findByReturn' | 'save'>;
  /** The refusal of an order more than the tenant may have open; undefined where there is room. */
  readonly full: FullOfOrders;
  readonly takenBy: TakenBy;
  readonly answers: OrderAnswers;
  readonly now: Clock;
  readonly admit: StepParts['admit'];
  readonly waitMs: number;
}

export function makeReturnSteps({ run, change, orders, full, takenBy, answers, now, admit, waitMs }: ReturnParts): ReturnSteps {
  /** Opens a return without an order, with what stands for that. */
  const open = async (body: CreateReturnBody, request: WaitingRequest): Promise<Begun> => {
    const { context } = request;
    const create = creationOf(body);
    const held = await takenBy(create, '', request);
    if (held) return held;
    if (!(await admit('unlinked'))) return { type: 'refused', error: olderProcesses() };
    const lines = create.lines.map(({ lineId, quantity }, place) => lineOf(lineId, body.lines[place]?.sku ?? '', quantity));
    const step = { ...create, transition: 'return_open', approved: body.approved } as const;
    const order = openReturn(
      { id: unknownOrderOf(create.returnId), tenant: context.tenant, lines, step },
      originOf(context),
      now(),
    );
    const { pending } = order;
    const creation = {
      from: 0,
      order,
      history: [],
      messages: [stockCommandMessage(order)],
      receipt: openReceipt(context, pending),
    };
    const saved = await orders.save(creation);
    if (saved === 'saved') return { type: 'sent', order, step: pending };
    if (saved === 'repeated') return { type: 'repeated' };
    return (await takenBy(create, order.id, request)) ?? { type: 'refused', error: stepInProgress(order) };
  };
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
      const request = { context, deadlineMs: performance.now() + waitMs };
      if (body.order_id === null) return ofReturn(await answers.conclude(await open(body, request), request));
      const create = creationOf(body);
      const order = { type: 'order', id: body.order_id } as const;
      const error = create.exchange && (await full(context));
      if (error) return ofReturn(await answers.conclude({ type: 'refused', error }, request));
      if (body.approved) return step(order, create, context);
      if (!(await admit('returns'))) throw olderProcesses();
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

/** The id of what stands for the unknown order of a return: of no other order it is known by its return's. */
const unknownOrderOf = (returnId: string): string => returnId.replace(/^ret/, 'ord');

function creationOf(body: CreateReturnBody): CreateReturn {
  const { order_id: order, external_id: externalId = null, lines, approved, note = null, exchange: asked } = body;
  const units = lines.map(({ line_id: lineId = newId('lin'), quantity, reason = UNLINKED_REASON, note: onLine = null }) => {
    return { lineId, quantity, reason, note: onLine };
  });
  // Lines without an order are known by their SKUs: their ids are new with each request.
  const named = order === null ? lines.map(({ sku }, place) => ({ ...units[place], lineId: undefined, sku })) : units;
  const content = { order, lines: named, approved, note, ...(asked && { exchange: asked.lines }) };
  const exchange = asked && {
    orderId: newId('ord'),
    lines: toNewLines(asked.lines),
  };
  const create = { returnId: newId('ret'), lines: units, externalId, contentHash: contentHash(content), note };
  return { transition: 'return', ...create, ...(exchange && { exchange }) };
}

function changeOf(outcome: ReturnType<typeof decideReturn>): ChangeDecision {
  return outcome.type === 'order-updated' ? { ...outcome, type: 'changed' } : { type: 'refused', error: refusalError(outcome) };
}

/** The answer to a request for a return, of which the order is left out. */
export function ofReturn({ type, replayed, return: of, order: { id } }: OrderReply): ReturnReply {
  if (!of) throw new Error(`The answer of order ${id} has no return`);
  return { type, replayed, of };
}
