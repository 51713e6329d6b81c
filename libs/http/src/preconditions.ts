import { AppError, type VersionCondition } from '@fulfilment/kernel';

/** A quoted entity tag, weak or strong (RFC 9110 section 8.8.3). */
const TAG = /^(W\/)?"([\u0021\u0023-\u007E\u0080-\u00FF]*)"$/;

/** The entity tag of a record at `version`. */
export function etagOf(version: number): string {
  return `"${version}"`;
}

/**
 * Reads `If-Match` (RFC 9110 section 13.1.1). Weak tags never match, nor do tags that are no version.
 *
 * @throws AppError `invalid_parameter` where it is no list of entity tags.
 */
export function versionConditionOf(field: string | undefined): VersionCondition | undefined {
  if (field === undefined) return undefined;
  if (field.trim() === '*') return { type: 'any' };
  const tags = readTags(field);
  if (!tags) throw badHeader('If-Match', 'one or more quoted entity tags with commas between them, or *');
  const versions = tags.flatMap(({ weak, value }) => (!weak && /^[1-9]\d{0,15}$/.test(value) ? [Number(value)] : []));
  return { type: 'one-of', versions };
}

/** Whether the caller has the record at `version` already (RFC 9110 section 13.1.2): a field that is no list of tags is passed over. */
export function isKnownToCaller(field: string | undefined, version: number): boolean {
  if (field === undefined) return false;
  if (field.trim() === '*') return true;
  return (readTags(field) ?? []).some(({ value }) => value === String(version));
}

/** @returns 400 `invalid_parameter` that names a header field. */
export function badHeader(name: string, expected: string): AppError {
  const message = `${name} is to be ${expected}.`;
  const errors = [{ pointer: `/${name}`, code: 'invalid_header', message }];
  return new AppError({ kind: 'invalid', code: 'invalid_parameter', message, details: { errors } });
}

function readTags(field: string): { readonly weak: boolean; readonly value: string }[] | undefined {
  const tags: { weak: boolean; value: string }[] = [];
  for (const each of field.split(',')) {
    const [, weak, value] = TAG.exec(each.trim()) ?? [];
    if (value === undefined) return undefined;
    tags.push({ weak: weak !== undefined, value });
  }
  return tags;
}
