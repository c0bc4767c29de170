import { longQuoted, quoted } from '../lexis.ts';
import { createKeywordGrammar } from './keyword-grammar.ts';
import { slashComments } from './slash-comments.ts';

export const dartGrammar = createKeywordGrammar({
  lexis: {
    ...slashComments,
    strings: [
      longQuoted('"""', '${'),
      longQuoted("'''", '${'),
      { ...quoted('"'), hole: '${' },
      { ...quoted("'"), hole: '${' },
    ],
  },
  endsAtLine: false,
  types: { class: 'members', mixin: 'members', extension: 'members', enum: 'enum', typedef: 'skip' },
  functions: [],
  values: ['const', 'final'],
  imports: ['import', 'export', 'part'],
  shaped: 'all',
  isPublic: (_header, name) => !name.startsWith('_'),
});
