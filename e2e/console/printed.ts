import { readFile } from 'node:fs/promises';
import {
  BarcodeFormat,
  BinaryBitmap,
  Code128Reader,
  DataMatrixReader,
  DecodeHintType,
  GlobalHistogramBinarizer,
  HybridBinarizer,
  RGBLuminanceSource,
} from '@zxing/library';
import { launchChromium } from '@fulfilment/testing/chromium';
import { getDocumentProxy } from 'unpdf';

/** A page of a document as it comes out of the printer. */
export interface PrintedPage {
  /** In millimetres. */
  readonly width: number;
  readonly height: number;
  readonly text: string;
  /** The text of the bars or square in a part of the page, in millimetres from its upper left corner. */
  readonly decode: (kind: 'bars' | 'square', part: Part) => string;
}

/** A part of a page in millimetres. */
interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The luminance of a drawn page, as bytes in Base64. */
interface Drawn {
  readonly width: number;
  readonly luminance: string;
}

const LIBRARY = new URL('../../node_modules/unpdf/dist/pdfjs.mjs', import.meta.url);
const DOTS_PER_POINT = 3;
const MM_PER_POINT = 25.4 / 72;

/** Reads PDFs and draws their pages at 216 dots an inch, by pdf.js in a browser of its own. */
export async function readPrinted(pdfs: readonly Buffer[]): Promise<readonly (readonly PrintedPage[])[]> {
  const browser = await launchChromium([]);
  try {
    const page = await browser.newPage();
    const library = await readFile(LIBRARY, 'utf8');
    await page.route('http://printed.test/**', (route) =>
      route.request().url().endsWith('.mjs')
        ? route.fulfill({ contentType: 'text/javascript', body: library })
        : route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
    );
    await page.goto('http://printed.test/');
    const documents: PrintedPage[][] = [];
    for (const pdf of pdfs) {
      const drawn: readonly Drawn[] = await page.evaluate(
        `(async () => {
          const { getDocument } = await import('/pdfjs.mjs');
          const data = Uint8Array.from(atob('${pdf.toString('base64')}'), (each) => each.charCodeAt(0));
          const { promise } = getDocument({ data });
          const pdf = await promise;
          const pages = [];
          for (let at = 1; at <= pdf.numPages; at += 1) {
            const page = await pdf.getPage(at);
                        const viewport = page.getViewport({ scale: ${DOTS_PER_POINT} });
            const canvas = new OffscreenCanvas(viewport.width, viewport.height);
            const canvasContext = canvas.getContext('2d');
            await page.render({ canvas, canvasContext, viewport }).promise;
            const { data, width, height } = canvasContext.getImageData(0, 0, canvas.width, canvas.height);
            let luminance = '';
            for (let pixel = 0; pixel < width * height; pixel += 1) luminance += String.fromCharCode(data[pixel * 4 + 1]);
            pages.push({ width, luminance: btoa(luminance) });
          }
          return pages;
        })()`,
      );
      const read = await getDocumentProxy(new Uint8Array(pdf));
      documents.push(await Promise.all(drawn.map(async (each, at) => pageOf(await read.getPage(at + 1), each))));
    }
    return documents;
  } finally {
    await browser.close();
  }
}

type ReadPage = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>;

async function pageOf(page: ReadPage, { width: rowWidth, luminance }: Drawn): Promise<PrintedPage> {
  const [, , width = 0, height = 0] = page.view;
  const words = (await page.getTextContent()).items.map((item) => ('str' in item ? item.str : ''));
  const all = Buffer.from(luminance, 'base64');
  return {
    width: Math.round(width * MM_PER_POINT),
    height: Math.round(height * MM_PER_POINT),
    text: words.join(' ').replaceAll(/\s+/g, ' '),
    decode: (kind, part) => decoded(kind, cut(all, rowWidth, part)),
  };
}

interface Picture {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

function dots(mm: number): number {
  return Math.round((mm / MM_PER_POINT) * DOTS_PER_POINT);
}

function cut(all: Buffer, rowWidth: number, part: Part): Picture {
  const [x, y, width, height] = [dots(part.x), dots(part.y), dots(part.width), dots(part.height)];
  const data = new Uint8ClampedArray(width * height);
  for (let row = 0; row < height; row += 1)
    data.set(all.subarray((y + row) * rowWidth + x, (y + row) * rowWidth + x + width), row * width);
  return { data, width, height };
}

function decoded(kind: 'bars' | 'square', { data, width, height }: Picture): string {
  const source = new RGBLuminanceSource(data, width, height);
  const hints = new Map<DecodeHintType, unknown>([
    [DecodeHintType.POSSIBLE_FORMATS, [BarcodeFormat.CODE_128]],
    [DecodeHintType.TRY_HARDER, true],
  ]);
  return kind === 'bars'
    ? new Code128Reader().decode(new BinaryBitmap(new GlobalHistogramBinarizer(source)), hints).getText()
    : new DataMatrixReader().decode(new BinaryBitmap(new HybridBinarizer(source))).getText();
}
