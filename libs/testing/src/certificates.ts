import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A certificate and its private key, as PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Certificates of hosts, made by openssl for one run of the tests. */
export interface Certificates {
  /** Of the authority that the others but the self-signed one are of. */
  readonly ca: string;
  readonly sound: Certificate;
  readonly ofAnotherHost: Certificate;
  readonly expired: Certificate;
  readonly selfSigned: Certificate;
}

const AUTHORITY_CONFIG = `[ca]
default_ca=own
[own]
database=index.txt
new_certs_dir=.
serial=serial
certificate=ca.pem
private_key=ca.key
default_md=sha256
policy=any
unique_subject=no
copy_extensions=copy
[any]
commonName=supplied
`;

const ALWAYS = ['-startdate', '20200101000000Z', '-enddate', '20990101000000Z'];
const LONG_AGO = ['-startdate', '20200101000000Z', '-enddate', '20210101000000Z'];

/** @param host whose name the certificates have, as a DNS name. @throws Error without openssl. */
export async function makeCertificates(host: string): Promise<Certificates> {
  const folder = await mkdtemp(join(tmpdir(), 'certificates-'));
  const openssl = (...args: readonly string[]) => run('openssl', [...args], { cwd: folder });
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const request = ['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const issue = async (name: string, of: string, dates: readonly string[]): Promise<Certificate> => {
    const subject = ['-subj', `/CN=${of}`, '-addext', `subjectAltName=DNS:${of}`];
    await openssl(...request, ...subject, '-keyout', `${name}.key`, '-out', `${name}.csr`);
    await openssl('ca', '-batch', '-config', 'ca.cnf', '-in', `${name}.csr`, '-out', `${name}.pem`, '-notext', ...dates);
    return { key: await read(`${name}.key`), cert: await read(`${name}.pem`) };
  };
  try {
    await writeFile(join(folder, 'ca.cnf'), AUTHORITY_CONFIG);
    await writeFile(join(folder, 'index.txt'), '');
    await writeFile(join(folder, 'serial'), '01\n');
    await openssl(...request, '-x509', '-subj', '/CN=authority', '-days', '2', '-keyout', 'ca.key', '-out', 'ca.pem');
    const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
    await openssl(...request, '-x509', ...subject, '-days', '2', '-keyout', 'self.key', '-out', 'self.pem');
    return {
      ca: await read('ca.pem'),
      sound: await issue('sound', host, ALWAYS),
      ofAnotherHost: await issue('other', 'another.example', ALWAYS),
      expired: await issue('expired', host, LONG_AGO),
      selfSigned: { key: await read('self.key'), cert: await read('self.pem') },
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}
