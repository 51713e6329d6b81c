// The health check of a service's container: exits with 0 where the process is ready. Without options of Node that cost a start.
import { get } from 'node:http';

const request = get({ host: '127.0.0.1', port: process.env.INTERNAL_PORT, path: '/readyz', timeout: 3_000 }, (response) => {
  process.exitCode = response.statusCode === 200 ? 0 : 1;
  response.resume();
});
request.on('timeout', () => request.destroy(new Error('no answer within 3 s')));
request.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
