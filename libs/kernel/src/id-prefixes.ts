/** The prefixes of public ids: they show the type of a record. */
export type IdPrefix =
  | 'loc'
  | 'ord'
  | 'lin'
  | 'ful'
  | 'hld'
  | 'rsv'
  | 'ret'
  | 'scn'
  | 'trf'
  | 'mov'
  | 'evt'
  | 'whk'
  | 'dlv'
  | 'sec'
  | 'rpl'
  | 'key'
  | 'acc'
  | 'req'
  | 'aud'
  | 'mem'
  | 'ses'
  | 'inv';

/** Matches ids of `prefix` as `newId` makes them. */
export function idPattern(prefix: IdPrefix): RegExp {
  return new RegExp(`^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`);
}
