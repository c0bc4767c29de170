import { longQuoted, quoted, type StringRule } from '../lexis.ts';
import { lineHasWord } from './has-word.ts';
import { createKeywordGrammar } from './keyword-grammar.ts';
import { slashComments } from './slash-comments.ts';

/** `@"…"`, `$@"…"` */
const verbatim = (line: string, quote: number): StringRule | null =>
  line[quote] === '"' && (line[quote - 1] === '@' || (line[quote - 1] === '$' && line[quote - 2] === '@'))
    ? { open: '"', close: '"', escape: 'doubled', spansLines: true }
    : null;

const region =
  /^\s*#\s*(if|elif|else|endif|region|endregion|pragma|nullable|define|undef|line|error|warning)\b/;

export const csharpGrammar = createKeywordGrammar({
  lexis: {
    ...slashComments,
    strings: [{ ...longQuoted('"""'), escape: null }, quoted('"'), quoted("'")],
    prefixed: verbatim,
  },
  endsAtLine: false,
  types: {
    class: 'members',
    interface: 'members',
    enum: 'enum',
    record: 'members',
    struct: 'members',
    namespace: 'statements',
    delegate: 'skip',
  },
  functions: [],
  values: [],
  imports: ['using'],
  shaped: 'members',
  isPublic: (header) => lineHasWord(header, 'public'),
  preprocess(line) {
    const [, name] = line.includes('#') ? (region.exec(line) ?? []) : [];
    if (name === undefined) return false;
    if (name === 'if') return 'if';
    if (name === 'elif' || name === 'else') return 'else';
    return name === 'endif' ? 'end' : true;
  },
});
