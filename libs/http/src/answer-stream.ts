import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errors, LOOKED_HEADER, type Medium, type UploadSpec } from '@fulfilment/contracts';
import type { AppError, OwedLines } from '@fulfilment/kernel';
import type { LookedRecords } from './looked-records.ts';
import { NotedLines } from './noted-lines.ts';
import type { Request, RequestHandler, Response } from 'express';
import { contextFor, permissionsOf } from './access.ts';
import { charsetOf, essenceOf, payloadTooLarge } from './read-body.ts';
import { chargeOwed, chargeWrite, setReplyHeaders } from './reply-headers.ts';
import { refuseConditions, writeContext } from './request-context.ts';
import type { DownloadRoute, Upload, UploadRoute } from './route.ts';

/** The parts of a server wait for the end of an answer, and those that compress and send it: eleven, one more than Node takes for no leak. */
const MOST_LISTENERS = 20;

/** Turns a route with a streamed answer into an Express handler. HEAD gets the header, and no piece is made. */
export function answerDownload(route: DownloadRoute, owed: OwedLines | undefined): RequestHandler {
  return async (request, response) => {
    const context = contextFor(route, response);
    refuseConditions(request.headers, route.conditions);
    const medium = mediumFor(request, route);
    const { may } = permissionsOf(response);
    const header = (name: string) => request.get(name);
    const asked = {
      params: { ...request.params },
      query: { ...request.query },
      context,
      may,
      header,
      leaving: leavingOf(response),
    };
    const { headers = {}, pieces, looked } = route.run(asked, medium);
    response
      .status(200)
      .vary('Accept')
      .set({ ...headers });
    response.set('Content-Type', `${medium}; charset=utf-8`);
    if (request.method === 'HEAD') return void response.end();
    response.setMaxListeners(MOST_LISTENERS);
    await chargeOwed(response, owed?.take(context.tenant) ?? 0);
    if (await sendPieces(response, pieces, looked)) return;
    owed?.note(context.tenant, looked?.unpaidLines ?? 0);
  };
}

/** Aborts once the server drains, or the receiver has left. */
function leavingOf(response: Response<unknown, { readonly leaving?: AbortSignal }>): AbortSignal {
  const { leaving } = response.locals;
  const ended = new AbortController();
  const end = (): void => ended.abort();
  if (leaving?.aborted === true) end();
  leaving?.addEventListener('abort', end);
  response.once('close', () => {
    leaving?.removeEventListener('abort', end);
    end();
  });
  return ended.signal;
}

/**
 * The available media type that the caller prefers (RFC 9110 section 12.5.1).
 *
 * @throws AppError `not_acceptable` where it accepts none.
 */
function mediumFor(request: Request, { media }: DownloadRoute): string {
  const available = media.map(({ type }) => type);
  const chosen = request.accepts(available);
  if (typeof chosen === 'string') return chosen;
  throw errors.notAcceptable(`The answer is available as ${available.join(' or ')}.`, { facts: { available } });
}

/** Milliseconds without progress after which a receiver is disconnected. */
const STALLED_MS = 120_000;

/**
 * Sends an answer piece by piece, as fast as it is read. Where a piece fails, the connection is broken: that is how a receiver knows
 * that its copy is incomplete. Where the receiver disconnects, no more pieces are made.
 *
 * @returns false where the receiver has disconnected.
 * @throws whatever the pieces throw; the connection is broken then if the answer had begun.
 */
async function sendPieces(response: Response, pieces: AsyncIterable<string>, looked?: LookedRecords): Promise<boolean> {
  const source = pieces[Symbol.asyncIterator]();
  // Until the first piece is sent, a failure can still be answered with its own status.
  const first = await source.next();
  const failures: unknown[] = [];
  // A filter may leave out all for minutes: its receiver is told that the answer has begun.
  if (first.value === '') response.flushHeaders();
  response.setTimeout(STALLED_MS, () => void response.destroy());
  try {
    await pipeline(
      Readable.from(
        textOf(first, source, {
          isLeft: () => response.destroyed,
          onEnd: () => looked && response.addTrailers({ [LOOKED_HEADER]: String(looked.count) }),
          onFailure: (error) => failures.push(error),
        }),
        { objectMode: false },
      ),
      response,
    );
    return true;
  } catch {
    // Without a failure of a piece it was the receiver who disconnected.
    if (failures.length > 0) throw failures[0];
    return false;
  }
}

