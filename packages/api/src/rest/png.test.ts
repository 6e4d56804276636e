import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { twoColourPng } from './png.ts';

test('a PNG holds each cell as a square of the asked size', () => {
  const png = Buffer.from(
    twoColourPng(
      [
        [true, false],
        [false, true],
      ],
      4,
      [255, 255, 255],
      [1, 2, 3],
    ),
  );
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(png.readUInt32BE(16)).toBe(8);
  expect(png.readUInt32BE(20)).toBe(8);
  const at = png.indexOf('IDAT');
  const pixels = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  const rows = (line: number[]) => [line, line, line, line].flat();
  expect([...pixels]).toEqual([...rows([0, 0xf0]), ...rows([0, 0x0f])]);
});
