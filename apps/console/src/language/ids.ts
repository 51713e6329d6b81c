/** Characters at the end of an id that tell two of one time apart. */
export const END_OF_ID = 6;

/** The beginning and the end of an id, where there is no room for all of it: `ord_…6XK2P9`. */
export function shortId(id: string): string {
  return id.length > 14 ? `${id.slice(0, 4)}…${id.slice(-END_OF_ID)}` : id;
}
