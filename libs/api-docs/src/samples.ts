export { SAMPLE_DELIVERIES } from './samples/events.ts';
export { SAMPLE_EVENTS } from './samples/events.ts';
