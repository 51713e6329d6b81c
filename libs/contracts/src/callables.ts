import { type Operation, pathOf } from './operation.ts';

/**
 * An operation as a client has it: the method and the path that a call needs. Its schemas are there as types alone, so that a browser
 * loads none of them.
 */
export interface Callable<Op extends Operation = Operation> {
  readonly method: Operation['method'];
  /** The whole path, with its parameters as `:name`. */
  readonly path: string;
  /** Never set: it gives calls the types of the operation. */
  readonly typed?: Op;
}

/** Operations by their ids, as a client has them. */
export function callables<Ops extends Readonly<Record<string, Operation>>>(
  operations: Ops,
): { readonly [Id in keyof Ops]: Callable<Ops[Id]> };
export function callables(operations: Readonly<Record<string, Operation>>): Readonly<Record<string, Callable>> {
  const entries = Object.entries(operations).map(([id, operation]) => [
    id,
    { method: operation.method, path: pathOf(operation) },
  ]);
  return Object.fromEntries(entries);
}
