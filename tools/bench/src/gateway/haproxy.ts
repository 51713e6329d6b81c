import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Contender, startContender } from './contender.ts';
import type { PeerSettings } from './peer.ts';

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
export function haproxyConfiguration(port: number, { folder, upstreamPort, limit }: PeerSettings): string {
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
