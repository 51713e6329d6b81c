import { z } from 'zod';
import type { Check } from '../check.ts';
import { jsonOrNothing } from '../json-or-nothing.ts';
import { FILED_EVENTS, type FiledEventRow } from '../webhook-documents.ts';

const told = z.object({ id: z.string(), type: z.string(), sequence: z.int().nullish() });

export const feedCheck: Check = {
  invariant: 3,
  name: 'feed',
  promise: 'Every event stands in the feed under the id, type and sequence that its body has.',
  mayPass: false,
  run: async ({ rows, findings }) => {
    for await (const event of rows(FILED_EVENTS)) {
      findings.compared('events');
      const fault = faultOf(event);
      if (fault !== undefined) findings.differs(`event ${event.id} of ${event.tenant}: ${fault}`);
    }
  },
};

function faultOf({ id, type, sequence, body }: FiledEventRow): string | undefined {
  const parsed = told.safeParse(jsonOrNothing(body));
  if (!parsed.success) return 'its body is no event';
  const { id: ownId, type: ownType, sequence: ownSequence = null } = parsed.data;
  if (ownId !== id) return `its body is of ${ownId}`;
  if (ownType !== type) return `it stands as ${type}, its body is of ${ownType}`;
  return ownSequence === sequence ? undefined : `it stands with sequence ${sequence}, its body has ${ownSequence}`;
}
