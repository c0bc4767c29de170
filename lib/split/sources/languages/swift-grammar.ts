import { isWord } from '../grammar.ts';
import { longQuoted, quoted } from '../lexis.ts';
import { lineHasWord } from './has-word.ts';
import { createKeywordGrammar } from './keyword-grammar.ts';
import { nestedSlashComments } from './slash-comments.ts';

export const swiftGrammar = createKeywordGrammar({
  lexis: { ...nestedSlashComments, strings: [longQuoted('"""'), quoted('"')] },
  endsAtLine: true,
  types: {
    class: 'members',
    struct: 'members',
    enum: 'members',
    protocol: 'members',
    extension: 'members',
    actor: 'members',
    typealias: 'skip',
  },
  functions: ['func', 'init'],
  values: ['let', 'var'],
  imports: ['import'],
  isPublic: (header) => !lineHasWord(header, 'private', 'fileprivate'),
  opens(header, { inside }) {
    const name = header.find((token) => isWord(token, 'init', 'deinit'));
    if (inside !== 'members' || !name || header.some((token) => isWord(token, 'func', 'let', 'var')))
      return undefined;
    return {
      declared: { kind: 'method', name: name.text, line: name.line, isPublic: true },
      inside: 'skip',
      ends: true,
    };
  },
});
