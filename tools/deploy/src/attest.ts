import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from '@fulfilment/dev-stack/processes';

const ROOT = join(import.meta.dirname, '../../..');

const USAGE = `npm run -s attest -- --key FILE [--folder FOLDER] [--to FOLDER] [--builder URI]
npm run -s attest -- --verify --public-key FILE [--folder FOLDER] [--to FOLDER]

Writes what was built, from what and by whom, and signs it: SHA256SUMS of each file of the folder (dist/apps: the bundles and their
bills of materials), provenance.json (in-toto Statement v1, SLSA provenance v1), and a signature beside each (‹file›.sig), into
dist/release. --verify checks the signatures, and each file of the folder.

  --key FILE         private key, EC P-256 as PEM (PKCS#8): openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256
  --public-key FILE  its public key as PEM: openssl pkey -pubout
  --builder URI      names who builds, in the provenance

A signature is ECDSA with SHA-256 in base64, as cosign makes and takes it:
cosign verify-blob --key FILE --signature SHA256SUMS.sig --insecure-ignore-tlog=true SHA256SUMS
`;

/** Files that are signed. */
const SIGNED = ['SHA256SUMS', 'provenance.json'] as const;
const UNNAMED = 'https://fulfilment.invalid/unnamed-builder';

/** Folders and keys of an attestation. */
export interface AttestOptions {
  /** The build. */
  readonly folder: string;
  /** Where the attestation is. */
  readonly to: string;
  /** PEM, EC P-256: the private key to attest, the public one to verify. */
  readonly key: string;
}

/** The source that was built. */
export interface Source {
  readonly uri: string;
  readonly revision: string;
  /** SHA-256 of the lock of packages. */
  readonly lock: string;
  readonly builder: string;
}

/** Hashes a build, names its source, and signs both. @returns the number of files that were hashed. */
export async function attest({ folder, to, key }: AttestOptions, source: Source): Promise<number> {
  const sums = await sumsOf(folder);
  const subject = sums.map(({ name, sha256 }) => ({ name, digest: { sha256 } }));
  const provenance = {
    _type: 'https://in-toto.io/Statement/v1',
    subject,
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: `${source.uri}/blob/main/docs/releasing.md`,
        externalParameters: { command: 'npm ci && npm run -s images' },
        resolvedDependencies: [
          { uri: `git+${source.uri}`, digest: { gitCommit: source.revision } },
          { uri: 'package-lock.json', digest: { sha256: source.lock } },
        ],
      },
      runDetails: { builder: { id: source.builder } },
    },
  };
  await mkdir(to, { recursive: true });
  const texts = {
    SHA256SUMS: sums.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join(''),
    'provenance.json': `${JSON.stringify(provenance, null, 2)}\n`,
  };
  const privateKey = createPrivateKey(key);
  for (const name of SIGNED) {
    await writeFile(join(to, name), texts[name]);
    await writeFile(join(to, `${name}.sig`), sign('sha256', Buffer.from(texts[name]), privateKey).toString('base64'));
  }
  return sums.length;
}

/** Compares a build with its attestation. @returns a line for each difference: none where all is as it was signed. */
export async function differences({ folder, to, key }: AttestOptions): Promise<readonly string[]> {
  const publicKey = createPublicKey(key);
  for (const name of SIGNED) {
    const signature = Buffer.from(await readFile(join(to, `${name}.sig`), 'utf8'), 'base64');
    if (!verify('sha256', await readFile(join(to, name)), publicKey, signature)) return [`${name} is not signed by this key`];
  }
  const signed = new Map(
    (await readFile(join(to, 'SHA256SUMS'), 'utf8'))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
  const found = await sumsOf(folder);
  const changed = found.filter(({ name, sha256 }) => signed.get(name) !== sha256);
  const names = new Set(found.map(({ name }) => name));
  const missing = [...signed.keys()].filter((name) => !names.has(name));
  return [
    ...changed.map(({ name }) => `${name} ${signed.has(name) ? 'has another content' : 'was not signed'}`),
    ...missing.map((name) => `${name} is missing`),
  ];
}

/** The files below a folder in the order of their names, with their SHA-256. */
async function sumsOf(folder: string) {
  const entries = await Array.fromAsync(glob('**/*', { cwd: folder, withFileTypes: true }));
  const names = entries.filter((each) => each.isFile()).map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  const sums: { readonly name: string; readonly sha256: string }[] = [];
  for (const name of names.toSorted()) sums.push({ name, sha256: await sha256Of(join(folder, name)) });
  return sums;
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(file)) hash.update(part);
  return hash.digest('hex');
}

async function git(...args: readonly string[]): Promise<string> {
  const { code, output } = await runCommand('git', ['-C', ROOT, ...args], process.env);
  return code === 0 ? output.trim() : 'unknown';
}

async function main(): Promise<string> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      key: text,
      'public-key': text,
      folder: text,
      to: text,
      builder: text,
      verify: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  const file = values.verify === true ? values['public-key'] : values.key;
  if (values.help === true || file === undefined) return USAGE;
  const folder = resolve(values.folder ?? join(ROOT, 'dist/apps'));
  const to = resolve(values.to ?? join(dirname(folder), 'release'));
  const options = { folder, to, key: await readFile(file, 'utf8') };
  if (values.verify === true) {
    const found = await differences(options);
    if (found.length > 0) throw new Error(found.join('\n'));
    return `${folder} is as it was signed.\n`;
  }
  const uri = (await git('remote', 'get-url', 'origin')).replace(/\.git$/, '');
  const lock = await sha256Of(join(ROOT, 'package-lock.json'));
  const source = { uri, revision: await git('rev-parse', 'HEAD'), lock, builder: values.builder ?? UNNAMED };
  return `${await attest(options, source)} files of ${folder} are signed in ${to}.\n`;
}

if (import.meta.main)
  await main().then(
    (text) => process.stdout.write(text),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    },
  );
