import { type DeadLetterRecord, errors, operatorOperations } from '@fulfilment/contracts';
import { type BoundRoute, operatorRoute } from '@fulfilment/http';
import type { DeadLetter, DeadLetters } from '@fulfilment/messaging';

/** Enough to identify the record; the store has it whole. */
const SHOWN_CHARACTERS = 1_000;

/** The operator's routes of every service that consumes: list dead letters, show, retry and discard one. */
export function deadLetterRoutes({
  list,
  get,
  following,
  retry,
  discard,
}: Pick<DeadLetters, 'list' | 'get' | 'following' | 'retry' | 'discard'>): readonly BoundRoute[] {
  return [
    operatorRoute(operatorOperations.listDeadLetters, async ({ query: { state, after, limit } }) => {
      const letters = await list({ limit, ...(state ? { state } : {}), ...(after === undefined ? {} : { after }) });
      const last = letters.length === limit ? letters.at(-1) : undefined;
      return { status: 200 as const, body: { data: letters.map(present), next_after: last?.id ?? null } };
    }),
    operatorRoute(operatorOperations.retryDeadLetter, async ({ body: { id } }) => ({
      status: 200 as const,
      body: { id, put_back: await retry(id) },
    })),
    operatorRoute(operatorOperations.getDeadLetter, async ({ body: { id } }) => {
      const letter = await get(id);
      if (!letter) throw errors.notFound('There is no such dead letter.');
      const { value, headers } = letter;
      return {
        status: 200 as const,
        body: { ...present(letter), value, headers: { ...headers }, following: [...(await following(letter))] },
      };
    }),
    operatorRoute(operatorOperations.discardDeadLetter, async ({ body: { id } }) => {
      const letter = await discard(id);
      return { status: 200 as const, body: { id, state: letter.state, following: [...(await following(letter))] } };
    }),
  ];
}

function present({ headers: _headers, value, at, ...letter }: DeadLetter): DeadLetterRecord {
  return { ...letter, value: value.slice(0, SHOWN_CHARACTERS), at: at.toISOString() };
}
