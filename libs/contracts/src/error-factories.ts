import { AppError, type Failure } from '@fulfilment/kernel';
import { type ErrorCode, ERRORS, isErrorCode } from './errors.ts';

/** Optional parts of an error. */
export interface ErrorParts extends Pick<Failure, 'headers' | 'replayed' | 'cause'> {
  /** Facts for the caller, in the wire's snake_case, beside the standard members of the problem document. */
  readonly facts?: Failure['details'];
}

/**
 * The error of a code that is known at run time only, such as that of a domain refusal.
 *
 * @param detail one sentence for the caller: never a secret, a host name or a driver's text.
 */
export function errorOf(code: ErrorCode, detail: string, { facts, headers, replayed = false, cause }: ErrorParts = {}): AppError {
  return new AppError({
    kind: ERRORS[code].kind,
    code,
    message: detail,
    ...(facts && { details: facts }),
    ...(headers && { headers }),
    replayed,
    cause,
  });
}

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name;

type ErrorFactory = (detail: string, parts?: ErrorParts) => AppError;

/** A factory for each code of the catalogue, under its name in camel case. */
type ErrorFactories = { readonly [Code in ErrorCode as CamelCase<Code>]: ErrorFactory };

/** Makes errors of the catalogue: `errors.insufficientStock('3 are available.', { facts: { … } })`. Kind and code come from {@link ERRORS}. */
export const errors: ErrorFactories = makeFactories();

function makeFactories(): ErrorFactories {
  const factories = Object.fromEntries(
    Object.keys(ERRORS)
      .filter(isErrorCode)
      .map((code) => [camelCase(code), (detail: string, parts?: ErrorParts) => errorOf(code, detail, parts)]),
  );
  if (!isComplete(factories)) throw new Error('A code of the catalogue has no factory');
  return factories;
}

function isComplete(factories: Readonly<Record<string, ErrorFactory>>): factories is ErrorFactories {
  return Object.keys(ERRORS).every((code) => Object.hasOwn(factories, camelCase(code)));
}

function camelCase(code: string): string {
  return code.replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
}
