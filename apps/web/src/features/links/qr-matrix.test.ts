import { describe, expect, it } from 'vitest';
import { judgeColors, matrixPath, svgFile } from './qr-matrix.ts';

describe('a QR code as SVG', () => {
  it('draws each run of a row once', () => {
    expect(
      matrixPath([
        [true, true, false],
        [false, false, true],
      ]),
    ).toBe('M0 0h2v1h-2zM2 1h1v1h-1z');
  });
  it('is a file of its own with both colours', () => {
    expect(svgFile([[true]], '#000000', '#ffffff')).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" shape-rendering="crispEdges"><rect width="1" height="1" fill="#ffffff"/><path d="M0 0h1v1h-1z" fill="#000000"/></svg>',
    );
  });
  it('warns of colours that cameras can’t tell apart, or expect the other way round', () => {
    expect(judgeColors('#000000', '#ffffff')).toBe('good');
    expect(judgeColors('#ffffff', '#0f6b4f')).toBe('inverted');
    expect(judgeColors('#777777', '#888888')).toBe('low-contrast');
  });
});
