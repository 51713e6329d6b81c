import { anyStockCommand, anyStockOutcome, domainEvent, EVENT_TOPICS, TOPICS } from '@fulfilment/contracts';
import { z } from 'zod';
import type { Check } from '../check.ts';
import { jsonOrNothing } from '../json-or-nothing.ts';
import type { Source } from '../look.ts';

const letter = z.object({
  id: z.string(),
  topic: z.string(),
  value: z.string(),
  error: z.string(),
  follows: z.boolean(),
  state: z.enum(['open', 'retrying', 'retried']),
});
const CONSUMERS = ['inventory', 'orders', 'scans', 'webhooks'] as const;

const SCHEMAS: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  [TOPICS.stockCommands, anyStockCommand],
  [TOPICS.stockOutcomes, anyStockOutcome],
  ...EVENT_TOPICS.map((topic) => [topic, domainEvent] as const),
]);

export const deadLettersCheck: Check = {
  invariant: 8,
  name: 'dead letters',
  promise: 'Only what cannot be read is set aside; what is still open is listed.',
  mayPass: false,
  run: async ({ rows, findings }) => {
    for (const store of CONSUMERS) {
      const letters: Source<typeof letter> = { store, collection: 'dead_letters', schema: letter };
      for await (const { id, error, follows, ...record } of rows(letters)) {
        findings.compared('dead letters');
        if (record.state === 'retried') continue;
        const reason = error.split('\n')[0] ?? '';
        if (!follows && canBeRead(record)) findings.differs(`${id}: it can be read, and is set aside: ${reason}`);
        else findings.note(`${id}: ${reason}`);
      }
    }
  },
};

function canBeRead({ topic, value }: Pick<z.output<typeof letter>, 'topic' | 'value'>): boolean {
  return SCHEMAS.get(topic)?.safeParse(jsonOrNothing(value)).success ?? false;
}
