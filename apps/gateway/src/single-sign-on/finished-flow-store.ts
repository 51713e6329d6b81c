import { isDuplicateKey } from '@fulfilment/mongo';
import type { Db } from 'mongodb';
import type { FinishedFlows } from './single-sign-on-ports.ts';
import { finishedFlowsOf } from '../members/identity-documents.ts';

export function makeFinishedFlows(db: Db): FinishedFlows {
  const flows = finishedFlowsOf(db);
  return {
    finish: async ({ state, endsAt }) => {
      try {
        await flows.insertOne({ _id: state, ends_at: endsAt });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    reopen: async ({ state }) => {
      await flows.deleteOne({ _id: state });
    },
  };
}
