export { LABELS } from './next-release/edits.ts';
export { writeNextRelease } from './next-release/write-next-release.ts';
