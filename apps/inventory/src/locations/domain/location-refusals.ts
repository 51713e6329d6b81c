import { invalidField, type Refusal } from '../../stock/domain/refusal.ts';

/** Places that one transaction renames or archives: about a second's work (measured on two cores). */
export const MAX_BELOW = 5_000;

export const defaultWarehouse = (): Refusal => ({
  kind: 'conflict',
  code: 'default_warehouse',
  message: 'MAIN is the default warehouse: it keeps its code, and is not archived.',
  errors: [],
});

/** @param pointer to what asks for it. */
export const tooManyBelow = (pointer: string, path: string): Refusal =>
  invalidField(pointer, `More than ${MAX_BELOW} locations stand in ${path}: begin with those below it.`);

/** @param skus some of those that lie or are at home there. */
export const locationNotEmpty = (path: string, skus: readonly string[]): Refusal => ({
  kind: 'conflict',
  code: 'location_not_empty',
  message: `${path} is not empty. Move what lies there, and give what is at home there another home.`,
  errors: skus.map((sku) => ({
    pointer: '',
    code: 'location_not_empty',
    message: `${sku} lies or is at home there.`,
    sku,
  })),
});
