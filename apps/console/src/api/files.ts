import {
  addressOf,
  type AnswerMediaOf,
  type AnswerOf,
  type Callable,
  type CallAddress,
  type CallOf,
  type Operation,
  type UploadMediaOf,
} from '@fulfilment/contracts';
import { lostConnection, mended, problemOf, type Sending } from './client.ts';

/** A file on its way to the API. */
interface Upload<Type extends string = string> extends Pick<Sending, 'idempotencyKey' | 'signal'> {
  readonly file: Blob;
  readonly type: Type;
  /** The characters of a text, UTF-8 by default. */
  readonly charset?: string | undefined;
  /** Told how many bytes have left, as they leave. */
  readonly onProgress: (bytes: number) => void;
}

/**
 * Sends a file as the body of an operation that takes one; otherwise as `call` does. A request of XMLHttpRequest tells how much has left,
 * which `fetch` does not.
 *
 * @throws ApiProblem for a refusal, ConnectionLost without an answer, Interrupted if the member left the dialog, AbortError.
 */
export function upload<Op extends Operation>(
  operation: Callable<Op>,
  given: CallOf<Op> & Upload<UploadMediaOf<Op>>,
): Promise<AnswerOf<Op>>;
export function upload(operation: Callable, given: CallAddress & Upload): Promise<unknown> {
  return mended(given, async () => {
    const answer = await uploadOnce(operation, given);
    if (!answer.ok) throw await problemOf(answer);
    return await answer.json();
  });
}

function uploadOnce(operation: Callable, given: CallAddress & Upload): Promise<Response> {
  const { file, type, charset, onProgress, signal, idempotencyKey } = given;
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = new XMLHttpRequest();
  const abort = (): void => request.abort();
  request.open(operation.method, addressOf(operation, given));
  request.setRequestHeader('Content-Type', charset === undefined ? type : `${type}; charset=${charset}`);
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
interface Download<Type extends string = string> {
  /** The media type to ask for. */
  readonly type: Type;
  readonly signal: AbortSignal;
  readonly onProgress: (received: Received) => void;
}

/**
 * Reads the file that an operation answers with, whole.
 *
 * @throws ApiProblem for a refusal, ConnectionLost where it broke off, Interrupted if the member left the dialog, AbortError.
 */
export function download<Op extends Operation>(
  operation: Callable<Op>,
  request: CallOf<Op> & Download<AnswerMediaOf<Op>>,
): Promise<File>;
export function download(operation: Callable, request: CallAddress & Download): Promise<File> {
  return mended(request, async () => {
    const { signal, type, onProgress } = request;
    const orLost = (error: unknown): never => {
      if (signal.aborted) throw error;
      throw lostConnection();
    };
    const sending = { headers: { Accept: type }, credentials: 'same-origin', signal } as const;
    const answer = await fetch(addressOf(operation, request), sending).catch(orLost);
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
