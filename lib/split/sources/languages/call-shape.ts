import { isMark, type Token } from '../grammar.ts';

const controls = new Set(
  'if for while switch catch return synchronized using lock fixed foreach else try when throw new super this base assert await'.split(
    ' ',
  ),
);

/** Removes annotations: `@Name.part(…)`, `[Attribute]`. */
export function withoutAnnotations(header: readonly Token[]): readonly Token[] {
  let offset = 0;
  for (;;) {
    if (header[offset]?.is === '[]') offset += 1;
    else if (isMark(header[offset], '@') && header[offset + 1]?.text !== 'interface') {
      offset += 2;
      while (isMark(header[offset], '.')) offset += 2;
      if (header[offset]?.is === '()') offset += 1;
    } else break;
  }
  return header.slice(offset);
}

/**
 * The name in `type name<T>(…)`, the form of languages without a keyword for functions; `null`: the tokens
 * have another form.
 */
export function calledIn(tokens: readonly Token[]): Token | null {
  const index = tokens.findIndex(({ is }) => is === '()');
  const value = tokens.findIndex((token) => isMark(token, '=') || isMark(token, '=>'));
  if (index < 1 || (value !== -1 && value < index)) return null;
  let before = index - 1;
  if (isMark(tokens[before], '>')) {
    let depth = 0;
    for (; before >= 0; before -= 1) {
      if (isMark(tokens[before], '>')) depth += 1;
      if (isMark(tokens[before], '<')) depth -= 1;
      if (depth === 0) break;
    }
    before -= 1;
  }
  const name = tokens[before];
  if (name?.is !== 'word' || controls.has(name.text)) return null;
  return isMark(tokens[before - 1], '.') ? null : name;
}
