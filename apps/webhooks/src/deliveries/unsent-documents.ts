import { EXPIRY_FROM_NOW } from '../database/keeping-documents.ts';

/** Ends deliveries that are pending, unsent, by pipeline. */
export const UNSENT = {
  state: 'dropped',
  rare_state: 'dropped',
  ended_at: '$$NOW',
  expires_at: EXPIRY_FROM_NOW,
  next_at: '$$REMOVE',
};

/** As `UNSENT`, because of what its owner chose. */
export const UNWANTED = { ...UNSENT, unwanted: true };
