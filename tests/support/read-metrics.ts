/** Reads Prometheus' text format, strictly: a line that is none throws. */
export function readMetrics(text: string) {
  const samples = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^([a-z_:]\w*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? [];
      if (name === '') throw new Error(`no sample: ${line}`);
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, message]) => [
        key,
        message,
      ]);
      return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
    });
  return {
    text,
    /** Of all series of a name that have these labels; it throws where there is none. */
    sum(name: string, wanted: Record<string, string> = {}): number {
      const found = samples.filter(
        (sample) =>
          sample.name === name &&
          Object.entries(wanted).every(([key, message]) => sample.labels[key] === message),
      );
      if (found.length === 0) throw new Error(`there is no ${name} ${JSON.stringify(wanted)}`);
      return found.reduce((total, { value }) => total + value, 0);
    },
  };
}
