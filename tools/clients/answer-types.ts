import type { ClientModel, Operation, Schema, Type } from './model.ts';

/** Names of the records that a call may have recorded and not yet done. */
export function pendingRecords({ groups }: ClientModel): readonly string[] {
  return named(groups.flatMap(({ operations }) => operations.flatMap((each) => (each.pending ? answerType(each) : []))));
}

/** Names of the results of batches. */
export function batchResults({ groups, schemas }: ClientModel): readonly string[] {
  return named(groups.flatMap(({ operations }) => operations.flatMap((each) => resultType(each, schemas))));
}

const answerType = ({ answer }: Operation): readonly Type[] => (answer.kind === 'json' ? [answer.type] : []);

function resultType(operation: Operation, schemas: readonly Schema[]): readonly Type[] {
  const { batch } = operation;
  const names = named(answerType(operation));
  return schemas.flatMap((schema) =>
    batch && schema.kind === 'object' && names.includes(schema.name)
      ? schema.fields.flatMap(({ name, type }) => (name === batch.results && type.kind === 'list' ? [type.of] : []))
      : [],
  );
}

function named(types: readonly Type[]): readonly string[] {
  return [...new Set(types.flatMap((type) => (type.kind === 'named' ? [type.name] : [])))];
}
