/** Thrown for a page that the role of the member does not include. */
export class NotForRole extends Error {}
