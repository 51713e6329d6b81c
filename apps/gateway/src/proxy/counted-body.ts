import { Transform } from 'node:stream';

/** A body that turned out to be larger than it may be. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** Passes a body on, and breaks off with {@link BodyTooLarge} once it is larger than `maxBytes`. */
export function countedBody(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      if (bytes > maxBytes) done(new BodyTooLarge());
      else done(null, chunk);
    },
  });
}
