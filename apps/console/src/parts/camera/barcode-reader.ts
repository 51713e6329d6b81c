import {
  BarcodeFormat,
  BinaryBitmap,
  DataMatrixReader,
  DecodeHintType,
  HybridBinarizer,
  MultiFormatOneDReader,
  QRCodeReader,
  RGBLuminanceSource,
} from '@zxing/library';

/** Codes in bars on goods and shelves; QR codes and data matrices have readers of their own. */
const BAR_FORMATS = [
  BarcodeFormat.EAN_13,
  BarcodeFormat.EAN_8,
  BarcodeFormat.UPC_A,
  BarcodeFormat.UPC_E,
  BarcodeFormat.CODE_128,
  BarcodeFormat.CODE_39,
  BarcodeFormat.ITF,
];

/** Reads the code in a picture; undefined where none can be read. */
export type ReadBarcode = (picture: ImageData) => string | undefined;

/** Makes a reader in plain JavaScript: the policy of the page compiles no WebAssembly. */
export function makeBarcodeReader(): ReadBarcode {
  const hints = new Map<DecodeHintType, unknown>([[DecodeHintType.POSSIBLE_FORMATS, BAR_FORMATS]]);
  const readers = [new MultiFormatOneDReader(hints), new QRCodeReader(), new DataMatrixReader()];
  return ({ data, width, height }) => {
    const picture = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(greyOf(data), width, height)));
    for (const reader of readers) {
      try {
        return reader.decode(picture).getText();
      } catch {
        // It throws for each picture without a code of its kind, and for what only looks like one.
        reader.reset();
      }
    }
    return undefined;
  };
}

/** Luminance by pixel, of red, green, blue and opacity by pixel (ITU-R BT.601, in 1/256). */
function greyOf(data: Uint8ClampedArray): Uint8ClampedArray {
  const grey = new Uint8ClampedArray(data.length / 4);
  for (let pixel = 0; pixel < grey.length; pixel += 1) {
    const at = pixel * 4;
    grey[pixel] = (77 * (data[at] ?? 0) + 150 * (data[at + 1] ?? 0) + 29 * (data[at + 2] ?? 0)) >> 8;
  }
  return grey;
}
