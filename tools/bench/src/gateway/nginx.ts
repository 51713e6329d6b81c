import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Contender, startContender } from './contender.ts';
import type { PeerSettings } from './peer.ts';

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
export function nginxConfiguration(port: number, { folder, upstreamPort, key, limit }: PeerSettings): string {
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
