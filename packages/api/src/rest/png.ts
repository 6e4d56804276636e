import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PALETTE_COLOUR = 3;

export type Rgb = readonly [red: number, green: number, blue: number];

/**
 * A picture of two colours as PNG (ISO/IEC 15948): one bit a pixel, a palette of two.
 * @param rows true is the foreground; every row has the same length
 * @param scale pixels along the side of one cell
 */
export function twoColourPng(
  rows: readonly (readonly boolean[])[],
  scale: number,
  background: Rgb,
  foreground: Rgb,
): Uint8Array {
  const width = (rows[0]?.length ?? 0) * scale;
  const height = rows.length * scale;
  const stride = 1 + Math.ceil(width / 8);
  const pixels = Buffer.alloc(stride * height);
  rows.forEach((cells, y) => {
    const line = Buffer.alloc(stride);
    for (let x = 0; x < width; x += 1) {
      if (cells[Math.floor(x / scale)] === true) line[1 + (x >> 3)]! |= 0x80 >> (x & 7);
    }
    for (let repeat = 0; repeat < scale; repeat += 1) line.copy(pixels, (y * scale + repeat) * stride);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, PALETTE_COLOUR, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([...background, ...foreground])),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
