import { isMark, isWord, type Token } from '../grammar.ts';
import { longQuoted, type StringRule } from '../lexis.ts';
import { lineHasWord } from './has-word.ts';
import { createKeywordGrammar } from './keyword-grammar.ts';
import { nestedSlashComments } from './slash-comments.ts';

/** `r"…"`, `r#"…"#`, `br##"…"##` */
function rustRaw(line: string, quote: number): StringRule {
  let index = quote - 1;
  while (line[index] === '#') index -= 1;
  const close = `"${'#'.repeat(quote - 1 - index)}`;
  return line[index] === 'r' ? { open: '"', close, escape: null, spansLines: true } : longQuoted('"');
}

export const rustGrammar = createKeywordGrammar({
  lexis: { ...nestedSlashComments, strings: [longQuoted('"')], prefixed: rustRaw, hasLifetimes: true },
  endsAtLine: false,
  types: { struct: 'skip', enum: 'skip', union: 'skip', trait: 'members', mod: 'statements', type: 'skip' },
  functions: ['fn'],
  values: ['const', 'static'],
  imports: ['use'],
  isPublic: (header, _name, { inside }) => lineHasWord(header, 'pub') || inside === 'members',
  opens(header) {
    if (isWord(header[0], 'macro_rules') && header[2]?.is === 'word')
      return {
        declared: { kind: 'macro', name: header[2].text, line: header[2].line, isPublic: true },
        inside: 'skip',
        ends: true,
      };
    if (isWord(header[0], 'extern') && header[1]?.is === 'text') return { inside: 'statements', ends: true };
    return lineHasWord(header.slice(0, 2), 'impl')
      ? { inside: 'members', ends: true, owner: typeOfImpl(header) }
      : undefined;
  },
});

/** `impl<T> Trait for Type<T> where …` -> the type without its path. */
function typeOfImpl(header: readonly Token[]): string {
  const where = header.findIndex((token) => isWord(token, 'where'));
  const tokens = where === -1 ? header : header.slice(0, where);
  const forAt = tokens.findLastIndex((token) => isWord(token, 'for'));
  let depth = 0;
  let name = '';
  for (const token of tokens.slice(forAt === -1 ? 1 : forAt + 1)) {
    if (isMark(token, '<')) depth += 1;
    else if (isMark(token, '>')) depth -= 1;
    else if (depth === 0 && token.is === 'word' && !isWord(token, 'dyn', 'mut', 'impl')) name = token.text;
  }
  return name;
}
