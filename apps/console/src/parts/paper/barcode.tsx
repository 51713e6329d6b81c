import { code128, type DrawingContext, datamatrix, gs1datamatrix } from 'bwip-js/browser';
import { type ReactNode, useMemo } from 'react';

/** The symbols of labels: bars, and a square of modules with a text or with GS1 element strings. */
const ENCODERS = { code128, datamatrix, gs1datamatrix } as const;
export type Symbology = keyof typeof ENCODERS;

interface BarcodeProps {
  readonly symbology: Symbology;
  /** Of `gs1datamatrix` element strings, as in `(01)04006381333931`. */
  readonly text: string;
  /** Its name for those who do not see it. */
  readonly label: string;
}

/** A barcode as lines of the page, which every printer draws sharply; nothing where the symbol cannot hold the text. */
export function Barcode({ symbology, text, label }: BarcodeProps): ReactNode {
  const drawn = useMemo(() => {
    try {
      // At an odd scale the library rounds the middle of a bar to a whole number, and the widths of bars and gaps are wrong.
      return ENCODERS[symbology]({ bcid: symbology, text, scale: 2, includetext: false }, pathDrawing());
    } catch {
      return undefined;
    }
  }, [symbology, text]);
  if (drawn === undefined) return null;
  const { width, height, path } = drawn;
  // Ten modules beside the bars, and two around a square, stay light for the reader.
  const [aside, above] = symbology === 'code128' ? [20, 0] : [8, 8];
  return (
    <svg
      className="barcode"
      data-symbology={symbology}
      role="img"
      aria-label={label}
      viewBox={`${-aside} ${-above} ${width + 2 * aside} ${height + 2 * above}`}
      preserveAspectRatio={symbology === 'code128' ? 'none' : 'xMinYMin meet'}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000000" fillRule="evenodd" />
    </svg>
  );
}

interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly path: string;
}

function nothing(): void {
  // Symbols of labels have no such part.
}

/** Draws a symbol as one path: bars are lines, the modules of a matrix polygons. */
function pathDrawing(): DrawingContext<Drawn> {
  const size = { width: 0, height: 0 };
  const parts: string[] = [];
  return {
    scale: (x, y) => [x, y],
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init: (width, height) => Object.assign(size, { width, height }),
    line: (...[x0, y0, x1, y1, width]) => {
      const half = width / 2;
      if (x0 === x1) parts.push(`M${x0 - half} ${y0}H${x0 + half}V${y1}H${x0 - half}Z`);
      else parts.push(`M${x0} ${y0 - half}V${y0 + half}H${x1}V${y0 - half}Z`);
    },
    polygon: (points) => parts.push(`M${points.map(([x, y]) => `${x} ${y}`).join('L')}Z`),
    hexagon: nothing,
    ellipse: nothing,
    fill: nothing,
    text: nothing,
    end: () => ({ ...size, path: parts.join('') }),
  };
}
