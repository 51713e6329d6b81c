import { IDENTITY_HEADER, OPERATOR_OPERATIONS, type OperatorOperation, pathOf } from '@fulfilment/contracts';
import { z } from 'zod';
import { page, table } from './pages.ts';

/** Every operation of the operator's API, with the services that answer it and what it takes. */
export function operatorApiPage(): string {
  const byRequest = OPERATOR_OPERATIONS.toSorted((a, b) => (requestOf(a) < requestOf(b) ? -1 : 1));
  return page(
    "# The operator's API",
    `The commands of \`npm run -s admin\` ([operator-commands.md](../operator-commands.md)) call it; no key and no session reaches it. Each service answers it for itself, the gateway on its internal port, the others on their API port. A call has a JWT in \`${IDENTITY_HEADER}\`: \`sub: "operator"\`, \`op: true\`, the service as audience, signed by the key of the system. Bodies and answers are JSON, refusals problem documents ([errors](errors.md)). A field with \`?\` may be left out.`,
    table(['operation', 'request', 'services', 'query', 'body', 'answer'], byRequest.map(rowOf)),
  );
}

function rowOf(operation: OperatorOperation): readonly string[] {
  const { method, services, summary, query, body, replies } = operation;
  const answers = Object.entries(replies).map(([status, { description }]) => `${status}: ${description}`);
  return [summary, `\`${method} ${pathOf(operation)}\``, services.join(', '), fieldsOf(query), fieldsOf(body), answers.join(' ')];
}

/** By path, the methods and services of one together. */
function requestOf(operation: OperatorOperation): string {
  return `${pathOf(operation)} ${operation.method} ${operation.services.join()}`;
}

function fieldsOf(schema: z.ZodType): string {
  if (!(schema instanceof z.ZodObject)) throw new Error('an operation of the operator takes an object');
  const fields = Object.entries<z.ZodType>(schema.shape);
  return fields.map(([name, field]) => `\`${name}${field.safeParse(undefined).success ? '?' : ''}\``).join(', ');
}
