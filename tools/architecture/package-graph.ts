import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { z } from 'zod';

const dependencies = z.record(z.string(), z.string()).default({});
const manifest = z.looseObject({
  name: z.string(),
  scripts: dependencies,
  dependencies,
  devDependencies: dependencies,
  nx: z.looseObject({ tags: z.array(z.string()) }),
});

/** A package of the workspace as its `package.json` declares it. */
export interface WorkspacePackage {
  readonly name: string;
  /** Folder, relative to the root. */
  readonly home: string;
  /** Kinds that Nx knows the package by: `app`, `lib` or `tool`. */
  readonly tags: readonly string[];
  /** Nx targets: the names of its scripts. */
  readonly targets: readonly string[];
  /** Packages of the workspace that it runs with. */
  readonly dependencies: readonly string[];
  /** Packages of the workspace that its tests need besides. */
  readonly devDependencies: readonly string[];
}

/** @param root of the workspace. @throws ZodError for a `package.json` without name or tags. */
export function readPackages(root: string): readonly WorkspacePackage[] {
  return globSync(['{apps,libs,tools}/*/package.json', 'libs/clients/*/package.json'], { cwd: root })
    .toSorted()
    .map((file) => {
      const parsed = manifest.parse(JSON.parse(readFileSync(join(root, file), 'utf8')));
      return {
        name: parsed.name,
        home: dirname(file),
        tags: parsed.nx.tags,
        targets: Object.keys(parsed.scripts),
        dependencies: ours(parsed.dependencies),
        devDependencies: ours(parsed.devDependencies),
      };
    });
}

function ours(names: Readonly<Record<string, string>>): readonly string[] {
  return Object.keys(names).filter((name) => name.startsWith('@fulfilment/'));
}

/** The tags that a tag may depend on, to run and for its tests. */
const BOUNDARIES: Readonly<Record<string, { readonly runs: readonly string[]; readonly tests: readonly string[] }>> = {
  app: { runs: ['lib'], tests: ['lib', 'tool'] },
  lib: { runs: ['lib'], tests: ['lib'] },
  tool: { runs: ['lib', 'tool'], tests: ['lib', 'tool'] },
};

/** Work on the stores by what the services export of them (`@fulfilment/<app>/documents`, `/schema`, `/archive`). */
const STORE_READERS = ['@fulfilment/verify', '@fulfilment/migrate', '@fulfilment/archive'];

/** Dependencies between packages that their tags forbid, each with the reason. */
export function boundaryViolations(packages: readonly WorkspacePackage[]): readonly string[] {
  const tagsOf = new Map(packages.map(({ name, tags }) => [name, tags]));
  return packages.flatMap((each) => {
    const [tag = ''] = each.tags;
    const rule = BOUNDARIES[tag];
    if (!rule || each.tags.length !== 1) return [`${each.name} needs one tag of ${Object.keys(BOUNDARIES).join(', ')}`];
    const runs = STORE_READERS.includes(each.name) ? [...rule.runs, 'app'] : rule.runs;
    const check = (names: readonly string[], allowed: readonly string[]): readonly string[] =>
      names.flatMap((name) => {
        const [target] = tagsOf.get(name) ?? [];
        if (target === undefined) return [`${each.name} depends on ${name}, which is no package`];
        return allowed.includes(target) ? [] : [`${each.name} (${tag}) depends on ${name} (${target})`];
      });
    return [...check(each.dependencies, runs), ...check(each.devDependencies, rule.tests)];
  });
}

/** Cycles among packages, development dependencies included; one row a cycle. */
export function packageCycles(packages: readonly WorkspacePackage[]): readonly string[] {
  const edges = new Map(packages.map((each) => [each.name, [...each.dependencies, ...each.devDependencies]]));
  return cyclesIn(edges);
}

/**
 * Cycles of a directed graph: its strongly connected components of more than one node, and nodes that point at themselves
 * (Tarjan 1972).
 *
 * @returns the members of each, sorted and joined by ` ↔ `.
 */
export function cyclesIn(edges: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[] = [];
  const visit = (node: string): number => {
    const own = index.size;
    index.set(node, own);
    low.set(node, own);
    stack.push(node);
    let lowest = own;
    for (const next of edges.get(node) ?? []) {
      if (!edges.has(next)) continue;
      if (!index.has(next)) lowest = Math.min(lowest, visit(next));
      else if (stack.includes(next)) lowest = Math.min(lowest, index.get(next) ?? own);
    }
    low.set(node, lowest);
    if (lowest === own) {
      const members = stack.splice(stack.indexOf(node));
      if (members.length > 1 || edges.get(node)?.includes(node)) found.push(members.toSorted().join(' ↔ '));
    }
    return lowest;
  };
  for (const node of edges.keys()) if (!index.has(node)) visit(node);
  return found.toSorted();
}
