const pieceCharacters = 2_000;

/** The longest start of a text, to about a line, that fits a token budget. One pass; nothing past the budget is looked at. */
export function takeTokens(text: string, budgetTokens: number, count: (text: string) => number): string {
  let tokens = 0;
  let end = 0;
  while (end < text.length) {
    const piece = text.slice(end, end + pieceCharacters);
    const cost = count(piece);
    if (tokens + cost > budgetTokens)
      return endAtLine(text, end + fittingCharacters(piece, budgetTokens - tokens, count));
    tokens += cost;
    end += piece.length;
  }
  return text;
}

function fittingCharacters(piece: string, budgetTokens: number, count: (text: string) => number): number {
  let low = 0;
  let high = piece.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (count(piece.slice(0, middle)) <= budgetTokens) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Back to the last line end, unless that would give up more than a piece (one very long line). */
function endAtLine(text: string, end: number): string {
  const lineEnd = text.lastIndexOf('\n', end) + 1;
  return text.slice(0, end - lineEnd < pieceCharacters && lineEnd > 0 ? lineEnd : end);
}
