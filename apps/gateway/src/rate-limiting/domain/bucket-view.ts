import { fullInAfterChange } from './gcra.ts';

/**
 * What one gateway knows of a bucket: what it last heard of the shared one, and what it let through by itself since. Times are
 * whole nanoseconds of a clock that never goes back.
 *
 * Without Redis each of `gateways` spends its share of what is left: a token costs it `gateways` times the time, and what was
 * heard comes back first. So what it let through by itself is, in tokens, what lies behind that, divided by `gateways`.
 */
export interface BucketView {
  /** The time in which the bucket fills, by the limit that the times below are of. */
  readonly roomNanos: number;
  /** When Redis last answered. */
  readonly heardAt: number;
  /** When the bucket is full, by what Redis said. */
  readonly heardFullAt: number;
  /** When this gateway's share is full: what it let through by itself comes behind what was heard. */
  readonly shareFullAt: number;
}

/** What Redis said of a bucket. */
export interface Heard {
  readonly askedAt: number;
  readonly heardAt: number;
  readonly fullInNanos: number;
}

/** Of a bucket that nothing is known of. */
export function unknownBucket(roomNanos: number): BucketView {
  return { roomNanos, heardAt: Number.NEGATIVE_INFINITY, heardFullAt: 0, shareFullAt: 0 };
}

/** The same bucket after its limit was changed. */
export function viewUnder(roomNanos: number, view: BucketView, now: number): BucketView {
  if (view.roomNanos === roomNanos) return view;
  const room = { before: view.roomNanos, after: roomNanos };
  const moved = (fullAt: number): number => now + fullInAfterChange(Math.max(0, fullAt - now), room);
  return { ...view, roomNanos, heardFullAt: moved(view.heardFullAt), shareFullAt: moved(view.shareFullAt) };
}

/** How long until the bucket is full by what Redis said. */
export function heardIn({ heardFullAt }: BucketView, now: number): number {
  return Math.max(0, heardFullAt - now);
}

/** How long until this gateway's share is full. */
export function shareIn({ shareFullAt }: BucketView, now: number): number {
  return Math.max(0, shareFullAt - now);
}

/** What this gateway let through by itself and has not come back, in the time of the whole bucket. */
export function ownIn(view: BucketView, { gateways, now }: { readonly gateways: number; readonly now: number }): number {
  return Math.ceil((shareIn(view, now) - heardIn(view, now)) / gateways);
}

/** Takes over what Redis answered. An older answer takes nothing back. */
export function afterHearing(view: BucketView, { askedAt, heardAt, fullInNanos }: Heard): BucketView {
  // Counted from the question and not from the answer, so that it never says more than Redis did.
  const heardFullAt = Math.max(view.heardFullAt, askedAt + fullInNanos);
  const behind = shareIn(view, askedAt) - heardIn(view, askedAt);
  return { roomNanos: view.roomNanos, heardAt, heardFullAt, shareFullAt: heardFullAt + behind };
}

/** Draws on the share without asking. */
export function afterOwnDraw(view: BucketView, costNanos: number, now: number): BucketView {
  return { ...view, shareFullAt: now + shareIn(view, now) + costNanos };
}

/** After Redis was told what this gateway let through by itself, whether or not that came through: it counts as heard. */
export function afterTelling(view: BucketView, share: { readonly gateways: number; readonly now: number }): BucketView {
  const heardFullAt = share.now + heardIn(view, share.now) + ownIn(view, share);
  return { ...view, heardFullAt, shareFullAt: heardFullAt };
}
