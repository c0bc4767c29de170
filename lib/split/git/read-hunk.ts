/** `' '`: a line that did not change. */
export type HunkMark = '+' | '-' | ' ';

/** @param line where it stands in the result */
type Take = (mark: HunkMark, text: string, index: number | null, line: number) => void;

export interface HunkReading {
  /** What stands behind the second `@@`. */
  head: string;
  /** `false`: the line is none of the hunk, which is over. */
  line(text: string, take: Take, number: number): boolean;
}

const header = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@ ?(.*)$/;
const combinedHeader = /^(@{3,9}) (?:-\d{1,9}(?:,\d{1,9})? ){2,8}\+\d{1,9}(?:,\d{1,9})? @{3,9} ?(.*)$/;

/** Begins with the header of a hunk and ends where its counts are used up. `null`: it is none. */
export function createHunkReading(text: string, isOfWords: boolean): HunkReading | null {
  const match = header.exec(text);
  if (match) return isOfWords ? wordHunk(match[5] ?? '') : countedHunk(match);
  const combined = combinedHeader.exec(text);
  return combined ? combinedHunk((combined[1] ?? '').length - 1, combined[2] ?? '') : null;
}

/** Where several programs print at once, a line of another may stand in a hunk. */
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

/** Its lines begin with a mark for each parent; counts do not tell its end, but no line of it begins like a head. */
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

/** A hunk of `diff` without options: `3,4c3,4`, then `< old`, `---`, `> new`. `null`: the line heads none. */
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

/** `[-old-]{+new+}` within lines that have no mark: it ends where another head begins. */
const wordHunk = (head: string): HunkReading => ({
  head,
  line(text, take, number) {
    if (text.startsWith('@@ ') || text.startsWith('diff --')) return false;
    const [isLess, isMore] = [text.includes('[-'), text.includes('{+')];
    if (isMore) take('+', text, null, number);
    // Both stand in one line, which is shown once.
    if (isLess) take('-', isMore ? '' : text, null, number);
    return true;
  },
});
