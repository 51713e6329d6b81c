import { crc32, deflateRawSync, gzipSync } from 'node:zlib';

/** A file of an archive. */
export interface PackedFile {
  /** Its path within the archive, with `/` between folders. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** A ZIP archive (APPNOTE 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16). Equal files give equal bytes: their time is the first that ZIP has. */
export function zipOf(files: readonly PackedFile[]): Buffer {
  const records: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const path = Buffer.from(name);
    const deflated = deflateRawSync(bytes, { level: 9 });
    // Version 2.0, no flags, deflated.
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt16LE(0x0021, 8);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(deflated.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(path.length, 22);
    // A regular file that all may read: without these attributes some programs unpack it with no permission at all.
    const place = Buffer.alloc(14);
    place.writeUInt32LE(0o100644 * 0x1_00_00, 6);
    place.writeUInt32LE(offset, 10);
    records.push(Buffer.from('PK\u0003\u0004'), facts, path, deflated);
    // Made by a Unix, version 2.0.
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0003'), facts, place, path);
    offset += 4 + facts.length + path.length + deflated.length;
  }
  const length = directory.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...records, ...directory, Buffer.from('PK\u0005\u0006'), end]);
}

const BLOCK_BYTES = 512;

/**
 * A tape archive (POSIX.1-1988, ustar) of files that all may read, of no owner and of 1 January 1980.
 *
 * @throws Error for a path of more than 100 bytes, the most that its header has room for.
 */
export function tarOf(files: readonly PackedFile[]): Buffer {
  const blocks = files.flatMap(({ name, bytes }) => {
    const header = Buffer.alloc(BLOCK_BYTES);
    if (header.write(name, 0) > 100) throw new Error(`${name} is too long for an archive`);
    const octal = (value: number, at: number, digits: number) => header.write(value.toString(8).padStart(digits, '0'), at);
    octal(0o644, 100, 7);
    octal(0, 108, 7);
    octal(0, 116, 7);
    octal(bytes.length, 124, 11);
    octal(Date.UTC(1980, 0, 1) / 1000, 136, 11);
    // A checksum is taken with blanks in its place.
    header.write('        0', 148);
    header.write('ustar\u000000', 257);
    octal(
      header.reduce((sum, byte) => sum + byte, 0),
      148,
      6,
    );
    header.write('\0 ', 154);
    const rest = Buffer.alloc((BLOCK_BYTES - (bytes.length % BLOCK_BYTES)) % BLOCK_BYTES);
    return [header, bytes, rest];
  });
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK_BYTES)]);
}

/** Compressed without the time and the system that it was made on (RFC 1952 section 2.3.1). */
export function gzipped(bytes: Buffer): Buffer {
  const file = gzipSync(bytes, { level: 9 });
  file[9] = 255;
  return file;
}
