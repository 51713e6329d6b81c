import { PLANTED_BUGS } from './planted-bugs.ts';
import { search } from './search.ts';
import type { PlantedBug } from './system.ts';

/** Searches for each bug, each from seeds of its own. */
const TRIALS = 9;
const MOST_SCHEDULES = 2_000;
const SEEDS_APART = 100_000;
/** Schedules without a bug, to measure how many an hour has. */
const MEASURED = 500;

interface Row extends PlantedBug {
  /** Schedules until it was found, the least first. */
  readonly schedules: readonly number[];
}

/** @returns the page on the simulation, with what it measures now. */
export async function writePage(): Promise<string> {
  const before = process.cpuUsage();
  await search({ firstSeed: 1, goesOn: (schedules) => schedules < MEASURED });
  const { user, system } = process.cpuUsage(before);
  const anHour = Math.round((MEASURED / ((user + system) / 1_000_000)) * 36) * 100;
  const rows: Row[] = [];
  for (const bug of PLANTED_BUGS) rows.push({ ...bug, schedules: await trials(bug) });
  return PAGE.replace('‹an hour›', anHour.toLocaleString('en')).replace('‹table›', rows.map(rowOf).join('\n'));
}

async function trials({ plant, name, world = 'stock' }: PlantedBug): Promise<readonly number[]> {
  const found: number[] = [];
  for (let trial = 0; trial < TRIALS; trial += 1) {
    const result = await search({
      firstSeed: trial * SEEDS_APART + 1,
      world,
      goesOn: (schedules) => schedules < MOST_SCHEDULES,
      plant,
    });
    if (typeof result === 'number') throw new Error(`${name} is not found within ${MOST_SCHEDULES} schedules`);
    found.push(result.schedules);
  }
  return found.toSorted((a, b) => a - b);
}

function rowOf({ name, what, schedules }: Row): string {
  return `| ${name} | ${what} | ${schedules[Math.floor(schedules.length / 2)]} | ${schedules.at(-1)} |`;
}

const PAGE = `# Simulation
\`npm run -s simulate\` runs orders, inventory, scans and webhooks in one process: the use cases, lanes, relays, consumers, watches, the filling of backorders, intake, dispatcher and workers as they are in production, on memory adapters of their ports. One scheduler with a seed decides all else ([why](decisions/0118-a-scheduler-decides-the-order-of-port-calls.md)).

- **A step** completes one pending call: of a store, of the log (append, delivery, commit of an offset), of a lease, a hint, a request or its answer; or it lets time go on to the next timer. Nothing else has an order: clocks, timers and chance are the simulation's own.
- **A call may fail** before its effect, after it, or so that the effect comes later, and may stay pending for 5 s while others overtake it. Hints, requests and answers may be lost. A partition may move to another member, or to the same one again: what was not committed is delivered again. A process may be killed between any two steps: its memory is gone, every other of its pending calls still has its effect, and another process starts in its place.
- **Clients** create orders, some under one external id, and update, pack, ship and cancel them, some against each other; they adjust stock, send batches of orders and of stock, and scan receipts and counts that arrive late and in any order. They repeat each request under its key until it has an end, and once more: the answer has to be the same.
- **Orders in parts**, one schedule of six: clients create fulfilments of some units or of all, pack them, with fewer units too, unpack, ship and cancel them, and close what is left, against each other and against steps of the whole order. At rest the fulfilments of an order are the portions that inventory holds for it, firm where they are packed; its status follows from its units; what left is in the ledger; and a copy that follows the events has each fulfilment as its record is.
- **Edited orders**, one schedule of six: clients raise and lower lines, add and remove them, by patches and by whole targets; place holds, some of which give back what is not packed or end by themselves, and release them one by one; and change priority and time to ship, against each other and against planning, packing, shipping, closing and cancelling. The answer to an edit has the quantities that it asked for, and nothing is planned, packed or shipped while a hold of its client is in force. No transaction gives units past an order that waits at an earlier place, or takes them from one order for another. At rest the lines, the rank and the holds of an order are those that its history leaves, and those by which inventory holds units and has them wait; units that an edit added have its time; and no hold is left that has ended.
- **Several warehouses**, one schedule of six: three warehouses, rules of any strategy, and orders of one line or two, of which some name warehouses or how they may be split, and some nothing; clients hold units elsewhere, plan parts by warehouse, edit, hold, pack and ship, against each other, while stock comes, goes and is transferred between warehouses. After each transaction no warehouse promises more than lies in it, what orders hold there is what it says, no unit is held where its order may not be shipped from, and nothing is free that a waiting order may hold, unless the SKU is being filled. At rest the warehouses that orders and fulfilments show are those of inventory.
- **Units that come back**, one schedule of six: clients request, approve, reject, receive unit by unit, dispose of, cancel and close returns, two at once of one order too, beside edits, holds and the shipping of the rest. At rest no more came back, or may come, than was shipped; a return has the units that inventory has of it, the ledger has what came and what was scrapped, once, and each unit has the disposition that its clients gave it last.
- **Around webhooks**, one schedule of six: a publisher appends events, some twice; endpoints with types, a filter and ordered delivery are paused, resumed and removed, and deliveries sent again, while receivers refuse some requests. Endpoints are leased for 3 s, by the rules of the store of leases, and taken over where a process is gone.
- **After 12 s, or once the clients are done, nothing fails any more.** Then all that waits has to be done: outboxes, topics, steps, scans, backorders, deliveries. At rest the simulation compares quantities with the ledger and with what orders hold, orders with allocations and with what their clients were told, histories with the legal ones, the counted stock with what lies there in truth, and topics with what was committed: each message is there, those of a key in their order; each item of a batch was answered once, and carried out once where it was done. Each endpoint got every event that it selects and no other, an ordered one each event of a record once the one before was taken, a delivery that was sent again had an attempt since; no process sent for an endpoint that it had read as removed, or that another process had claimed since.

A seed always has the same course. One that fails prints the command that repeats it, and the smallest course that was found to break the same guarantee: work and decisions are left out for as long as it fails. \`npm test\` runs schedules for 20 s from a seed that it prints; \`SIMULATION_SECONDS\` has it run for longer, \`SIMULATION_SEED\` from another seed. \`npm run -s simulate -- --seconds 3600\` goes on for an hour, \`--world edits\` has schedules of one kind alone; \`--help\` says more.

One core runs ‹an hour› schedules an hour.

## Planted bugs
Each is a switch of the tests alone, and each has to be found. Schedules until it was: the median and the most of ${TRIALS} searches, each from seeds of its own. Written by \`npm run -s simulate -- --page > docs/simulation.md\`.

| planted bug | the departure | median | most |
|---|---|---:|---:|
‹table›

## Left out
Changes of allocation rules and of what warehouses ship; batched delivery, replays, rates, back-off asked for by receivers and endpoints that are disabled. Leases of outboxes follow the rules of \`ShardLeases\` on a table in memory with one shard, by one clock; clocks that differ, dead letters, topics that lose records, and processes that are suspended for longer than a call may stay pending are for the [drills](drills.md). A store takes each of its commits in one step: which commands MongoDB is sent for that is held by the conformance suites of its adapters.
`;
