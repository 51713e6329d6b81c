import { addedWebhook, id, listOf, webhookRecord } from '@fulfilment/contracts';
import { z } from 'zod';
import type { Manuals } from './verb-manual.ts';

export const WEBHOOK_MANUALS: Manuals = {
  'webhook add': {
    output: addedWebhook,
    refused: 'There is no such account, the URL is not one that events may be sent to, or the tenant has 50 endpoints already.',
    examples: [
      { why: 'Every event of the sandbox, to a program on this machine', line: 'webhook add --url http://127.0.0.1:9000/hook' },
      {
        why: 'Two types of production',
        line: 'webhook add --url https://example.com/hook --events order.created,order.shipped --environment production --json',
      },
    ],
  },
  'webhook list': {
    output: listOf(webhookRecord),
    refused: 'There is no such account.',
    examples: [{ why: 'Where events go', line: 'webhook list' }],
  },
  'webhook remove': {
    output: z.strictObject({ id: id('whk').describe('The endpoint.'), removed: z.literal(true).describe('That it is gone.') }),
    refused: 'There is no such endpoint.',
    examples: [{ why: 'Nobody listens there any more', line: 'webhook remove "$WEBHOOK_ID"' }],
  },
};
