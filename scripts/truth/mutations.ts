/** A variation of an output, with its exit code. */
export interface Mutation {
  name: string;
  /** @param random returns numbers below 1, from a seed */
  change(text: string, other: string, random: () => number): string;
}

const levels: Record<string, string> = {
  ERROR: 'FEHLER',
  error: 'erreur',
  WARN: 'WARNUNG',
  WARNING: 'ПРЕДУПРЕЖДЕНИЕ',
  INFO: '信息',
  FATAL: '严重',
};

const linesOf = (text: string): string[] => text.split('\n');
const ended = (text: string): string => (text.endsWith('\n') || text === '' ? text : `${text}\n`);
const positionIn = (length: number, random: () => number): number => Math.floor(random() * (length + 1));

/** What happens to outputs: shells concatenate them, tools cut them, terminals colour them. */
export const mutations: readonly Mutation[] = [
  { name: 'one after another', change: (text, other) => ended(text) + other },
  {
    name: 'cut in the middle',
    change(text, _, random) {
      const lines = linesOf(text);
      const [from = 0, to = 0] = [
        positionIn(lines.length, random),
        positionIn(lines.length, random),
      ].toSorted((a, b) => a - b);
      return [...lines.slice(0, from), ...lines.slice(to)].join('\n');
    },
  },
  { name: 'cut at its end', change: (text, _, random) => text.slice(0, positionIn(text.length, random)) },
  { name: 'cut at its start', change: (text, _, random) => text.slice(positionIn(text.length, random)) },
  {
    name: 'interleaved',
    change(text, other, random) {
      const [ours, theirs] = [linesOf(text), linesOf(other)];
      const mixed: string[] = [];
      while (ours.length + theirs.length > 0) {
        const from = theirs.length === 0 || (ours.length > 0 && random() < 0.5) ? ours : theirs;
        mixed.push(from.shift() ?? '');
      }
      return mixed.join('\n');
    },
  },
  { name: 'repeated', change: (text) => ended(text) + text },
  {
    name: 'levels in other languages',
    change: (text) =>
      text.replaceAll(/\b(?:ERROR|error|WARN|WARNING|INFO|FATAL)\b/g, (word) => levels[word] ?? word),
  },
  { name: 'CRLF', change: (text) => text.replaceAll(/\r?\n/g, '\r\n') },
  {
    name: 'coloured',
    change: (text, _, random) =>
      text.replaceAll(/[\p{L}\d]+/gu, (word) =>
        random() < 0.1 ? `\u001b[3${Math.floor(random() * 8)}m${word}\u001b[0m` : word,
      ),
  },
  {
    name: 'lines left out',
    change: (text, _, random) =>
      linesOf(text)
        .filter(() => random() < 0.9)
        .join('\n'),
  },
];

/** The same numbers each time (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
