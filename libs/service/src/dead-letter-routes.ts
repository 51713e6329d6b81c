import {
  deadLetterPage,
  type DeadLetterRecord,
  listDeadLettersQuery,
  nothing,
  retriedDeadLetter,
  retryDeadLetterBody,
} from '@fulfilment/contracts';
import { type BoundRoute, operatorRoute } from '@fulfilment/http';
import type { DeadLetter, DeadLetters } from '@fulfilment/messaging';

const PATH = '/operator/v1/dead-letters';
/** Enough to identify the record; the store has it whole. */
const SHOWN_CHARACTERS = 1_000;

/** The operator's routes of every service that consumes: list dead letters, and retry one. */
export function deadLetterRoutes({ list, retry }: Pick<DeadLetters, 'list' | 'retry'>): readonly BoundRoute[] {
  return [
    operatorRoute(
      {
        method: 'GET',
        path: PATH,
        params: nothing,
        query: listDeadLettersQuery,
        body: nothing,
        replies: { 200: { description: 'A page, by id.', body: deadLetterPage } },
      },
      async ({ query: { state, after, limit } }) => {
        const letters = await list({ limit, ...(state ? { state } : {}), ...(after === undefined ? {} : { after }) });
        const last = letters.length === limit ? letters.at(-1) : undefined;
        return { status: 200 as const, body: { data: letters.map(present), next_after: last?.id ?? null } };
      },
    ),
    operatorRoute(
      {
        method: 'POST',
        path: `${PATH}/retry`,
        params: nothing,
        query: nothing,
        body: retryDeadLetterBody,
        replies: { 200: { description: 'The number of records put back.', body: retriedDeadLetter } },
      },
      async ({ body: { id } }) => ({ status: 200 as const, body: { id, put_back: await retry(id) } }),
    ),
  ];
}

function present({ headers: _headers, value, at, ...letter }: DeadLetter): DeadLetterRecord {
  return { ...letter, value: value.slice(0, SHOWN_CHARACTERS), at: at.toISOString() };
}
