/**
 * Tables of ps, df, ss and similar: column names separated by one or more blanks, numbers right-aligned below
 * them, and a last column that takes the rest of the line.
 */
export interface SpacedColumns {
  names: readonly string[];
  cellsOf(line: string): string[];
  /** The same columns behind one that `row` has and the names do not: `Mem:` of free, `sda` of vmstat -d. */
  behindRowNames(row: string): SpacedColumns | null;
}

/** Column names of several words, and two that ss prints without a blank between. */
const joined: readonly [RegExp, string][] = [
  [/Peer Address:Port ?Process/g, 'Peer_Address:Port Process'],
  [/(Local|Foreign|Peer) (Address)/g, '$1_$2'],
  [/Mounted on/g, 'Mounted_on'],
  [/filename:lineno\(function\)/g, 'function'],
  [/PID\/Program name/g, 'PID/Program_name'],
];
/** netstat's flags of a socket. */
const bracketed = /\[ (?:(\w+) )?\]/g;
const minColumns = 3;
/**
 * The first column names of df, ps, top, lsof, ss, netstat and free, which are recognised even in a script's
 * output.
 */
const known =
  /^(?:Filesystem +(?:1[KM]-blocks|Size|Inodes|Type)|USER +PID|UID +PID|F +S +UID|COMMAND +PID|Netid +State|Proto +Recv-Q|State +Recv-Q) +\S|^ *PID +(?:USER|TTY|PPID|%CPU) +\S|^ +ncalls +tottime +\S/m;

export const hasSpacedHeader = (text: string): boolean => known.test(text);

/**
 * @param above the line before, whose groups tell columns of one name apart
 * @returns `null` if the line does not consist of column names
 */
export function spacedColumnsAt(line: string, above = ''): SpacedColumns | null {
  const named = withNamedTime(joined.reduce((text, [name, one]) => text.replaceAll(name, one), line));
  if (/[().,;]|(?<![\w-])\d\d|:\s/.test(named) || !(named.includes('  ') || !/[a-z]/.test(named)))
    return null;
  const words = wordsOf(named);
  if (
    words.length < minColumns ||
    words.some(({ text }) => !/^[%A-Za-z][\w%+:/-]*$|^1[KM]-blocks$/.test(text))
  )
    return null;
  // A line of values repeats words, as names do only where several blanks set them apart.
  const areRepeated = new Set(words.map(({ text }) => text)).size < words.length;
  if (areRepeated && !named.trim().includes('  ')) return null;
  const areFilled = ofFilled.test(named);
  const names = distinctNames(words, above);
  return {
    names,
    cellsOf: (row) => cellsOf(row, words, areFilled),
    behindRowNames: (row) => behindRowNames(row, words, names),
  };
}

function behindRowNames(
  row: string,
  header: readonly Word[],
  names: readonly string[],
): SpacedColumns | null {
  const [first, ...others] = wordsOf(row);
  if (!first || !header[0] || first.end > header[0].start || others.length !== header.length) return null;
  return {
    names: ['row', ...names],
    cellsOf: (line) => wordsOf(line).map(({ text }) => text),
    behindRowNames: () => null,
  };
}

/** `disk- ------reads------ ------writes-----`: the groups that vmstat prints above its column names. */
const group = /-+(\w+)-+/g;

function distinctNames(header: readonly Word[], above: string): string[] {
  const groups = above.includes('--')
    ? [...above.matchAll(group)].map(({ 0: text, 1: name = '', index }) => ({
        text: name,
        start: index,
        end: index + text.length,
      }))
    : [];
  const seen = new Map<string, number>();
  return header.map((word) => {
    const name = word.text.replaceAll('_', ' ');
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    if (header.filter(({ text }) => text === word.text).length === 1) return name;
    const above = groups.find((one) => distanceOf(word, one) === 0);
    if (above) return `${above.text} ${name}`;
    return count === 1 ? name : `${name} (${count})`;
  });
}

/** sar and its like print a time, or `Average:`, in place of the first column's name; iostat a title. */
const time = /^(?:\d\d:\d\d:\d\d(?: [AP]M)?|Average:)(?=\s)/;
const title = /^avg-cpu:/;

const withNamedTime = (line: string): string =>
  line.replace(time, (text) => 'Time'.padEnd(text.length)).replace(title, (text) => ' '.repeat(text.length));

interface Word {
  text: string;
  start: number;
  end: number;
}

const wordsOf = (line: string): Word[] =>
  [...line.matchAll(/\S+/g)].map(({ 0: text, index }) => ({ text, start: index, end: index + text.length }));

/** ps, df, vmstat and others leave no cell empty, but a wide value moves those behind it. */
const ofFilled =
  /^ *(?:F |S |UID|USER|PID).*\b(?:COMMAND|CMD) *$|^Filesystem |^ *(?:r +b +swpd|total +used|Time|Device) /;

function cellsOf(row: string, header: readonly Word[], areFilled: boolean): string[] {
  const line = row.replaceAll(bracketed, '[$1]');
  const words = wordsOf(line);
  const last = words[header.length - 1];
  if (last && areFilled && words.length >= header.length)
    return [
      ...words.slice(0, header.length - 1).map(({ text }) => text),
      line.slice(words[header.length - 1]?.start).trimEnd(),
    ];
  if (last && areInOrder(words, header))
    return [...words.slice(0, header.length - 1).map(({ text }) => text), line.slice(last.start).trimEnd()];
  // Some cells are empty, so each word goes to the column it is below.
  const cells = header.map(() => '');
  let from = 0;
  for (const word of words) {
    from = columnBelow(word, header, from);
    cells[from] = cells[from] === '' ? word.text : `${cells[from]} ${word.text}`;
  }
  return cells;
}

/**
 * Whether each word belongs to the column of the same index: it is below its name, unless a long word before
 * pushed it right.
 */
function areInOrder(words: readonly Word[], header: readonly Word[]): boolean {
  return header.slice(0, -1).every((name, at) => {
    const word = words[at] as Word;
    const isPushed = at > 0 && (words[at - 1] as Word).end >= name.start;
    return isPushed || distanceOf(word, name) === 0 || columnBelow(word, header, 0) === at;
  });
}

const distanceOf = ({ start, end }: Word, name: Word): number =>
  Math.max(0, name.start - end + 1, start - name.end + 1);

function columnBelow(word: Word, header: readonly Word[], from: number): number {
  let best = from;
  for (let at = from + 1; at < header.length; at += 1) {
    if (distanceOf(word, header[at] as Word) < distanceOf(word, header[best] as Word)) best = at;
  }
  return best;
}
