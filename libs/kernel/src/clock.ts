/** The time, as an argument, so that tests can fix it. */
export type Clock = () => Date;

/** The machine's own clock, Unix milliseconds. */
export const systemClock: Clock = () => new Date();
