import { type ApiRequest, lostConnection, mended, problemOf, urlOf } from './client.ts';

/** A file on its way to the API. */
export interface Upload extends Pick<ApiRequest, 'path' | 'query' | 'idempotencyKey' | 'signal'> {
  readonly file: Blob;
  /** Its media type, `text/csv`. */
  readonly type: string;
  /** Told how many bytes have left, as they leave. */
  readonly onProgress: (bytes: number) => void;
}

/**
 * Sends a file as a body; otherwise as `send` does. A request of XMLHttpRequest tells how much has left, which `fetch` does not.
 *
 * @throws ApiProblem for a refusal, ConnectionLost without an answer, Interrupted if the member left the dialog, AbortError.
 */
export function upload<Answer>(given: Upload): Promise<Answer> {
  return mended(given, async () => {
    const answer = await uploadOnce(given);
    if (!answer.ok) throw await problemOf(answer);
    // The gateway answers by the contract that the caller names the type of.
    return await answer.json();
  });
}

function uploadOnce({ file, type, onProgress, signal, idempotencyKey, ...address }: Upload): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = new XMLHttpRequest();
  const abort = (): void => request.abort();
  request.open('POST', urlOf(address));
  request.setRequestHeader('Content-Type', type);
  if (idempotencyKey !== undefined) request.setRequestHeader('Idempotency-Key', idempotencyKey);
  request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
  request.addEventListener('load', () => resolve(answerOf(request)));
  request.addEventListener('error', () => reject(lostConnection()));
  request.addEventListener('abort', () => reject(new DOMException('The request was stopped', 'AbortError')));
  request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
  signal?.addEventListener('abort', abort);
  request.send(file);
  return promise;
}

function answerOf(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return new Response(request.responseText, { status: request.status, headers });
}

/** How far a download has come. */
export interface Received {
  readonly bytes: number;
  readonly lines: number;
}

/** A file that the API answers with. */
export interface Download extends Pick<ApiRequest, 'path' | 'query'> {
  /** The media type to ask for. */
  readonly type: string;
  readonly signal: AbortSignal;
  readonly onProgress: (received: Received) => void;
}

/**
 * Reads a file whole.
 *
 * @throws ApiProblem for a refusal, ConnectionLost where it broke off, Interrupted if the member left the dialog, AbortError.
 */
export function download(request: Download): Promise<File> {
  return mended(request, async () => {
    const { signal, type, onProgress } = request;
    const orLost = (error: unknown): never => {
      if (signal.aborted) throw error;
      throw lostConnection();
    };
    const answer = await fetch(urlOf(request), { headers: { Accept: type }, credentials: 'same-origin', signal }).catch(orLost);
    if (!answer.ok) throw await problemOf(answer);
    const chunks = await chunksOf(answer, onProgress).catch(orLost);
    return new File(chunks, fileNameOf(answer), { type });
  });
}

const LINE_FEED = 0x0a;

async function chunksOf({ body }: Response, onProgress: Download['onProgress']): Promise<Uint8Array<ArrayBuffer>[]> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = body?.getReader();
  let received: Received = { bytes: 0, lines: 0 };
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    const { value } = part;
    chunks.push(value);
    const lines = value.reduce((count, byte) => (byte === LINE_FEED ? count + 1 : count), received.lines);
    received = { bytes: received.bytes + value.byteLength, lines };
    onProgress(received);
  }
  return chunks;
}

function fileNameOf({ headers }: Response): string {
  return /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? 'download';
}

const SAVING_MS = 60_000;

/** Saves a file where the browser keeps downloads. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: file.name });
  link.click();
  // Some browsers read it only after the member chose a name.
  setTimeout(() => URL.revokeObjectURL(url), SAVING_MS);
}
