import type { z } from 'zod';
import { nothing } from '../fields.ts';
import type { Operation, ProcessName, Replies } from '../operation.ts';

/**
 * One operation of the operator's API, declared once: its services make their routes of it, and the operator's client calls by it. It is
 * served beside /v1, by each service for itself, to the holder of the signing key.
 */
export interface OperatorOperation<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  R extends Replies = Replies,
  Services extends readonly ProcessName[] = readonly ProcessName[],
> extends Pick<
  Operation<Params, Query, Body, R>,
  'id' | 'method' | 'path' | 'summary' | 'params' | 'query' | 'body' | 'replies'
> {
  readonly api: 'operator';
  /** The services that answer it. Of several, a call names one. */
  readonly services: Services;
}

type Optional = 'params' | 'query' | 'body';
type Declared<Spec extends OperatorOperation> = Omit<Spec, Optional | 'api'> & Partial<Pick<Spec, Optional>>;
type Nothing = typeof nothing;

/** Declares an operation of the operator's API and keeps its literal types. Omitted `params`, `query` and `body` are {@link nothing}. */
export function operatorOperation<
  const S extends readonly ProcessName[],
  const R extends Replies,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
>(spec: Declared<OperatorOperation<P, Q, B, R, S>>): OperatorOperation<P, Q, B, R, S>;
export function operatorOperation(spec: Declared<OperatorOperation>): OperatorOperation {
  return { api: 'operator', params: nothing, query: nothing, body: nothing, ...spec };
}
