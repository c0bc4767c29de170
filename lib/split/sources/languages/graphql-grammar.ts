import { longQuoted, quoted } from '../lexis.ts';
import { createKeywordGrammar } from './keyword-grammar.ts';
import { slashComments } from './slash-comments.ts';

export const graphqlGrammar = createKeywordGrammar({
  lexis: {
    lineComments: ['#'],
    blockComment: null,
    strings: [longQuoted('"""'), quoted('"')],
    word: slashComments.word,
  },
  endsAtLine: true,
  types: Object.fromEntries(
    [
      'type',
      'input',
      'interface',
      'enum',
      'union',
      'scalar',
      'query',
      'mutation',
      'subscription',
      'fragment',
      'directive',
    ].map((key) => [key, 'skip' as const]),
  ),
  functions: [],
  values: [],
  imports: [],
  isPublic: () => true,
});