interface TextEnd {
  /** True once the receiver has disconnected. */
  readonly isLeft: () => boolean;
  readonly onEnd: () => void;
  readonly onFailure: (error: unknown) => void;
}

async function* textOf(
  first: IteratorResult<string>,
  source: AsyncIterator<string>,
  { isLeft, onEnd, onFailure }: TextEnd,
): AsyncGenerator<string> {
  // A receiver who disconnects ends the loop by an error of the stream, which is no failure of a piece.
  const nextPiece = () =>
    source.next().catch((error: unknown) => {
      onFailure(error);
      throw error;
    });
  try {
    for (let next = first; next.done !== true; next = await nextPiece()) {
      // Pieces without text are those of a filter that leaves out all that it looks at: only what is sent notices a receiver that has left.
      if (next.value !== '') yield next.value;
      else if (isLeft()) return;
    }
    onEnd();
  } finally {
    await source.return?.();
  }
}

/**
 * Turns a route with a streamed body into an Express handler. The body is not read yet: the fingerprint of an idempotency key is
 * that of the query.
 */
export function answerUpload(route: UploadRoute, owed: OwedLines | undefined): RequestHandler {
  return async (request, response) => {
    // A caller without permission is refused before the body is read.
    const asked = contextFor(route, response);
    try {
      const upload = openUpload(request, route.upload);
      const context = writeContext(asked, route, request, null);
      const noted = new NotedLines(context.tenant, owed);
      const asking = {
        params: { ...request.params },
        query: { ...request.query },
        context: { ...context, noteLines: noted.note },
      };
      const reply = await noted.unlessItFails(route.run(asking, upload));
      response.status(reply.status);
      setReplyHeaders(response, reply);
      await chargeWrite(response, { bytes: 0, lines: noted.all() });
      response.json(reply.body);
    } finally {
      await discardRest(request);
    }
  };
}

/**
 * The body of a request as a stream.
 *
 * @throws AppError `unsupported_media_type` unless it is one of the operation's media types, uncompressed and in a charset of it;
 * `payload_too_large` where its length says so.
 */
function openUpload(request: IncomingMessage, { media, maxBytes }: UploadSpec): Upload {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw payloadTooLarge(maxBytes);
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
  const medium = media.find((each) => each.type === essenceOf(type));
  const charset = charsetOf(type);
  const isTaken = medium && ['utf-8', ...(medium.charsets ?? [])].includes(charset);
  if (!isTaken || encoding.toLowerCase() !== 'identity') throw unsupported(media);
  return { medium: medium.type, charset, bytes: bytesOf(request, maxBytes) };
}

/** Milliseconds in which a sender that was answered early may send the rest, which is discarded. */
const DISCARD_MS = 5_000;

/** Lets the sender finish, so that it reads the answer instead of failing to write. */
async function discardRest(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, DISCARD_MS);
  request.once('end', resolve).once('close', resolve).resume();
  await promise;
  clearTimeout(timer);
}

async function* bytesOf(request: IncomingMessage, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    // Ending the iteration must not close the connection: the answer goes out on it.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size > maxBytes) throw payloadTooLarge(maxBytes);
      yield bytes;
    }
  } catch (error) {
    throw request.errored ? errors.invalidRequest('The body was cut off.', { cause: error }) : error;
  }
}

function unsupported(media: readonly Medium[]): AppError {
  const types = media.flatMap(({ type, charsets = [] }) => [type, ...charsets.map((charset) => `${type}; charset=${charset}`)]);
  const detail = `Send the body as ${types.join(' or ')}, uncompressed; without a charset it is in UTF-8.`;
  return errors.unsupportedMediaType(detail, { facts: { available: types } });
}
