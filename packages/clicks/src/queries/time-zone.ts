/** A stretch of time in which a zone's offset does not change. Milliseconds. */
interface Era {
  readonly start: number;
  readonly end: number;
  /** Local time minus UTC. */
  readonly offset: number;
}

const DAY = 86_400_000;

/** Whether `name` is a time zone that this machine knows. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  return format;
}

/** Local time minus UTC at an instant, milliseconds. */
export function offsetAt(zone: string, instant: number): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(instant)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1_000) * 1_000;
}

/** No zone has changed its offset twice within this time since 1970; Morocco's Ramadan has two changes in some 30 days. */
const PROBE = 5 * DAY;

/** The eras of a zone from `from` to `to`. Probes every few days (20 us each), and finds a change by halving. */
export function erasOf(zone: string, from: number, to: number): Era[] {
  const eras: Era[] = [];
  let start = from;
  let offset = offsetAt(zone, from);
  for (let at = from; at < to; at = Math.min(at + PROBE, to)) {
    const next = Math.min(at + PROBE, to);
    if (offsetAt(zone, next) === offset) continue;
    const change = findChange(zone, at, next);
    eras.push({ start, end: change, offset });
    start = change;
    offset = offsetAt(zone, change);
  }
  eras.push({ start, end: to, offset });
  return eras;
}

/** The first whole second after `low` at which the offset is another than at `low`. */
function findChange(zone: string, low: number, high: number): number {
  const before = offsetAt(zone, low);
  let left = Math.floor(low / 1_000);
  let right = Math.ceil(high / 1_000);
  while (right - left > 1) {
    const middle = Math.floor((left + right) / 2);
    if (offsetAt(zone, middle * 1_000) === before) left = middle;
    else right = middle;
  }
  return right * 1_000;
}
