import { AppError } from './app-error.ts';

/** What `If-Match` asks of a record's version (RFC 9110 section 13.1.1). */
export type VersionCondition = { readonly type: 'any' } | { readonly type: 'one-of'; readonly versions: readonly number[] };

/** Whether a record at `version` may be changed; without a condition it may. */
export function meetsCondition(condition: VersionCondition | undefined, version: number): boolean {
  return condition?.type !== 'one-of' || condition.versions.includes(version);
}

/**
 * The refusal of a change that was meant for another version.
 *
 * @param current the record as clients see it now.
 * @returns 412 `version_conflict` with `current_version` and `current`, so that no second request is needed to mend it.
 */
export function versionConflict(current: { readonly version: number }): AppError {
  return new AppError({
    kind: 'conflict',
    code: 'version_conflict',
    message: `The record is at version ${current.version} now.`,
    details: { current_version: current.version, current },
  });
}
