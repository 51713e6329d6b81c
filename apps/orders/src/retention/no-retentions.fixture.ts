import type { ApplicationParts } from '../application.ts';

/** No tenant limits how long persons' data is kept. */
export const NO_RETENTIONS: Pick<ApplicationParts, 'retentions' | 'expiry'> = {
  retentions: {
    find: async () => ({ shipToDays: null, changed: undefined }),
    set: () => Promise.reject(new Error('Retentions are in MongoDB')),
    limited: async () => [],
    endedBefore: async () => [],
    reach: async () => undefined,
  },
  expiry: {
    countWaiting: async () => 0,
    onError: (error) => {
      throw error;
    },
  },
};
