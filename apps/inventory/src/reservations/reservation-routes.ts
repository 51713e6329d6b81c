import { operations, type ReservationRecord } from '@fulfilment/contracts';
import { type BoundRoute, ok } from '@fulfilment/http';
import type { Answered } from '@fulfilment/kernel';
import type { Application } from '../application.ts';
import { withDefaultWarehouse } from '../locations/default-warehouse-routes.ts';
import { createdAnswer, okAnswer } from '../records/answers.ts';

export const reservationRoutes = ({ commands, queries }: Application): readonly BoundRoute[] => {
  const bind = withDefaultWarehouse(commands.ensureDefaultWarehouse);
  return [
    bind(operations.quoteAvailability, async ({ body, context }) => okAnswer(await queries.quoteAvailability(body, context))),
    bind(operations.listReservations, async ({ query, context }) => ok(await queries.listReservations(context.tenant, query))),
    bind(operations.createReservation, async ({ body, context }) => {
      const { existing, ...answer } = await commands.createReservation(body, context);
      const reply = existing ? okAnswer(answer) : createdAnswer(answer, `/v1/reservations/${answer.result.id}`);
      return { ...reply, ...linesOf(answer) };
    }),
    bind(operations.getReservation, async ({ params, context }) => ok(await queries.getReservation(context.tenant, params.id))),
    bind(operations.updateReservation, async ({ params, body, context }) => {
      const answer = await commands.updateReservation(params.id, body, context);
      return { ...okAnswer(answer), ...linesOf(answer) };
    }),
    bind(operations.releaseReservation, async ({ params, context }) => {
      const answer = await commands.releaseReservation(params.id, context);
      return { ...okAnswer(answer), ...linesOf(answer) };
    }),
  ];
};

/** For the cost of a change of them. */
const linesOf = ({ result: { lines } }: Answered<ReservationRecord>) => ({ lines: lines.length });
