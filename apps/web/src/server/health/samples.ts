/** Reads Prometheus' text format, as far as our own apps write it. */
export interface Samples {
  /** All samples of a name whose labels are among the given ones, added up; 0 where there is none. */
  sum(name: string, labels?: Readonly<Record<string, string>>): number;
}

const SAMPLE = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)/i;
const LABEL = /([a-z_]\w*)="((?:[^"\\]|\\.)*)"/gi;

export function readSamples(text: string): Samples {
  const samples = text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
    if (name === undefined || Number.isNaN(Number(value))) return [];
    return [
      {
        name,
        labels: new Map([...labels.matchAll(LABEL)].map(([, key, text]) => [key, text])),
        value: Number(value),
      },
    ];
  });
  return {
    sum: (name, labels = {}) =>
      samples
        .filter((sample) => sample.name === name)
        .filter((sample) => Object.entries(labels).every(([key, value]) => sample.labels.get(key) === value))
        .reduce((sum, { value }) => sum + value, 0),
  };
}
