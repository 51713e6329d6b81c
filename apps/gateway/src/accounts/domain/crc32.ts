const POLYNOMIAL = 0xedb88320;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? POLYNOMIAL ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

/** CRC-32 as in ISO 3309 and zlib, of text in ASCII. */
export function crc32(text: string): number {
  let sum = 0xffffffff;
  for (let at = 0; at < text.length; at += 1) sum = (TABLE[(sum ^ text.charCodeAt(at)) & 0xff] ?? 0) ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}
