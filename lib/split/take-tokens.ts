import { cutText } from '../core/algorithms/text/cut-text.ts';
import { tokenizerPieces } from './tokenizer.ts';

const lineCharacters = 2_000;

/**
 * The longest start of a text that fits a token budget, to within about a line. Never over it, since it is
 * counted in the same pieces as any other count. One pass; nothing past the budget is read.
 */
export function takeTokens(text: string, budgetTokens: number, count: (text: string) => number): string {
  let tokens = 0;
  let end = 0;
  for (const piece of tokenizerPieces(text)) {
    const cost = count(piece);
    if (tokens + cost > budgetTokens) {
      const fitting = fittingStart(piece, budgetTokens - tokens, count);
      return endAtLine(text.slice(0, end + fitting.length));
    }
    tokens += cost;
    end += piece.length;
  }
  return text;
}

function fittingStart(piece: string, budgetTokens: number, count: (text: string) => number): string {
  let fitting = '';
  let low = 0;
  let high = piece.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const start = cutText(piece, middle);
    if (count(start) <= budgetTokens) {
      fitting = start;
      low = middle;
    } else high = middle - 1;
  }
  return fitting;
}

/** Cuts back to the last line end, unless that would drop very much (one very long line). */
function endAtLine(text: string): string {
  const lineEnd = text.lastIndexOf('\n') + 1;
  return lineEnd > 0 && text.length - lineEnd < lineCharacters ? text.slice(0, lineEnd) : text;
}
