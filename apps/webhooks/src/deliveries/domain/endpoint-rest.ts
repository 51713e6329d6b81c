/** Until when a queue is held whose endpoint is paused or disabled: until that is changed. */
export const HELD_FOR_GOOD = new Date('9999-01-01T00:00:00Z');
