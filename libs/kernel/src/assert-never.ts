/**
 * Closes a `switch` over a union: the compiler refuses a case that was forgotten.
 *
 * @throws Error for a value outside the union.
 */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
