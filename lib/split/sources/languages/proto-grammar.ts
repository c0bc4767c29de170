import { quoted } from '../lexis.ts';
import { createKeywordGrammar } from './keyword-grammar.ts';
import { slashComments } from './slash-comments.ts';

export const protoGrammar = createKeywordGrammar({
  lexis: { ...slashComments, strings: [quoted('"'), quoted("'")] },
  endsAtLine: false,
  types: { message: 'skip', enum: 'skip', service: 'members' },
  functions: ['rpc'],
  values: [],
  imports: ['import'],
  isPublic: () => true,
});
