import { errors } from '@fulfilment/contracts';
import type { AppError } from '@fulfilment/kernel';
import type { FilterFault } from './domain/filter/parse-filter.ts';

export interface FieldFault {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
}

/** The error of a request with values that cannot be taken. */
export function fieldsRefused(...fields: readonly FieldFault[]): AppError {
  const [first] = fields;
  const detail = first && fields.length === 1 ? first.message : `${fields.length} fields are invalid.`;
  return errors.validationFailed(detail, { facts: { errors: fields } });
}

/** The error of a filter that cannot be parsed, in the field `filter` of the body. */
export function filterRefused(faults: readonly FilterFault[]): AppError {
  return fieldsRefused(
    ...faults.map(({ pointer, message }) => ({ pointer: `/filter${pointer}`, code: 'filter_refused', message })),
  );
}
