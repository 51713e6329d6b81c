import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Command, freePort, portOpens, runCommand, startKept } from '@fulfilment/dev-stack/processes';
import { delay, type Stoppable } from '@fulfilment/kernel';

/** A program that is measured: it answers on a port of the loopback address. */
export interface Contender extends Stoppable {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
  /** True if it lets in only requests with the key. */
  readonly asksForKey: boolean;
}

export const STRAIGHT = 'straight to the upstream';
export const BARE = 'bare Node proxy';

const PATIENCE_MS = 60_000;
const LOOK_MS = 20;

/** A program of which one process serves a port. */
export interface Program {
  readonly name: string;
  readonly asksForKey: boolean;
  readonly folder: string;
  /** The command to run so that it listens on `port`. */
  readonly command: (port: number) => Promise<Pick<Command, 'file' | 'args'>> | Pick<Command, 'file' | 'args'>;
}

/** @throws Error if nothing answers on its port within 60 s; it has what the program wrote. */
export async function startContender({ name, asksForKey, folder, command }: Program): Promise<Contender> {
  const port = await freePort();
  const logFile = join(folder, `${name.replaceAll(' ', '-')}.log`);
  const kept = await startKept({ ...(await command(port)), env: withSystemFolders(process.env), logFile, graceSeconds: 1 });
  const startedAt = performance.now();
  while (!(await portOpens({ host: '127.0.0.1', port }))) {
    if (kept.hasExited() || performance.now() - startedAt > PATIENCE_MS) {
      await kept.stop();
      throw new Error(`${name} does not listen on port ${port}:\n${await readFile(logFile, 'utf8')}`);
    }
    await delay(LOOK_MS);
  }
  return { name, port, asksForKey, pid: kept.pid, stop: () => kept.stop() };
}

/** A program of this folder, with the port that it is to listen on before its other arguments. */
function onPort(program: string, ...more: readonly number[]): Program['command'] {
  const file = fileURLToPath(new URL(program, import.meta.url));
  return (port) => ({ file: process.execPath, args: [file, ...[port, ...more].map(String)] });
}

/** Starts the upstream, which stands behind all the others. */
export function startUpstream(folder: string): Promise<Contender> {
  return startContender({ name: STRAIGHT, asksForKey: false, folder, command: onPort('./upstream-process.ts') });
}

export function startBareProxy(folder: string, upstreamPort: number): Promise<Contender> {
  return startContender({ name: BARE, asksForKey: false, folder, command: onPort('./bare-proxy-process.ts', upstreamPort) });
}

/** Debian has these where only the administrator's PATH leads. */
const SYSTEM_FOLDERS = '/usr/local/sbin:/usr/sbin:/sbin';

export function withSystemFolders(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  return { ...env, PATH: `${env['PATH'] ?? ''}:${SYSTEM_FOLDERS}` };
}

/** The settings of another proxy. */
export interface PeerSettings {
  readonly folder: string;
  readonly upstreamPort: number;
  /** The API key that it lets in. */
  readonly key: string;
  /** Requests a second that the key has, and as many at once. */
  readonly limit: number;
}

/** The version of a program as it says it itself, for `program -v`; undefined where it is not installed. */
export async function versionOf(program: 'nginx' | 'haproxy'): Promise<string | undefined> {
  const { code, output } = await runCommand(program, ['-v'], withSystemFolders(process.env));
  return code === 0 ? /\d+\.\d+\.\d+/.exec(output)?.[0] : undefined;
}

/** nginx, set up as close to our gateway as its own modules come: a map of keys, `limit_req`, request ids, streaming. */
export function startNginx(settings: PeerSettings): Promise<Contender> {
  const folder = join(settings.folder, 'nginx');
  const command = async (port: number) => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'nginx.conf'), nginxConfiguration(port, { ...settings, folder }), { mode: 0o600 });
    return { file: 'nginx', args: ['-p', folder, '-c', join(folder, 'nginx.conf')] };
  };
  return startContender({ name: 'nginx', asksForKey: true, folder: settings.folder, command });
}

/** One process, kept connections on both sides, no log of requests; a slow reader holds back the upstream instead of filling a file. */
function nginxConfiguration(port: number, { folder, upstreamPort, key, limit }: PeerSettings): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log stderr error;
events { worker_connections 8192; }
http {
${temporary.map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n')}
  access_log off;
  server_tokens off;
  keepalive_timeout 75s;
  keepalive_requests 100000000;
  map_hash_bucket_size 256;
  map $http_authorization $account {
    default "";
    "Bearer ${key}" "benchmark";
  }
  limit_req_zone $account zone=keys:1m rate=${limit}r/s;
  limit_req_status 429;
  upstream service {
    server 127.0.0.1:${upstreamPort};
    keepalive 128;
    keepalive_requests 100000000;
  }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location / {
      if ($account = "") { return 401; }
      limit_req zone=keys burst=${limit} nodelay;
      proxy_pass http://service;
      proxy_http_version 1.1;
      proxy_request_buffering off;
      proxy_max_temp_file_size 0;
      proxy_set_header Connection "";
      proxy_set_header Authorization "";
      proxy_set_header X-Account $account;
      proxy_set_header X-Request-Id $request_id;
      proxy_hide_header X-Request-Id;
      add_header X-Request-Id $request_id always;
      add_header X-Content-Type-Options nosniff always;
      add_header Content-Security-Policy "default-src 'none'; frame-ancestors 'none'" always;
      add_header Referrer-Policy no-referrer always;
    }
  }
}
`;
}

/** HAProxy, set up as close to our gateway as it comes: a map of keys, a stick table of request rates, request ids. */
export function startHaproxy(settings: PeerSettings): Promise<Contender> {
  const folder = join(settings.folder, 'haproxy');
  const command = async (port: number) => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'keys.map'), `${settings.key} benchmark\n`, { mode: 0o600 });
    await writeFile(join(folder, 'haproxy.cfg'), haproxyConfiguration(port, { ...settings, folder }), { mode: 0o600 });
    return { file: 'haproxy', args: ['-db', '-f', join(folder, 'haproxy.cfg')] };
  };
  return startContender({ name: 'HAProxy', asksForKey: true, folder: settings.folder, command });
}

/** One thread, kept connections on both sides, no log. */
function haproxyConfiguration(port: number, { folder, upstreamPort, limit }: PeerSettings): string {
  return `global
  nbthread 1
  maxconn 8192
defaults
  mode http
  timeout connect 1s
  timeout client 75s
  timeout server 30s
  timeout http-keep-alive 75s
  http-reuse always
frontend edge
  bind 127.0.0.1:${port} backlog 4096
  unique-id-format %[uuid()]
  unique-id-header X-Request-Id
  stick-table type string len 64 size 100k expire 60s store http_req_rate(1s)
  http-request set-var(txn.account) req.hdr(authorization),word(2,' '),map_str(${folder}/keys.map)
  http-request deny deny_status 401 unless { var(txn.account) -m found }
  http-request track-sc0 var(txn.account)
  http-request deny deny_status 429 if { sc_http_req_rate(0) gt ${limit} }
  http-request del-header authorization
  http-request set-header X-Account %[var(txn.account)]
  http-response set-header X-Request-Id %[unique-id]
  http-response set-header X-Content-Type-Options nosniff
  http-response set-header Content-Security-Policy "default-src 'none'; frame-ancestors 'none'"
  http-response set-header Referrer-Policy no-referrer
  default_backend service
backend service
  server upstream 127.0.0.1:${upstreamPort}
`;
}
