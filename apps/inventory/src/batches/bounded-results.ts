import type { ImportChange, RecordLeftOut, SkuRecord } from '@fulfilment/contracts';
import { AppError, jsonBytesOf } from '@fulfilment/kernel';
import type { Op } from './item-operations.ts';

/** The result of one item of a batch or an import. */
export type ItemResult =
  | Applied
  | { readonly type: 'refused'; readonly error: AppError; readonly places?: number }
  /** Nothing is wrong with it; others of an atomic batch were refused. */
  | { readonly type: 'left-out' };

export interface Applied {
  readonly type: 'applied';
  readonly op: Op;
  /** Of the SKU after it. */
  readonly version: number;
  /** The SKU after it, or why that is left out. */
  readonly record: SkuRecord | RecordLeftOut;
  /** True where it did anything. */
  readonly changed: boolean;
  /** Places at which the SKU lies: what its transaction carries. */
  readonly places: number;
  /** Of a dry run: the facts that differ, before and after; `before` is null where the item makes the SKU. */
  readonly change?: Pick<ImportChange, 'sku' | 'location' | 'before' | 'after'>;
}

/** Bytes of the results of a batch as JSON, about: a record has up to 300 KB, and a batch up to 1 000 results. */
const MAX_RESULT_BYTES = 4_000_000;
/** Of a result beside what it shows. */
const BYTES_OF_RESULT = 100;

interface ResultOfItem {
  /** That the item is about. */
  readonly sku: string;
  readonly result: ItemResult;
}

const keyOf = ({ sku, result }: ResultOfItem): string => `${result.type} ${sku}`;

/**
 * The results of a batch in the order of its items. Of a SKU only the last result shows its record, and only the last refusal the record
 * that it found; what would exceed 4 MB is left out. So no more is held while a batch goes on than its answer has.
 */
export class BoundedResults {
  readonly results: ItemResult[] = [];
  /** The last that may show the record of a SKU, of results and refusals each. */
  readonly #lastOf = new Map<string, { readonly place: number; readonly bytes: number }>();
  #bytes = 0;

  /** Adds the results of some items. One that others of its SKU follow is left out before its record is measured. */
  addAll(some: readonly ResultOfItem[]): void {
    const showing = some.filter(({ result }) => shownIn(result) !== undefined);
    const lastOf = new Map(showing.map((each) => [keyOf(each), each]));
    for (const each of some) {
      const isFollowed = shownIn(each.result) !== undefined && lastOf.get(keyOf(each)) !== each;
      this.#add(isFollowed ? { ...each, result: without(each.result, 'changed_later') } : each);
    }
  }

  #add(each: ResultOfItem): void {
    const { result } = each;
    const place = this.results.length;
    this.#bytes += BYTES_OF_RESULT + (result.type === 'refused' ? jsonBytesOf({ ...result.error.details, current: null }) : 0);
    const shown = shownIn(result);
    if (shown === undefined) {
      this.results.push(result);
      return;
    }
    const key = keyOf(each);
    this.#leaveOut(this.#lastOf.get(key));
    const bytes = jsonBytesOf(shown);
    const fits = this.#bytes + bytes <= MAX_RESULT_BYTES;
    this.results.push(fits ? result : without(result, 'answer_size'));
    this.#lastOf.set(key, { place, bytes: fits ? bytes : 0 });
    if (fits) this.#bytes += bytes;
  }

  #leaveOut(earlier: { readonly place: number; readonly bytes: number } | undefined): void {
    const result = earlier && this.results[earlier.place];
    if (!result) return;
    this.results[earlier.place] = without(result, 'changed_later');
    this.#bytes -= earlier.bytes;
  }
}

/** The record that a result shows, or that its refusal found. */
function shownIn(result: ItemResult): unknown {
  if (result.type === 'applied') return typeof result.record === 'string' ? undefined : result.record;
  return result.type === 'refused' ? result.error.details['current'] : undefined;
}

/** A refusal keeps the version that it found, `current_version`. */
function without(result: ItemResult, why: RecordLeftOut): ItemResult {
  if (result.type === 'applied') return { ...result, record: why };
  if (result.type !== 'refused') return result;
  const { kind, code, message, headers, replayed, details } = result.error;
  const { current: _current, ...others } = details;
  return { ...result, error: new AppError({ kind, code, message, headers, replayed, details: others }) };
}
