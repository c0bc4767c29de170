import type { FoundSecret } from './found-secret.ts';

const linesAfterId = 2;
/** An AWS secret has no recognisable prefix: 40 Base64 characters near its key ID. */
const awsSecret = /(?<![A-Za-z0-9+/=])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=])/g;

/** A range of lines in a piece of text. */
interface Stretch {
  /** Where the first of its lines ends: a key ID before this offset has the same range. */
  firstEnd: number;
  end: number;
  /** How many of its lines are in the next piece. */
  linesLeft: number;
}

/** Finds AWS secrets on the line of a key ID and on the two below it, over the pieces of a text. */
export function createAwsPairs(): (text: string, idEnds: readonly number[]) => FoundSecret[] {
  let linesLeft = 0;
  return (text, idEnds) => {
    const found: FoundSecret[] = [];
    let looked = 0;
    const look = (start: number, { end }: Stretch) => {
      const from = Math.max(start, looked);
      for (const match of text.slice(from, end).matchAll(awsSecret)) {
        const at = from + match.index;
        if (isMixed(match[0])) found.push({ start: at, end: at + match[0].length, kind: 'aws secret key' });
      }
      looked = Math.max(looked, end);
    };
    // A key ID in this piece reaches further than one in the previous piece.
    let stretch = { ...stretchOf(text, 0, linesLeft), firstEnd: 0 };
    if (linesLeft > 0) look(0, stretch);
    linesLeft = stretch.linesLeft;
    for (const start of idEnds) {
      if (start >= stretch.firstEnd) stretch = stretchOf(text, start, linesAfterId + 1);
      look(start, stretch);
      linesLeft = Math.max(linesLeft, stretch.linesLeft);
    }
    return found;
  };
}

/** Excludes hashes, which have no capitals, and paths. */
const isMixed = (text: string): boolean => /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text);

function stretchOf(text: string, start: number, lines: number): Stretch {
  let end = start;
  let firstEnd = start;
  for (let remaining = lines; remaining > 0; remaining -= 1) {
    const lineEnd = text.indexOf('\n', end);
    if (lineEnd === -1)
      return {
        firstEnd: remaining === lines ? text.length : firstEnd,
        end: text.length,
        linesLeft: remaining,
      };
    end = lineEnd + 1;
    if (remaining === lines) firstEnd = end;
  }
  return { firstEnd, end, linesLeft: 0 };
}
