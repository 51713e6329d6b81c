/** Widths of the bars of each digit of EAN-13 (GS1 General Specifications, 5.2.1): set A; set B is its mirrored inverse, C its inverse. */
const SET_A = ['3211', '2221', '2122', '1411', '1132', '1231', '1114', '1312', '1213', '3112'];
/** Which of the digits 2 to 7 are of set B, by the first digit, which has no bars of its own. */
const FIRST = ['AAAAAA', 'AABABB', 'AABBAB', 'AABBBA', 'ABAABB', 'ABBAAB', 'ABBBAA', 'ABABAB', 'ABABBA', 'ABBABA'];

/** The modules of an EAN-13, true for a dark one: 95 without the quiet zone. */
function modulesOf(ean: string): readonly boolean[] {
  const [first = 0, ...digits] = Array.from(ean, Number);
  const sets = `${FIRST[first]}CCCCCC`;
  const widths = digits.map((digit, index) => {
    const widthsOfA = SET_A[digit] ?? '';
    return sets[index] === 'B' ? Array.from(widthsOfA).toReversed().join('') : widthsOfA;
  });
  // Begins and ends with dark, light, dark; light and dark take turns throughout.
  const all = `111${widths.slice(0, 6).join('')}11111${widths.slice(6).join('')}111`;
  return Array.from(all).flatMap((width, index) => Array.from({ length: Number(width) }, () => index % 2 === 0));
}

const WIDTH = 640;
const HEIGHT = 480;
const MODULE_PIXELS = 4;
const DARK = 30;
const LIGHT = 225;

/** A video of a label that lies still before the camera, as YUV4MPEG2, which Chromium's fake camera plays over and over. */
export function videoOfBarcode(ean: string): Buffer {
  const modules = modulesOf(ean);
  const left = Math.round((WIDTH - modules.length * MODULE_PIXELS) / 2);
  const luma = Buffer.alloc(WIDTH * HEIGHT, LIGHT);
  for (let y = 120; y < 360; y += 1)
    for (let x = 0; x < modules.length * MODULE_PIXELS; x += 1)
      if (modules[Math.floor(x / MODULE_PIXELS)] === true) luma[y * WIDTH + left + x] = DARK;
  const chroma = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma]);
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`), frame, frame]);
}
