export type CsvCell = string | number | bigint | boolean | Date | null | undefined;

// What spreadsheets read as the start of a formula, the full-width forms too (OWASP, "CSV Injection").
const FORMULA_START = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const NEEDS_QUOTES = /[",;\r\n\t]|^\s|\s$/;

/**
 * One line of a CSV file (RFC 4180), with its line end. Every export, header rows included, goes through here (C159): text
 * that a spreadsheet would run as a formula gets an apostrophe in front (C158). Numbers stay numbers, also negative ones;
 * dates are ISO 8601 in UTC; null and undefined are empty.
 */
export function csvRow(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** A whole file: header and rows. For a long one, write `csvRow` after `csvRow` to the stream instead. */
export function toCsv(header: readonly string[], rows: Iterable<readonly CsvCell[]>): string {
  let text = csvRow(header);
  for (const row of rows) text += csvRow(row);
  return text;
}

function csvCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString();
  if (typeof cell !== 'string') return String(cell);
  const text = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
