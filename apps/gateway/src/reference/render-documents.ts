import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { publishedDocuments } from './published-documents.ts';
import { type ReadyDocument, readyDocument } from './send-document.ts';

// The code of a thread that renders the published documents, hands them over and ends: `served-documents.ts` starts it.
const { publicUrl } = z.object({ publicUrl: z.string() }).parse(workerData);
const rendered = Object.entries(publishedDocuments(publicUrl)).map(([path, document]): [string, ReadyDocument] => {
  return [path, readyDocument(document)];
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has one parent, and no origins.
parentPort?.postMessage(rendered);
