import { isWord } from '../grammar.ts';
import { longQuoted, quoted } from '../lexis.ts';
import { createKeywordGrammar } from './keyword-grammar.ts';
import { slashComments } from './slash-comments.ts';

const isCapital = (name: string): boolean => /^\p{Lu}/u.test(name);

export const goGrammar = createKeywordGrammar({
  lexis: { ...slashComments, strings: [{ ...longQuoted('`'), escape: null }, quoted('"'), quoted("'")] },
  endsAtLine: true,
  types: { type: 'skip' },
  functions: ['func'],
  values: ['const', 'var'],
  imports: ['import'],
  isPublic: (_header, name) => isCapital(name),
  opens(header) {
    const [, receiver, name] = header;
    if (!isWord(header[0], 'func') || receiver?.is !== '()' || name?.is !== 'word') return undefined;
    return {
      declared: {
        kind: 'method',
        name: name.text,
        line: name.line,
        isPublic: isCapital(name.text),
        owner: receiver.text,
      },
      inside: 'skip',
      ends: true,
    };
  },
  looksInside: (header) => header.length === 1 && isWord(header[0], 'func'),
  opensBlock: (header) => header.length === 1 && isWord(header[0], 'import', 'const', 'var', 'type'),
  keepsLastWord: true,
});
