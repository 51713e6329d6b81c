/**
 * Compares text by code points, as MongoDB sorts it; `<` of JavaScript compares UTF-16, where U+FFFD comes after U+1F600.
 *
 * @returns below 0 where `one` comes first, 0 where they are equal.
 */
export function compareText(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    const [a, b] = [one.charCodeAt(at), other.charCodeAt(at)];
    if (a !== b) return rank(a) - rank(b);
  }
  return one.length - other.length;
}

/** Surrogates stand for code points above all others. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
