import type { ReadBarcode } from './barcode-reader.ts';
import { cameraWords as words } from './camera-strings.ts';

/** Milliseconds between two pictures: each takes some 20 to decode on a telephone. */
const PICTURE_MS = 120;
/** Width in pixels at which pictures are decoded; the bars of a code across half of it are 3 pixels wide. */
const WIDTH = 800;
/** Pictures in which a code has to be missing before it counts as shown again. */
const MISSED_PICTURES = 8;

/**
 * Shows the camera, the one at the back where there are several, in a video element, and reads the codes that it is shown: each once for
 * as long as it stays in view. The decoder is loaded here, so that a page without a camera never loads it.
 *
 * @param signal ends it.
 * @throws Error with a line for the member where there is no camera, or it may not be used.
 */
export async function openCamera(video: HTMLVideoElement, onCode: (code: string) => void, signal: AbortSignal): Promise<void> {
  const stream = await openStream();
  const end = (): void => {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  };
  signal.addEventListener('abort', end);
  if (signal.aborted) return end();
  const { makeBarcodeReader } = await import('./barcode-reader.ts');
  video.srcObject = stream;
  await video.play();
  watch(video, { read: makeBarcodeReader(), onCode, signal });
}

async function openStream(): Promise<MediaStream> {
  // Where the page came by plain http from another machine, browsers have no cameras at all.
  if (!isSecureContext || !('mediaDevices' in navigator)) throw new Error(words.insecure);
  try {
    return await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } } });
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  NotAllowedError: words.refused,
  NotFoundError: words.none,
  OverconstrainedError: words.none,
  NotReadableError: words.busy,
};

function reasonOf(error: unknown): string {
  return (error instanceof DOMException ? REASONS[error.name] : undefined) ?? words.failed;
}

interface Watch {
  readonly read: ReadBarcode;
  readonly onCode: (code: string) => void;
  readonly signal: AbortSignal;
}

function watch(video: HTMLVideoElement, { read, onCode, signal }: Watch): void {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  let shown: { readonly code: string; readonly missed: number } | undefined;
  const look = (): void => {
    if (signal.aborted || context === null) return;
    canvas.width = Math.min(WIDTH, video.videoWidth);
    canvas.height = Math.round((canvas.width * video.videoHeight) / Math.max(video.videoWidth, 1));
    if (canvas.width > 0 && canvas.height > 0) {
      context.drawImage(video, 0, 0, canvas.width, canvas.height);
      const code = read(context.getImageData(0, 0, canvas.width, canvas.height));
      if (code !== undefined && code !== shown?.code) onCode(code);
      shown = afterPicture(shown, code);
    }
    setTimeout(look, PICTURE_MS);
  };
  look();
}

function afterPicture(shown: { readonly code: string; readonly missed: number } | undefined, code: string | undefined) {
  if (code !== undefined) return { code, missed: 0 };
  return shown && shown.missed < MISSED_PICTURES ? { code: shown.code, missed: shown.missed + 1 } : undefined;
}
