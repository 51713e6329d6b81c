import { parseArgs } from 'node:util';
import { PLANTED_BUGS, plantedBug } from './planted-bugs.ts';
import { reportOf, search, WORLDS } from './search.ts';
import { writePage } from './page.ts';
import type { PlantedBug, World } from './system.ts';

const HELP = `Runs the services in one process under a seeded scheduler, and looks for broken guarantees.

  --seconds N   for so long; 60 by default
  --seed N      the schedule of one seed alone
  --world NAME  stock, parts (orders that leave in parts), edits (orders that are edited, held and ranked), warehouses, returns or
                webhooks alone; of a seed, stock by default
  --plant NAME  with a planted bug (--list names them)
  --list        lists the planted bugs
  --page        writes docs/simulation.md to the output: how many schedules it takes to find each planted bug
`;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string' },
    world: { type: 'string' },
    plant: { type: 'string' },
    list: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

process.exitCode = await main();

async function main(): Promise<number> {
  if (values.help) return say(HELP);
  if (values.list) return say(PLANTED_BUGS.map(({ name, what }) => `${name}: ${what}\n`).join(''));
  if (values.page) return say(await writePage());
  return run(values.plant === undefined ? undefined : plantedBug(values.plant));
}

/** @returns undefined for all in turn. @throws Error where there is none of the name. */
function worldOf(bug: PlantedBug | undefined): World | undefined {
  const { world: named, seed } = values;
  const world = WORLDS.find((each) => each === named);
  if (named !== undefined && !world) throw new Error(`There is no world ${named}`);
  if (world) return world;
  if (bug) return bug.world ?? 'stock';
  return seed === undefined ? undefined : 'stock';
}

/** @returns the exit status: 1 where a guarantee is broken. */
async function run(bug?: PlantedBug): Promise<number> {
  const firstSeed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
  const untilMs = performance.now() + Number(values.seconds) * 1_000;
  const before = process.cpuUsage();
  const goesOn = (schedules: number): boolean => (values.seed === undefined ? performance.now() < untilMs : schedules === 0);
  const found = await search({ firstSeed, world: worldOf(bug), goesOn, ...(bug ? { plant: bug.plant } : {}) });
  if (typeof found !== 'number') {
    say(`${await reportOf(found, bug)}\n`);
    return 1;
  }
  const { user, system } = process.cpuUsage(before);
  const cpuSeconds = (user + system) / 1_000_000;
  const anHour = Math.round((found / cpuSeconds) * 3_600);
  return say(`${found} schedules from seed ${firstSeed}, no guarantee broken; ${anHour} an hour of one core.\n`);
}

function say(text: string): number {
  process.stdout.write(text);
  return 0;
}
