import { isWord } from '../grammar.ts';
import { longQuoted } from '../lexis.ts';
import { lineHasWord } from './has-word.ts';
import { createKeywordGrammar } from './keyword-grammar.ts';
import { slashComments } from './slash-comments.ts';

export const phpGrammar = createKeywordGrammar({
  lexis: {
    lineComments: ['//', '# '],
    blockComment: slashComments.blockComment,
    strings: [longQuoted('"'), longQuoted("'"), longQuoted('`')],
    island: { open: '<?', close: '?>' },
    heredoc: /<<<\s*["']?(?<word>\w+)["']?/y,
    word: /[\p{L}_$\\][\p{L}\p{N}_$\\]*/uy,
    moreWordStarts: '\\',
  },
  endsAtLine: false,
  types: {
    class: 'members',
    interface: 'members',
    trait: 'members',
    enum: 'members',
    namespace: 'statements',
  },
  functions: ['function'],
  values: ['const'],
  imports: ['use', 'require_once', 'require', 'include', 'include_once'],
  isPublic: (header) => !lineHasWord(header, 'private', 'protected'),
  opens: (header, { inside }) =>
    inside === 'statements' && isWord(header[0], 'if', 'else', 'try')
      ? { inside: 'statements', ends: true }
      : undefined,
});
