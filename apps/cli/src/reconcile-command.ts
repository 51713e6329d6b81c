import { comparedAllocations, operatorOperations as operator } from '@fulfilment/contracts';
import type { Command } from 'commander';
import { z } from 'zod';
import { type CommandContext, type Manuals, type Perform, textTable, verb } from './command.ts';

type Order = z.output<typeof comparedAllocations>['behind'][number];
type Unknown = z.output<typeof comparedAllocations>['unknown'][number];

interface ReconcileOptions {
  readonly json?: boolean;
  readonly dryRun?: boolean;
}

/** `reconcile`: compares orders with the allocations of inventory, and has orders told of what they do not know. */
export function addReconcile(root: Command, perform: Perform): void {
  verb(
    root,
    'reconcile',
    'After a backup is restored: compare orders with the allocations of inventory, and publish again the allocations that orders missed. ' +
      'It may be repeated, and run while the system runs.',
  )
    .option('--dry-run', 'compare, and send nothing')
    .action(({ dryRun = false, ...options }: ReconcileOptions) =>
      perform(async (context) => {
        const found = await compareAll(context, dryRun);
        const lines = [
          `${found.compared} allocations compared; orders are told of ${found.sent} again.`,
          ...(found.behind.length > found.sent ? [`${found.behind.length} orders are behind.`] : []),
        ];
        const rest = [
          ...found.ahead.map((each) => [each.tenant, each.order_id, 'the order is ahead of inventory']),
          ...found.unknown.map((each) => [each.tenant, each.order_id, 'inventory has an allocation, and there is no order']),
        ];
        if (rest.length > 0) lines.push('To be decided by a person:', textTable(['TENANT', 'ORDER', 'DIFFERENCE'], rest));
        return { json: found, text: lines.join('\n') };
      }, options),
    );
}

interface Reconciled {
  compared: number;
  sent: number;
  readonly behind: Order[];
  readonly ahead: Order[];
  readonly unknown: Unknown[];
}

async function compareAll({ client, progress }: CommandContext, dryRun: boolean): Promise<Reconciled> {
  const found: Reconciled = { compared: 0, sent: 0, behind: [], ahead: [], unknown: [] };
  for (let after: string | undefined; ;) {
    const page = await client.call(operator.listAllocations, { query: { after } });
    const differing = await client.call(operator.compareOrders, { body: { allocations: page.data } });
    found.compared += page.data.length;
    for (const kind of ['behind', 'ahead'] as const) found[kind].push(...differing[kind]);
    found.unknown.push(...differing.unknown);
    if (!dryRun && differing.behind.length > 0) {
      const body = { allocations: differing.behind.map(({ tenant, order_id }) => ({ tenant, order_id })) };
      found.sent += (await client.call(operator.publishAllocations, { body })).messages;
    }
    progress(`${found.compared} allocations compared.`);
    if (page.next_after === null) return found;
    after = page.next_after;
  }
}

export const RECONCILE_MANUAL: Manuals = {
  reconcile: {
    output: z.strictObject({
      compared: z.int().describe('Allocations that were compared.'),
      sent: z.int().describe('Allocations that are published to orders again.'),
      ...comparedAllocations.shape,
    }),
    examples: [
      { why: 'What a restored backup has left behind', line: 'reconcile --dry-run' },
      { why: 'The same, repaired as far as it can be', line: 'reconcile' },
    ],
  },
};
