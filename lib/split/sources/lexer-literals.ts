import type { Lexis, StringRule } from './lexis.ts';

const beforeExpression =
  /(?:^|[^\w$.])(?:return|typeof|case|in|of|delete|void|throw|new|else|do|await|yield|default|when|and|or|not|if|unless|while)$/;

export function isLineComment(lexis: Lexis, line: string, index: number): boolean {
  for (const mark of lexis.lineComments)
    if (line.startsWith(mark, index))
      return lexis.commentsStandAlone !== true || index === 0 || /[\s;&|()]/.test(line[index - 1] ?? '');
  return false;
}

export function stringAt(lexis: Lexis, line: string, index: number): StringRule | null {
  for (const rule of lexis.strings)
    if (line.startsWith(rule.open, index)) return lexis.prefixed?.(line, index) ?? rule;
  return null;
}

/** The length of the text before the first escape or hole; nearly always all of it. */
export function plainLength(rule: StringRule, text: string): number {
  const hiding = rule.escape === 'backslash' ? text.indexOf('\\') : -1;
  const hole = rule.hole === undefined ? -1 : text.indexOf(rule.hole);
  return Math.min(hiding === -1 ? text.length : hiding, hole === -1 ? text.length : hole);
}

export function insideOf(line: string, start: number, close: string): string {
  const end = line.indexOf(close, start);
  return line.slice(start, end === -1 ? line.length : end).slice(0, 200);
}

/** In Rust a quote starts a character literal or a lifetime name. */
export function afterRustQuote(line: string, offset: number): number {
  if (line[offset + 1] === '\\') {
    const end = line.indexOf("'", offset + 3);
    return end === -1 ? line.length : end + 1;
  }
  const length = (line.codePointAt(offset + 1) ?? 0) > 0xffff ? 2 : 1;
  return line[offset + 1 + length] === "'" ? offset + 2 + length : offset + 1;
}

/** Whether a value may start here, so that `/` or `<` is not an operator: no value comes before it. */
export function isExpected(line: string, index: number): boolean {
  const before = line.slice(Math.max(0, index - 20), index).trimEnd();
  return before === '' || /[^\w$)\]}"'`]$/.test(before) || beforeExpression.test(before);
}

/** `null`: the literal does not end on this line, so it is not a regular expression. */
export function endOfRegex(line: string, start: number): number | null {
  let isInClass = false;
  for (let index = start; index < line.length; index += 1) {
    const character = line[index];
    if (character === '\\') index += 1;
    else if (character === '[') isInClass = true;
    else if (character === ']') isInClass = false;
    else if (character === '/' && !isInClass) return index + 1;
  }
  return null;
}

const elementStart = /<(?:>|[A-Za-z_$][\w$.:-]*(?!\s*,|\s+extends\b)(?=[\s/>{]|$))/y;

export function isElement(line: string, offset: number): boolean {
  elementStart.lastIndex = offset;
  return elementStart.test(line) && isExpected(line, offset);
}
