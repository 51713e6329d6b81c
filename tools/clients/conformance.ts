import type { ClientModel, Operation } from './model.ts';

/** Facts of the API that the conformance cases of every language go through: each operation and each error. */
export function conformanceFiles({ groups, errors }: ClientModel): ReadonlyMap<string, string> {
  const operations = groups.flatMap(({ name, operations: members }) => members.map((each) => factsOf(name, each)));
  return new Map([
    ['operations.json', `${JSON.stringify(operations, null, 2)}\n`],
    [
      'errors.json',
      `${JSON.stringify(
        errors.map(({ code, status, retryable, example }) => ({ code, status, retryable, example })),
        null,
        2,
      )}\n`,
    ],
  ]);
}

function factsOf(group: string, operation: Operation): object {
  const { id, name, api, method, path, pathParams, body, answer, page, pending, batch, idempotent } = operation;
  return {
    id,
    group,
    name,
    method,
    path: api + path,
    path_params: pathParams.map((param) => param.name),
    body: body?.kind ?? null,
    answer: answer.kind,
    paged: page !== null,
    pending,
    batch,
    idempotent,
  };
}
