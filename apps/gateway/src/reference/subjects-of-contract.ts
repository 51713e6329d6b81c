import { ACCOUNT_OPERATIONS, type Operation, OPERATIONS } from '@fulfilment/contracts';

/** Operations on one kind of record, which have a page of the reference together. */
export interface Subject {
  /** The tag of its operations in the OpenAPI document. */
  readonly tag: string;
  readonly isOfAccount: boolean;
  readonly path: string;
  readonly title: string;
  readonly operations: readonly Operation[];
}

/** The subjects of the API of records, and then those of the account API, each with its operations in the order of the contract. */
export const SUBJECTS: readonly Subject[] = [...subjectsOf(OPERATIONS, false), ...subjectsOf(ACCOUNT_OPERATIONS, true)];

function subjectsOf(operations: readonly Operation[], isOfAccount: boolean): readonly Subject[] {
  const byTag = Map.groupBy(operations, tagOf);
  return Array.from(byTag, ([tag, own]) => ({
    tag,
    isOfAccount,
    path: isOfAccount ? `/docs/reference/account/${tag}` : `/docs/reference/${tag}`,
    title: titleOf(tag, isOfAccount),
    operations: own,
  }));
}

function tagOf({ path }: Operation): string {
  return path.split('/')[1] ?? '';
}

function titleOf(tag: string, isOfAccount: boolean): string {
  const words = tag.replaceAll('-', ' ');
  return isOfAccount ? `Account: ${words}` : words.charAt(0).toUpperCase() + words.slice(1);
}

const PLACES: ReadonlyMap<Operation, string> = new Map(
  SUBJECTS.flatMap(({ path, operations }) =>
    operations.map((operation): [Operation, string] => [operation, `${path}#${operation.id}`]),
  ),
);

/** The address of the section of an operation. */
export function placeOfOperation(operation: Operation): string {
  return PLACES.get(operation) ?? '/docs';
}
