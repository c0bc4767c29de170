/** A view with one false statement in it. */
export interface Lie {
  name: string;
  view: string;
}

interface Kind {
  name: string;
  form: RegExp;
  alter(match: RegExpExecArray): string;
}

const raised = (written: string, by: number): string => String(Number(written.replaceAll(',', '')) + by);

const kinds: readonly Kind[] = [
  { name: 'another exit code', form: /(?<=: exit )\d+/, alter: ([code]) => raised(code, 1) },
  { name: 'a line more in all', form: /(?<=, )[\d,]+(?= lines?$)/m, alter: ([count]) => raised(count, 1) },
  {
    name: 'a line from somewhere else',
    form: /(?<=^(?:begins|stands out|ends):\n )\d+(?=: .*\p{L}{3})/mu,
    alter: ([number]) => raised(number, -1),
  },
  {
    name: 'a word that is not there',
    form: /(?<=^(?:begins|stands out|ends):\n \d+: .*)\p{L}{4,}(?=.*$)/mu,
    alter: () => 'quagga',
  },
  {
    name: 'more lines that are alike',
    form: /(?<=^ )[\d,]+(?= lines like ")/m,
    alter: ([count]) => raised(count, 1_000),
  },
  { name: 'fewer lines that are alike', form: /(?<=^ )[\d,]+(?= lines like ")/m, alter: () => '1' },
  {
    name: 'more with a value',
    form: /(?<=^ (?:field \d+|last field) of .* ×)[\d,]+/m,
    alter: ([count]) => raised(count, 1_000),
  },
  {
    name: 'more like a line',
    form: /(?<=^ \d+: .* \(one of )[\d,]+(?= (?:alike|with other values))/m,
    alter: ([count]) => raised(count, 100_000),
  },
  {
    name: 'another count of tests',
    form: /(?<=: exit \d+, )\d+(?= failed)/,
    alter: ([count]) => raised(count, 1_017),
  },
];

/** One of each kind that the view has room for. */
export const liesIn = (view: string): Lie[] =>
  kinds.flatMap(({ name, form, alter }) => {
    const match = form.exec(view);
    if (!match) return [];
    const { index } = match;
    return [{ name, view: view.slice(0, index) + alter(match) + view.slice(index + match[0].length) }];
  });
