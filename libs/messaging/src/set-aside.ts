import type { DeadLetters, Parking } from './dead-letters.ts';
import type { IncomingBatch, IncomingRecord } from './port.ts';

export interface SetAsideOptions {
  readonly group: string;
  readonly deadLetters: Pick<DeadLetters, 'openKeys'>;
  /** Whether what comes after a record that was set aside, with the same key, is set aside too. */
  readonly parkFollowers?: boolean;
}

/** The records of one batch that are not to be handled. */
export interface SetAside {
  readonly add: (record: IncomingRecord, error: string) => void;
  /** Sets `record` aside if it comes after one that was, in this batch or an earlier one; says whether it did. */
  readonly follows: (record: IncomingRecord) => boolean;
  /** In the order of their offsets. */
  readonly parkings: () => readonly Parking[];
}

export async function makeSetAside({ topic, records }: IncomingBatch, options: SetAsideOptions): Promise<SetAside> {
  const { group, deadLetters, parkFollowers = false } = options;
  const parked: Parking[] = [];
  const keys = new Set(records.map(({ key }) => key));
  const blocked = new Set(parkFollowers ? await deadLetters.openKeys(group, topic, [...keys]) : []);
  return {
    add: (record, error) => {
      parked.push({ group, record, error, follows: false });
      if (parkFollowers) blocked.add(record.key);
    },
    follows: (record) => {
      if (!blocked.has(record.key)) return false;
      parked.push({ group, record, error: 'An earlier record of the same key was set aside', follows: true });
      return true;
    },
    parkings: () => parked.toSorted((a, b) => (BigInt(a.record.offset) < BigInt(b.record.offset) ? -1 : 1)),
  };
}
