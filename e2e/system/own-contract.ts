import {
  ACCOUNT_OPERATIONS,
  isErrorCode,
  ERRORS,
  OPERATIONS,
  problemDocument,
  problemItem,
  type ReplySpec,
} from '@fulfilment/contracts';
import { z } from 'zod';

/** Under which path an API is. */
export type Api = '/v1' | '/account/v1';

const OPERATIONS_OF = { '/v1': OPERATIONS, '/account/v1': ACCOUNT_OPERATIONS } as const;

/** An operation by its method and its template in the document, and the status of a success. */
export interface SuccessOf {
  readonly api: Api;
  readonly method: string;
  readonly template: string;
  readonly status: number;
}

/**
 * Holds a success against the contract that the services present it by. The published document lets answers gain fields;
 * an undeclared field is a fault all the same.
 *
 * @returns what differs; nothing for what is no success, or is streamed.
 */
export function faultsByContract(success: SuccessOf, body: unknown): readonly string[] {
  const reply = replyOf(success);
  if (!reply || reply.media) return [];
  const { error } = reply.body.safeParse(body);
  return (error?.issues ?? []).map(({ path, message }) => `/${path.join('/')} ${message}`);
}

function replyOf({ api, method, template, status }: SuccessOf): ReplySpec | undefined {
  const asked = method.toUpperCase() === 'HEAD' ? 'GET' : method.toUpperCase();
  const operation = OPERATIONS_OF[api].find(
    (each) => each.method === asked && each.path.replaceAll(/:([a-z_]+)/g, '{$1}') === template,
  );
  return operation?.replies[status];
}

const declaredItem = z.strictObject(problemItem.shape);
const declaredProblem = z.strictObject({ ...problemDocument.shape, errors: z.array(declaredItem).optional() });

/**
 * Holds a problem against the codes that its operation declares for the status. Problems may gain members; an undeclared one is a
 * fault all the same.
 *
 * @param codes of the response; of any, where there is none.
 */
export function faultsOfProblem(body: unknown, codes: readonly string[]): readonly string[] {
  const { data, error } = declaredProblem.safeParse(body);
  if (!data) return error.issues.map(({ path, message }) => `/${path.join('/')} ${message}`);
  const { code, status } = data;
  return [
    ...(codes.length > 0 && !codes.includes(code) ? [`/code ${code} is not declared`] : []),
    ...(isErrorCode(code) && ERRORS[code].status !== status ? [`/status ${status} is not that of ${code}`] : []),
  ];
}
