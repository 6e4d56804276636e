const two = (n: number): string => String(n).padStart(2, '0');

/** A time as an `<input type="datetime-local">` holds it: minutes, in the zone of this browser. */
export function toLocalInput(date: Date | null): string {
  if (date === null) return '';
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The time that such an input holds, null when it is empty or half filled in. */
export function fromLocalInput(text: string): Date | null {
  if (!/^\d{4,6}-\d\d-\d\dT\d\d:\d\d/.test(text)) return null;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date;
}
