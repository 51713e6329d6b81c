/** API keys, and secrets of endpoints. */
const SECRET = /(?:fsk_(?:sandbox|live)|whsec)_[^/]+/g;

/**
 * The path of a request target as it may be logged: without the query, and without what somebody has put into the path that
 * belongs into a header.
 */
export function loggedPath(target: string): string {
  const end = target.indexOf('?');
  const path = end < 0 ? target : target.slice(0, end);
  // The regular expression is for the few that need it.
  return path.includes('fsk_') || path.includes('whsec_') ? path.replaceAll(SECRET, '[secret]') : path;
}
