import { type Medium, type Operation, pathOf, type Replies, type UploadSpec } from '@fulfilment/contracts';
import type { RequestContext } from '@fulfilment/kernel';
import type { z } from 'zod';
import type { Upload } from './read-upload.ts';
import { parsedParams, parsedQuery, type RawInput, type RawReply, type Reply, type RouteTarget } from './route.ts';

/** An answer that is made while it is taken. */
export interface Download {
  readonly headers?: Readonly<Record<string, string>>;
  /** Its text. The next piece is asked for when there is room for it; whoever leaves ends it early. */
  readonly pieces: AsyncIterable<string>;
}

/** A route whose answer is streamed. */
export interface DownloadRoute extends RouteTarget {
  readonly type: 'download';
  readonly media: readonly Medium[];
  /** @param medium the media type that the answer is to have. @throws AppError for whatever is refused. */
  readonly run: (input: Pick<RawInput, 'params' | 'query' | 'context'>, medium: string) => Download;
}

/** A route whose body is streamed. */
export interface UploadRoute extends RouteTarget {
  readonly type: 'upload';
  readonly upload: UploadSpec;
  /** @throws AppError for whatever is refused. */
  readonly run: (input: Pick<RawInput, 'params' | 'query' | 'context'>, upload: Upload) => Promise<RawReply>;
}

interface Input<P extends z.ZodType, Q extends z.ZodType> {
  readonly params: z.output<P>;
  readonly query: z.output<Q>;
  readonly context: RequestContext;
}

/**
 * Binds an operation whose 200 has media types to its handler.
 *
 * @throws Error where it has none.
 */
export function downloadRoute<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends Replies>(
  operation: Operation<P, Q, B, R>,
  handle: (input: Input<P, Q> & { readonly medium: string }) => Download,
): DownloadRoute {
  const { id, params, query, replies } = operation;
  const media = replies[200]?.media;
  if (!media) throw new Error(`${id} streams no answer`);
  return {
    ...targetOf(operation),
    type: 'download',
    media,
    run: (input, medium) =>
      handle({
        query: parsedQuery(query, input.query),
        params: parsedParams(params, input.params),
        context: input.context,
        medium,
      }),
  };
}

/**
 * Binds an operation with an upload to its handler.
 *
 * @throws Error where it has none.
 */
export function uploadRoute<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends Replies>(
  operation: Operation<P, Q, B, R>,
  handle: (input: Input<P, Q> & { readonly upload: Upload }) => Promise<Reply<R>>,
): UploadRoute {
  const { id, params, query, upload: spec } = operation;
  if (!spec) throw new Error(`${id} takes no upload`);
  return {
    ...targetOf(operation),
    type: 'upload',
    upload: spec,
    run: async (input, upload) =>
      handle({
        query: parsedQuery(query, input.query),
        params: parsedParams(params, input.params),
        context: input.context,
        upload,
      }),
  };
}

function targetOf(operation: Pick<Operation, 'cost' | 'method' | 'api' | 'path' | 'permission'>): RouteTarget {
  const { method, permission, cost } = operation;
  return { method, path: pathOf(operation), access: { type: 'caller', permission }, cost };
}
