/** One SVG path of all dark modules of a QR code, in units of a module; runs of a row are one rectangle. */
export function matrixPath(modules: readonly (readonly boolean[])[]): string {
  const parts: string[] = [];
  modules.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (row[x] !== true) continue;
      const start = x;
      while (row[x + 1] === true) x++;
      parts.push(`M${start} ${y}h${x - start + 1}v1h-${x - start + 1}z`);
    }
  });
  return parts.join('');
}

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(color: string): number {
  const channel = (at: number) => {
    const value = parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

const READABLE_CONTRAST = 3;

/** Whether cameras will read dots of one colour on another; many expect dark on light. */
export function judgeColors(dots: string, ground: string): 'good' | 'inverted' | 'low-contrast' {
  const [a, b] = [luminance(dots), luminance(ground)];
  const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  if (contrast < READABLE_CONTRAST) return 'low-contrast';
  return a > b ? 'inverted' : 'good';
}

/** The code as an SVG file. Colours must be `#rrggbb`. */
export function svgFile(modules: readonly (readonly boolean[])[], dots: string, ground: string): string {
  const size = modules.length;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="${ground}"/><path d="${matrixPath(modules)}" fill="${dots}"/></svg>`
  );
}
