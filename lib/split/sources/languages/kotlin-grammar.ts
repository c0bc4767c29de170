import { isWord } from '../grammar.ts';
import { longQuoted, quoted } from '../lexis.ts';
import { lineHasWord } from './has-word.ts';
import { createKeywordGrammar } from './keyword-grammar.ts';
import { nestedSlashComments } from './slash-comments.ts';

export const kotlinGrammar = createKeywordGrammar({
  lexis: {
    ...nestedSlashComments,
    strings: [{ ...longQuoted('"""', '${'), escape: null }, { ...quoted('"'), hole: '${' }, quoted("'")],
  },
  endsAtLine: true,
  types: { class: 'members', interface: 'members', object: 'members', typealias: 'skip' },
  functions: ['fun'],
  values: ['val', 'var'],
  imports: ['import'],
  isPublic: (header) => !lineHasWord(header, 'private', 'internal', 'protected'),
  opens: (header) =>
    lineHasWord(header, 'companion') && isWord(header.at(-1), 'object')
      ? { inside: 'members', ends: true }
      : undefined,
});
