/** How many times as long as written tests wait; 1 unless `TEST_PATIENCE` says otherwise, as on a machine that others use too. */
const FACTOR = Number(process.env['TEST_PATIENCE'] ?? 1);

/** Milliseconds for which a test waits for what is to come: `ms` times `TEST_PATIENCE`. Vitest's own limits are made with it too. */
export const patient = (ms: number): number => ms * FACTOR;
