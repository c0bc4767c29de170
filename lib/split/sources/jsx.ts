import type { LexerFrame } from './lexer-frame.ts';

/**
 * Reads on inside an element (`<a b={c}>text {d}</a>`). Quotes and brackets in its text mean nothing; braces
 * contain code again.
 * @returns the index up to which it was read
 */
export function readElement(
  state: 'tag' | 'children' | 'closing',
  frames: LexerFrame[],
  line: string,
  start: number,
): number {
  const wanted = wantedIn[state];
  wanted.lastIndex = start;
  const index = wanted.test(line) ? wanted.lastIndex - 1 : line.length;
  const character = line[index];
  if (character === undefined) return line.length;
  if (character === '{') frames.push({ in: 'hole', depth: 0 });
  else if (state === 'closing') frames.pop();
  // Type arguments of an element end like a closing tag.
  else if (state === 'tag' && character === '<') frames.push({ in: 'closing' });
  else if (state === 'tag') return inTag(character, frames, line, index);
  else {
    const isEnd = line[index + 1] === '/';
    if (isEnd) frames.pop();
    frames.push({ in: isEnd ? 'closing' : 'tag' });
  }
  return index + 1;
}

const wantedIn = { tag: /["'{<>]/g, children: /[{<]/g, closing: />/g } as const;

function inTag(character: string, frames: LexerFrame[], line: string, index: number): number {
  if (character === '>') {
    const closes = line[index - 1] === '/';
    const isArrow = line[index - 1] === '=';
    if (isArrow) return index + 1;
    frames.pop();
    if (!closes) frames.push({ in: 'children' });
    return index + 1;
  }
  frames.push({
    in: 'string',
    rule: { open: character, close: character, escape: null, spansLines: true },
  });
  return index + 1;
}
