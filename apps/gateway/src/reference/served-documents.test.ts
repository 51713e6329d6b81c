import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { RENDER, type RenderedDocument } from './served-documents.ts';

test('documents that are asked for are rendered before all others, and a path without one is answered', async () => {
  const thread = new Worker(RENDER, { workerData: { publicUrl: 'https://api.example.com' } });
  const asked = ['/docs/webhooks', '/nothing', '/docs/site.css'];
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has one parent, and no origins.
  for (const path of asked) thread.postMessage(path);
  const rendered: (readonly [path: string, type: string | undefined])[] = [];
  const first = Promise.withResolvers<void>();
  thread.on('message', ([path, document]: RenderedDocument) => {
    if (rendered.push([path, document?.type]) === asked.length) first.resolve();
  });
  thread.once('error', first.reject);

  await first.promise;
  await thread.terminate();

  expect(rendered.slice(0, asked.length)).toEqual([
    ['/docs/webhooks', 'text/html; charset=utf-8'],
    ['/nothing', undefined],
    ['/docs/site.css', 'text/css; charset=utf-8'],
  ]);
});
