/** Round numbers from 0 up to at least `max`, at most five steps: the lines of a chart. Clicks are whole. */
export function valueTicks(max: number): number[] {
  const wanted = Math.max(max, 4) / 4;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = [1, 2, 2.5, 5, 10]
    .map((factor) => factor * power)
    .find((size) => size >= wanted && Number.isInteger(size));
  const size = step ?? Math.ceil(wanted);
  const count = Math.max(1, Math.ceil(max / size));
  return Array.from({ length: count + 1 }, (_, index) => index * size);
}

/** Which of `count` buckets get a label, so that about `room` of them stand evenly; the first one always does. */
export function labelled(count: number, room: number): (index: number) => boolean {
  const every = Math.max(1, Math.ceil(count / Math.max(1, room)));
  return (index) => index % every === 0;
}
