import type { Checked } from './statement.ts';

/** Counts again what a word names. `null`: no rule knows how. */
export function recountRecordings(stated: number, word: string | null, { raw }: Checked): boolean | null {
  const counted = word === null ? null : countOf(word.toLowerCase(), raw.lines);
  if (counted !== null) return counted === stated || (counted > stated || !isCertain(word) ? null : false);
  return null;
}

/** Words that can only mean one thing in a result. */
const isCertain = (word: string | null): boolean => word === 'line' || word === 'lines';

function countOf(word: string, lines: readonly string[]): number | null {
  const filled = lines.filter((line) => line.trim() !== '');
  const where = (form: RegExp) => lines.filter((line) => form.test(line)).length;
  switch (word) {
    case 'line':
    case 'lines':
      return lines.length;
    case 'row':
    case 'rows':
    case 'record':
    case 'records':
    case 'entry':
    case 'entries':
    case 'request':
    case 'requests':
      return filled.length;
    case 'commits':
      return Math.max(where(/^commit [0-9a-f]{7,}/), filled.length);
    case 'hunks':
      return where(/^@@ /);
    case 'error':
    case 'errors':
    case 'warning':
    case 'warnings':
      return Math.max(where(new RegExp(word.slice(0, 4), 'i')), 0);
    default:
      return null;
  }
}
