import type {
  CancelOrderBody,
  CloseOrderBody,
  CreateFulfilmentBody,
  FulfilmentRecord,
  PackFulfilmentBody,
  ReassignOrderBody,
  ShipFulfilmentBody,
} from '@fulfilment/contracts';
import { contentHash, newId, type RequestContext } from '@fulfilment/kernel';
import type { LineUnits } from '../orders/domain/steps.ts';
import type { OrderReply } from './order-answers.ts';
import { type RunStep, shipmentIn } from './run-step.ts';
import type { Target } from './step-targets.ts';

/** The answer to a step of a fulfilment. */
export interface FulfilmentReply extends Pick<OrderReply, 'type' | 'replayed'> {
  readonly fulfilment: FulfilmentRecord;
}

/** A step of a fulfilment. @throws AppError as {@link RunStep} does. */
export type StepOfFulfilment<Body> = (id: string, body: Body, context: RequestContext) => Promise<FulfilmentReply>;

/** A step of units that are in no part. @throws AppError as {@link RunStep} does. */
type StepOfUnplanned<Body> = (orderId: string, body: Body, context: RequestContext) => Promise<OrderReply>;

/** The steps of orders that are packed and shipped in parts. */
export interface PartSteps {
  /** Plans a part of an order. */
  readonly createFulfilment: StepOfFulfilment<CreateFulfilmentBody>;
  /** Makes the holds of a part firm and records its packages. */
  readonly packFulfilment: StepOfFulfilment<PackFulfilmentBody>;
  /** Makes the holds of a part loose again. */
  readonly unpackFulfilment: StepOfFulfilment<CancelOrderBody>;
  /** Takes the units of a part out of stock and records the shipment. */
  readonly shipFulfilment: StepOfFulfilment<ShipFulfilmentBody>;
  /** Puts the units of a part back into the order. */
  readonly cancelFulfilment: StepOfFulfilment<CancelOrderBody>;
  /** Drops what is in no part. */
  readonly closeOrder: StepOfUnplanned<CloseOrderBody>;
  /** Holds what is in no part in other warehouses. */
  readonly reassignOrder: StepOfUnplanned<ReassignOrderBody>;
}

export function makePartSteps(run: RunStep): PartSteps {
  const runPart = async (...[target, ask, context]: Parameters<RunStep>) => ofFulfilment(await run(target, ask, context));
  return {
    createFulfilment: (orderId, { lines, warehouse, external_id: externalId = null, note = null }, context) => {
      const place = warehouse === undefined ? {} : { warehouse };
      const content = { order: orderId, lines: lines ?? null, note, ...place };
      const ask = {
        transition: 'fulfil',
        fulfilmentId: newId('ful'),
        externalId,
        note,
        contentHash: contentHash(content),
        ...place,
      } as const;
      return runPart(order(orderId), { ...ask, lines: unitsOf(lines) }, context);
    },
    packFulfilment: (fulfilmentId, { packages = [], lines, short = null }, context) => {
      // Code before `reallocate` knows the half of it that puts the units back into the order.
      const rest = short === 'reallocate' ? ({ short: 'backorder', reallocate: true } as const) : { short };
      const ask = { transition: 'fulfilment_pack', fulfilmentId, packages, ...rest } as const;
      return runPart(part(fulfilmentId), { ...ask, lines: unitsOf(lines) }, context);
    },
    unpackFulfilment: (fulfilmentId, { reason = null }, context) =>
      runPart(part(fulfilmentId), { transition: 'fulfilment_unpack', fulfilmentId, reason }, context),
    shipFulfilment: (fulfilmentId, { from, ...body }, context) => {
      const places = from?.map(({ line_id: lineId, location, quantity }) => ({ lineId, location, quantity })) ?? null;
      const ask = { transition: 'fulfilment_ship', fulfilmentId, ...shipmentIn(body), from: places } as const;
      return runPart(part(fulfilmentId), ask, context);
    },
    cancelFulfilment: (fulfilmentId, { reason = null }, context) =>
      runPart(part(fulfilmentId), { transition: 'fulfilment_cancel', fulfilmentId, reason }, context),
    closeOrder: (orderId, { lines, reason = null }, context) =>
      run(order(orderId), { transition: 'close', lines: unitsOf(lines), reason }, context),
    reassignOrder: (orderId, { lines }, context) => {
      const moved = lines.map(({ line_id: lineId, quantity, from = null, to }) => ({ lineId, quantity, from, to }));
      return run(order(orderId), { transition: 'reassign', lines: moved }, context);
    },
  };
}

const order = (id: string): Target => ({ type: 'order', id });
const part = (id: string): Target => ({ type: 'fulfilment', id });

function unitsOf(lines: CreateFulfilmentBody['lines']): readonly LineUnits[] | null {
  return lines?.map(({ line_id: lineId, quantity }) => ({ lineId, quantity })) ?? null;
}

/** The answer to a request for a fulfilment, of which the order is left out. */
export function ofFulfilment({ type, replayed, fulfilment, order: { id } }: OrderReply): FulfilmentReply {
  if (!fulfilment) throw new Error(`The answer of order ${id} has no fulfilment`);
  return { type, replayed, fulfilment };
}
