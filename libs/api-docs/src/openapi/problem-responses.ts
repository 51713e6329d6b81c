import {
  BODY_ERRORS,
  type ErrorCode,
  ERRORS,
  IDEMPOTENCY_ERRORS,
  type Operation,
  problemDocument,
  SHARED_ERRORS,
  takesIdempotencyKey,
  writes,
} from '@fulfilment/contracts';
import { problemSample } from '../samples/problems.ts';
import { commonHeaders } from './parameters.ts';
import type { SchemaCollection } from './schemas.ts';
import type { JsonObject } from './field-meanings.ts';

type CodesByStatus = ReadonlyMap<number, readonly ErrorCode[]>;

const SHARED = byStatus([...SHARED_ERRORS, ...BODY_ERRORS, ...IDEMPOTENCY_ERRORS]);

/** Every code that `operation` can refuse with, each once. What takes no body may still be sent one, and refuses that. */
export function errorCodesOf(operation: Operation): readonly ErrorCode[] {
  const ofWrites = [...(writes(operation) ? BODY_ERRORS : []), ...(takesIdempotencyKey(operation) ? IDEMPOTENCY_ERRORS : [])];
  const ofConditions: readonly ErrorCode[] = operation.conditional === true ? ['version_conflict'] : [];
  return [...new Set([...SHARED_ERRORS, ...ofWrites, ...ofConditions, ...ofSessions(operation), ...operation.errors])];
}

/** The codes that refuse a request because of the session that it carries, opens or lacks. */
function ofSessions(operation: Operation): readonly ErrorCode[] {
  const ofOrigin: readonly ErrorCode[] = operation.api === 'account' && writes(operation) ? ['cross_origin'] : [];
  return operation.access === 'session' ? ['session_required', ...ofOrigin] : ofOrigin;
}

/** The problem responses of `operation` by status; each says which codes it can carry. */
export function problemResponses(operation: Operation, schemas: SchemaCollection): JsonObject {
  return Object.fromEntries(
    [...byStatus(errorCodesOf(operation))].map(([status, codes]) => [
      status,
      isShared(status, codes) ? { $ref: `#/components/responses/${nameOf(status)}` } : describe(status, codes, schemas),
    ]),
  );
}

/** The responses that operations share, for `components`. */
export function sharedProblemResponses(schemas: SchemaCollection): JsonObject {
  return Object.fromEntries([...SHARED].map(([status, codes]) => [nameOf(status), describe(status, codes, schemas)]));
}

const STATUS = 'HTTP status of the response.';
const CODE = 'Error code; the description of the response explains each.';

function describe(status: number, codes: readonly ErrorCode[], schemas: SchemaCollection): JsonObject {
  const problem = schemas.schemaOf(problemDocument, 'output');
  const schema = {
    allOf: [
      problem,
      { properties: { status: { description: STATUS, const: status }, code: { description: CODE, enum: codes } } },
    ],
  };
  return {
    description: codes.map((code) => `- \`${code}\`: ${ERRORS[code].description}`).join('\n'),
    headers: headersOf(status),
    content: { 'application/problem+json': { schema, examples: Object.fromEntries(codes.map(exampleOf)) } },
  };
}

function exampleOf(code: ErrorCode): readonly [string, JsonObject] {
  return [code, { summary: ERRORS[code].title, value: problemSample(code) }];
}

function headersOf(status: number): JsonObject {
  if (status === 401) return commonHeaders('WWW-Authenticate');
  return status === 429 || status === 503 ? commonHeaders('Retry-After') : commonHeaders();
}

function byStatus(codes: readonly ErrorCode[]): CodesByStatus {
  return Map.groupBy(codes, (code) => ERRORS[code].status);
}

function isShared(status: number, codes: readonly ErrorCode[]): boolean {
  return SHARED.get(status)?.join() === codes.join();
}

function nameOf(status: number): string {
  return `Problem${status}`;
}
