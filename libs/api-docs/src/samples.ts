export { SAMPLE_DELIVERIES } from './samples/delivered-events.ts';
export { SAMPLE_EVENTS } from './samples/events.ts';
