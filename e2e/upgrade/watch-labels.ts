import { LABELS } from '@fulfilment/deploy/next-release';
import type { Stoppable } from '@fulfilment/kernel';
import type { Mongo } from '@fulfilment/mongo';
import { z } from 'zod';

/** A document that the next release, or its migration, has given a label. */
interface Labelled {
  readonly label: string;
  /** Writes since. */
  readonly writes: number;
}

/** Follows which documents of a store get the field of the next release, and what is written to them later. */
export interface LabelWatch extends Stoppable {
  /** By collection, then by id. */
  readonly seen: ReadonlyMap<string, ReadonlyMap<string, Labelled>>;
  /** Documents that no longer have the label that they were seen with. */
  lost(): Promise<readonly string[]>;
}

const fields = z.looseObject({ label: z.string().optional() });
const change = z.looseObject({
  ns: z.looseObject({ coll: z.string() }),
  documentKey: z.looseObject({ _id: z.string() }),
  fullDocument: fields.nullish(),
  updateDescription: z.looseObject({ updatedFields: fields.nullish() }).nullish(),
});

export async function watchLabels({ db }: Mongo, collections: readonly string[]): Promise<LabelWatch> {
  const seen = new Map(collections.map((name) => [name, new Map<string, Labelled>()]));
  const stream = db.watch([{ $match: { 'ns.coll': { $in: [...collections] } } }]);
  const take = (event: unknown): void => {
    const { data } = change.safeParse(event);
    const documents = data && seen.get(data.ns.coll);
    if (!documents) return;
    const { _id: id } = data.documentKey;
    const before = documents.get(id);
    const label = before?.label ?? data.fullDocument?.label ?? data.updateDescription?.updatedFields?.label;
    if (label !== undefined) documents.set(id, { label, writes: before ? before.writes + 1 : 0 });
  };
  // It follows from its first answer on.
  take(await stream.tryNext());
  const state = { stopping: false };
  const following = (async () => {
    try {
      for await (const event of stream) take(event);
    } catch (error) {
      if (!state.stopping) throw error;
    }
  })();
  // A stream that breaks off is reported when it is stopped.
  following.catch(() => undefined);
  return {
    seen,
    lost: async () => {
      const lost: string[] = [];
      for (const [name, documents] of seen) {
        const stored = db.collection<{ _id: string; label?: string }>(name).find({ label: { $in: Object.values(LABELS) } });
        const now = new Map((await stored.project({ label: 1 }).toArray()).map(({ _id, label }) => [String(_id), label]));
        for (const [id, { label }] of documents) if (now.get(id) !== label) lost.push(`${name} ${id}: ${label}`);
      }
      return lost;
    },
    stop: async () => {
      state.stopping = true;
      await stream.close();
      await following;
    },
  };
}
