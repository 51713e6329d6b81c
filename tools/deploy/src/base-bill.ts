import { runCommand } from '@fulfilment/dev-stack/processes';
import { z } from 'zod';

/** The parts of a base, as a process in it sees them. */
const baseFacts = z.object({
  /** Of Node: its own version under `node`, those of the libraries that are part of its binary under their names. */
  versions: z.record(z.string(), z.string()),
  arch: z.string(),
  /** Of `/etc/os-release`; empty where there is none. */
  release: z.string(),
  /** Of dpkg's list of packages, in one file or, without a shell, a file for each package; empty where there is none. */
  packages: z.string(),
});
export type BaseFacts = z.output<typeof baseFacts>;

/** Prints the facts of the file system that it runs in. It is given to Node as text: a base has no file of ours. */
export const FACTS_SCRIPT = `
const fs = require('fs');
const read = (file) => { try { return fs.readFileSync(file, 'utf8'); } catch { return ''; } };
const list = (folder) => { try { return fs.readdirSync(folder).filter((name) => !name.endsWith('.md5sums')); } catch { return []; } };
const apart = '/var/lib/dpkg/status.d';
const packages = [read('/var/lib/dpkg/status'), ...list(apart).map((name) => read(apart + '/' + name))].join('\\n\\n');
process.stdout.write(JSON.stringify({ versions: process.versions, arch: process.arch, release: read('/etc/os-release'), packages }));
`;

/** @throws Error where what was printed is not that of {@link FACTS_SCRIPT}. */
export const parseFacts = (printed: string): BaseFacts => baseFacts.parse(JSON.parse(printed.slice(printed.indexOf('{'))));

/**
 * Asks a base image by a container of it, without a network.
 *
 * @throws Error with the output of the Docker engine where it fails.
 */
export async function readBaseFacts(image: string, env: NodeJS.ProcessEnv): Promise<BaseFacts> {
  const args = ['run', '--rm', '--network', 'none', '--entrypoint', 'node', image, '--eval', FACTS_SCRIPT];
  const { code, output } = await runCommand('docker', args, env);
  if (code !== 0) throw new Error(`docker run ${image} failed:\n${output}`);
  return parseFacts(output);
}

/** A component of a bill, as CycloneDX 1.5 has it. */
export interface Component {
  readonly 'bom-ref': string;
  readonly type: string;
  readonly name: string;
  readonly version: string;
  readonly [member: string]: unknown;
}

/** Numbers of interfaces, which are versions of no software. */
const INTERFACES: readonly string[] = ['modules', 'napi'];
/** Names of architectures in Debian, by those of Node. */
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm: 'armhf' };

/** The components of a base: the operating system with its packages, and Node with the libraries in its binary. */
export function componentsOfBase({ versions, arch, release, packages }: BaseFacts): readonly Component[] {
  const { ID: system = '', VERSION_ID: number = '' } = assignments(release);
  const distribution = `${system}-${number}`;
  const installed = stanzas(packages).filter(({ Status = 'install ok installed' }) => Status.endsWith(' installed'));
  const { node = '', ...libraries } = versions;
  return [
    ...(system === '' ? [] : [{ 'bom-ref': `os:${distribution}`, type: 'operating-system', name: system, version: number }]),
    ...installed.map((each) => {
      const { Package: name = '', Version: version = '', Architecture: made = ARCHITECTURES[arch] ?? arch } = each;
      const qualifiers = `arch=${made}&distro=${distribution}`;
      const purl = `pkg:deb/${system}/${encodeURIComponent(name)}@${encodeURIComponent(version)}?${qualifiers}`;
      return { 'bom-ref': purl, type: 'library', name, version, purl };
    }),
    { ...generic('node', node, 'platform'), cpe: `cpe:2.3:a:nodejs:node.js:${node}:*:*:*:*:*:*:*` },
    ...Object.entries(libraries)
      .filter(([name]) => !INTERFACES.includes(name))
      .map(([name, version]) => generic(name, version, 'library')),
  ];
}

function generic(name: string, version: string, type: string): Component {
  const purl = `pkg:generic/${encodeURIComponent(name)}@${encodeURIComponent(version)}`;
  return { 'bom-ref': purl, type, name, version, purl };
}

/** Paragraphs of `Name: value` lines, of which continued lines are left out (deb822). */
function stanzas(text: string): readonly Readonly<Record<string, string>>[] {
  return text
    .split(/\n{2,}/)
    .map((stanza) =>
      Object.fromEntries([...stanza.matchAll(/^([A-Za-z-]+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value.trim()])),
    )
    .filter(({ Package: name }) => name !== undefined);
}

/** `NAME="value"` lines. */
function assignments(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries([...text.matchAll(/^([A-Z_]+)="?([^"\n]*)"?$/gm)].map(([, name = '', value = '']) => [name, value]));
}
