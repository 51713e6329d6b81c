import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '@fulfilment/dev-stack/processes';
import { type Contender, startContender, withSystemFolders } from './contender.ts';

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
