/** `' '`: an unchanged line. */
export type HunkMark = '+' | '-' | ' ';

/**
 * @param index line in the file; `null`: unknown
 * @param line line in the result
 */
type Take = (mark: HunkMark, text: string, index: number | null, line: number) => void;

export interface HunkReading {
  /** The text after the second `@@`. */
  head: string;
  /** @returns `false` if the line is not part of the hunk, which has then ended */
  line(text: string, take: Take, number: number): boolean;
}

const header = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@ ?(.*)$/;
const combinedHeader = /^(@{3,9}) (?:-\d{1,9}(?:,\d{1,9})? ){2,8}\+\d{1,9}(?:,\d{1,9})? @{3,9} ?(.*)$/;

/**
 * Reads a hunk from its header until the header's counts are used up. `null`: the line is not a hunk header.
 */
export function createHunkReading(text: string, isOfWords: boolean): HunkReading | null {
  const match = header.exec(text);
  if (match) return isOfWords ? wordHunk(match[5] ?? '') : countedHunk(match);
  const combined = combinedHeader.exec(text);
  return combined ? combinedHunk((combined[1] ?? '').length - 1, combined[2] ?? '') : null;
}

/** When several programs print at once, lines of another program may appear inside a hunk. */
const foreignLines = 5;
const beginsOther = /^(?:@@ |diff |Index: |commit [0-9a-f]{7})/;

function countedHunk([
  ,
  oldStart,
  oldCount = '1',
  newStart,
  newCount = '1',
  head = '',
]: string[]): HunkReading {
  let [oldLeft, newLeft] = [Number(oldCount), Number(newCount)];
  let [oldPosition, newPosition] = [Number(oldStart), Number(newStart)];
  let foreign = 0;
  return {
    head,
    line(text, take, number) {
      const mark = text[0] ?? ' ';
      if (mark === '\\') return true;
      if (oldLeft <= 0 && newLeft <= 0) return false;
      if (mark === '+') {
        take('+', text.slice(1), newPosition, number);
        newLeft -= 1;
        newPosition += 1;
        return true;
      }
      if (mark === '-') {
        take('-', text.slice(1), oldPosition, number);
        oldLeft -= 1;
        oldPosition += 1;
        return true;
      }
      if (mark !== ' ') {
        foreign += 1;
        return foreign <= foreignLines && !beginsOther.test(text);
      }
      take(' ', text.slice(1), newPosition, number);
      oldLeft -= 1;
      newLeft -= 1;
      oldPosition += 1;
      newPosition += 1;
      return true;
    },
  };
}

/**
 * Reads a combined diff: lines begin with a mark per parent. The counts do not give its end, but none of its
 * lines looks like a header.
 */
const combinedHunk = (parents: number, head: string): HunkReading => ({
  head,
  line(text, take, number) {
    const marks = text.slice(0, parents);
    if (text !== '' && !/^[ +\\-]/.test(text)) return false;
    if (marks.includes('+')) take('+', text.slice(parents), null, number);
    else if (marks.includes('-')) take('-', text.slice(parents), null, number);
    return true;
  },
});

const plainHeader = /^(\d{1,9})(?:,\d{1,9})?[acd](\d{1,9})(?:,\d{1,9})?$/;

/**
 * Reads a hunk of `diff` without options: `3,4c3,4`, then `< old`, `---`, `> new`. `null`: the line does not
 * begin one.
 */
export function createPlainHunkReading(text: string): HunkReading | null {
  const match = plainHeader.exec(text);
  if (!match) return null;
  let [oldPosition, newPosition] = [Number(match[1]), Number(match[2])];
  return {
    head: '',
    line(line, take, number) {
      const mark = line[0];
      if (mark === '>') take('+', line.slice(2), newPosition++, number);
      else if (mark === '<') take('-', line.slice(2), oldPosition++, number);
      else return line === '---' || mark === '\\';
      return true;
    },
  };
}

/**
 * Reads a hunk of a word diff: `[-old-]{+new+}` within lines that have no mark. It ends at the next header.
 */
const wordHunk = (head: string): HunkReading => ({
  head,
  line(text, take, number) {
    if (text.startsWith('@@ ') || text.startsWith('diff --')) return false;
    const [isLess, isMore] = [text.includes('[-'), text.includes('{+')];
    if (isMore) take('+', text, null, number);
    // One line contains both words, and is shown once.
    if (isLess) take('-', isMore ? '' : text, null, number);
    return true;
  },
});
