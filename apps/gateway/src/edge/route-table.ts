import { errors, type Operation, pathOf } from '@fulfilment/contracts';
import { methodNotAllowed } from '@fulfilment/http';

/** The prefixes of the APIs: that of tenants' records, and that of their account. */
export const API_PREFIXES = ['/v1', '/account/v1'];

/** Finds operations by method and path, byte for byte and case-sensitive as the services do. */
export interface RouteTable {
  /** @throws AppError `not_found`; `method_not_allowed` where the path has other methods. HEAD is GET. */
  find(method: string, path: string): Operation;
  has(method: string, path: string): boolean;
}

interface Node {
  readonly named: Map<string, Node>;
  /** The node of a parameter. */
  any: Node | undefined;
  readonly methods: Map<string, Operation>;
}

const emptyNode = (): Node => ({ named: new Map(), any: undefined, methods: new Map() });

export function makeRouteTable(operations: readonly Operation[]): RouteTable {
  const root = emptyNode();
  for (const operation of operations) nodeAt(root, pathOf(operation)).methods.set(operation.method, operation);
  const methodsAt = (path: string) => match(root, path.split('/').slice(1))?.methods;
  return {
    has: (method, path) => methodsAt(path)?.has(asGet(method)) === true,
    find: (method, path) => {
      const methods = methodsAt(path);
      if (!methods) throw errors.notFound('There is no such path.');
      const operation = methods.get(asGet(method));
      if (!operation) throw methodNotAllowed(method, [...methods.keys()]);
      return operation;
    },
  };
}

function asGet(method: string): string {
  return method === 'HEAD' ? 'GET' : method;
}

function nodeAt(root: Node, path: string): Node {
  let node = root;
  for (const segment of path.split('/').slice(1)) {
    if (segment.startsWith(':')) {
      node.any ??= emptyNode();
      node = node.any;
      continue;
    }
    const next = node.named.get(segment) ?? emptyNode();
    node.named.set(segment, next);
    node = next;
  }
  return node;
}

/** A name takes precedence over a parameter, which is tried where the name leads nowhere. */
function match(node: Node, [segment, ...rest]: readonly string[]): Node | undefined {
  if (segment === undefined) return node.methods.size > 0 ? node : undefined;
  const named = node.named.get(segment);
  return (named && match(named, rest)) ?? (segment !== '' && node.any ? match(node.any, rest) : undefined);
}
