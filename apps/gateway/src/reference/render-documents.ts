import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { documentRenderings } from './published-documents.ts';
import { readyDocument } from './send-document.ts';
import type { RenderedDocument } from './served-documents.ts';

// The code of a thread that renders the published documents and ends: `served-documents.ts` starts it. It hands over each as soon as it
// is rendered, those first whose paths it is sent. A path without a document is answered too.
if (!parentPort) throw new Error('This is the code of a thread');
const port = parentPort;
const { publicUrl } = z.object({ publicUrl: z.string() }).parse(workerData);
const asked = z.object({ message: z.string() });
const left = new Map(Object.entries(documentRenderings(publicUrl)));
const known = new Set(left.keys());

for (const path of known) {
  for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) handOver(asked.parse(next).message);
  handOver(path);
}

function handOver(path: string): void {
  const render = left.get(path);
  left.delete(path);
  if (render === undefined && known.has(path)) return;
  const rendered: RenderedDocument = [path, render && readyDocument(render())];
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has one parent, and no origins.
  port.postMessage(rendered);
}
