/**
 * Whether objects and lists stand in one another no deeper than that. It takes whatever a body can hold: what walks it by calling
 * itself, as `JSON.stringify` does, ends in an overflow of the stack at some thousand levels.
 *
 * @param value as `JSON.parse` gives it.
 * @param levels an object or list of plain values has one; 0 or more.
 */
export function isWithinDepth(value: unknown, levels: number): boolean {
  let within = [value].filter(hasMembers);
  for (let level = 0; level < levels && within.length > 0; level += 1) {
    within = within.flatMap((each) => Object.values(each).filter(hasMembers));
  }
  return within.length === 0;
}

function hasMembers(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
