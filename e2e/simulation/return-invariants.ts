import { isDeepStrictEqual } from 'node:util';
import type { Allocation, ReturnedLine } from '../../apps/inventory/src/model/allocation.ts';
import type { Movement } from '../../apps/inventory/src/model/ledger.ts';
import type { Order } from '../../apps/orders/src/orders/domain/order.ts';
import { isOpenReturn, receivedOf, type Return, type ReturnLine } from '../../apps/orders/src/orders/domain/return.ts';
import { toReturnRecord } from '../../apps/orders/src/orders/return-messages.ts';
import type { Told } from './clients.ts';
import { isReceipt, unitsAfter } from './return-steps.ts';

const sumOf = <Item>(items: readonly Item[], units: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + units(item), 0);

interface Known {
  readonly movements: readonly Movement[];
  readonly told: readonly Told[];
}

/** Where the returns of an order, what inventory has of them, the ledger, and what clients were told disagree. */
export function ofReturns(order: Order, allocation: Allocation, known: Known): string[] {
  const { id, lines, returns = [] } = order;
  const approved = returns.filter(({ approvedAt }) => approvedAt !== null);
  const checks: Record<string, boolean> = {
    'its returns are those that inventory has': isDeepStrictEqual(
      approved.map((each) => each.id).toSorted(),
      (allocation.returns ?? []).map((each) => each.id).toSorted(),
    ),
    'no more came back, or may come, than was shipped': lines.every((line) => {
      const open = returns.filter(isOpenReturn).flatMap((each) => each.lines.filter(({ lineId }) => lineId === line.id));
      return (line.returned ?? 0) + sumOf(open, ({ expected }) => expected) <= line.shipped;
    }),
    'what came back of a line is what its returns brought': lines.every((line) => {
      const brought = sumOf(
        returns.flatMap((each) => each.lines).filter(({ lineId }) => lineId === line.id),
        receivedOf,
      );
      const held = allocation.lines.find((each) => each.id === line.id)?.returned ?? 0;
      return (line.returned ?? 0) === brought && held === brought;
    }),
  };
  return [
    ...Object.entries(checks).flatMap(([name, holds]) => (holds ? [] : [`${id}: not so that ${name}`])),
    ...returns.flatMap((each) => ofReturn(each, allocation, known)),
  ];
}

function ofReturn(of: Return, allocation: Allocation, { movements, told }: Known): string[] {
  const { id, lines, status } = of;
  const own = movements.filter(({ reference }) => reference?.type === 'return' && reference.id === id);
  const ledgerOf = (reason: string): number => sumOf(own, (entry) => (entry.reason === reason ? entry.delta : 0));
  const ofInventory = allocation.returns?.find((each) => each.id === id);
  const done = told.filter(({ returnId, outcome }) => returnId === id && outcome === 'done').map(({ step }) => step);
  const ends = { 'reject return': 'rejected', 'cancel return': 'cancelled', 'close return': 'closed' } as const;
  const checks: Record<string, boolean> = {
    'it has the units that inventory has of it':
      !ofInventory ||
      lines.every((line) =>
        isSame(
          line,
          ofInventory.lines.find((each) => each.id === line.lineId),
        ),
      ),
    'the ledger has what came': ledgerOf('return') === sumOf(lines, receivedOf),
    'the ledger has what was scrapped': -ledgerOf('scrap') === sumOf(lines, ({ scrap }) => scrap),
    'its status follows from its units': statusesOf(of).includes(status),
    'each receipt that its client was told of came once':
      sumOf(lines, (line) => receivedOf(line) + line.missing) === done.filter(isReceipt).length,
    'its units have the dispositions that its clients gave them': isDeepStrictEqual(unitsAfter(done), dispositionsOf(lines)),
    'it ended as its client was told': done.every((step) => !(step in ends) || Reflect.get(ends, step) === status),
  };
  return Object.entries(checks).flatMap(([name, holds]) => (holds ? [] : [`${id}: not so that ${name}`]));
}

function isSame(line: ReturnLine, known: ReturnedLine | undefined): boolean {
  if (!known) return false;
  const { expected, missing = 0, scrap = 0, kept = [] } = known;
  const keptAs = (disposition: string): number => sumOf(kept, (each) => (each.disposition === disposition ? each.units : 0));
  const units = { inspect: keptAs('inspect'), restock: keptAs('restock'), quarantine: keptAs('quarantine'), scrap };
  return [
    line.expected === expected,
    line.missing === missing,
    isDeepStrictEqual(dispositionsOf([line]), { ...units, missing }),
  ].every(Boolean);
}

const dispositionsOf = (lines: readonly ReturnLine[]) => ({
  inspect: sumOf(lines, ({ inspect }) => inspect),
  restock: sumOf(lines, ({ restock }) => restock),
  quarantine: sumOf(lines, ({ quarantine }) => quarantine),
  scrap: sumOf(lines, ({ scrap }) => scrap),
  missing: sumOf(lines, ({ missing }) => missing),
});

function statusesOf({ lines }: Return): readonly string[] {
  const came = sumOf(lines, (line) => receivedOf(line) + line.missing);
  if (sumOf(lines, ({ expected }) => expected) > 0) return came > 0 ? ['receiving'] : ['requested', 'approved'];
  return came > 0 ? ['closed'] : ['closed', 'cancelled', 'rejected'];
}

/** The records of returns, by their ids: what copies that follow the events alone are to show. */
export function returnRecordsOf(order: Order): ReadonlyMap<string, object> {
  return new Map(order.returns?.map((each) => [each.id, toReturnRecord(each, order)]));
}
