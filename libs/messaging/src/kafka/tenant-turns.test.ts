import { expect, test } from 'vitest';
import type { IncomingRecord } from '../port.ts';
import { TenantTurns } from './tenant-turns.ts';

function makeTurns(tenants: string) {
  const turns = new TenantTurns();
  const records: IncomingRecord[] = Array.from(tenants, (tenant, offset) => ({
    topic: 'stock.commands',
    partition: 0,
    offset: String(offset),
    key: `${tenant}|ord_${offset}`,
    value: '',
    headers: {},
  }));
  turns.add(records);
  return (limit: number) => turns.take(limit).map(({ offset, key }) => `${key[0]}${offset}`);
}

test.each([
  ['of one tenant in their order', 'aaaaa', 3, [['a0', 'a1', 'a2'], ['a3', 'a4'], []]],
  ['of two in equal shares', 'aaaaaabb', 4, [['a0', 'a1', 'b6', 'b7'], ['a2', 'a3', 'a4', 'a5'], []]],
  ['with the share that a tenant does not use left to others', 'aaaaaab', 4, [['a0', 'a1', 'a2', 'b6'], ['a3', 'a4', 'a5'], []]],
  ['of more tenants than there are places in turn', 'aabbcc', 2, [['a0', 'b2'], ['a1', 'c4'], ['b3', 'c5'], []]],
  ['in the order of their offsets, of which digits may grow', 'aaaaaaaaaaab', 3, [['a0', 'a1', 'b11']]],
])('records are taken %s', (_which, tenants, limit, chunks) => {
  const take = makeTurns(tenants);

  expect(chunks.map(() => take(limit))).toEqual(chunks);
});
