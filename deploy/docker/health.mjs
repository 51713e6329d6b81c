// The health check of a service's container: exits with 0 where the process is ready. Without options of Node that cost a start.
// With `--whole` a process that serves without one of its engines (`degraded`) is not well either, and its checks are printed.
import { get } from 'node:http';

const whole = process.argv.includes('--whole');
const request = get({ host: '127.0.0.1', port: process.env.INTERNAL_PORT, path: '/readyz', timeout: 3_000 }, (response) => {
  const chunks = [];
  response.on('data', (chunk) => chunks.push(chunk));
  response.on('end', () => {
    const report = Buffer.concat(chunks).toString();
    const isWell = response.statusCode === 200 && (!whole || JSON.parse(report).status === 'ready');
    process.exitCode = isWell ? 0 : 1;
    if (!isWell && whole) process.stderr.write(`${report}\n`);
  });
});
request.on('timeout', () => request.destroy(new Error('no answer within 3 s')));
request.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
