import type { Answered } from '@fulfilment/kernel';

/** The reply 200 with a result, first or repeated. */
export const okAnswer = <Body>({ result, replayed }: Answered<Body>) => ({ status: 200 as const, body: result, replayed });

/** The reply 201 with a result, first or repeated. @param path of the record that was created. */
export const createdAnswer = <Body>({ result, replayed }: Answered<Body>, path?: string) => ({
  status: 201 as const,
  body: result,
  replayed,
  ...(path === undefined ? {} : { headers: { Location: path } }),
});
