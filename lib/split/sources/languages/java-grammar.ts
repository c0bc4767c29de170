import type { GrammarPosition, Token } from '../grammar.ts';
import { longQuoted, quoted } from '../lexis.ts';
import { lineHasWord } from './has-word.ts';
import { createKeywordGrammar } from './keyword-grammar.ts';
import { slashComments } from './slash-comments.ts';

const isNotPrivate = (header: readonly Token[], _name: string, { inside }: GrammarPosition): boolean =>
  lineHasWord(header, 'public') || (inside === 'members' && !lineHasWord(header, 'private', 'protected'));

export const javaGrammar = createKeywordGrammar({
  lexis: { ...slashComments, strings: [longQuoted('"""'), quoted('"'), quoted("'")] },
  endsAtLine: false,
  types: { class: 'members', interface: 'members', enum: 'enum', record: 'members' },
  functions: [],
  values: [],
  imports: ['import'],
  shaped: 'members',
  isPublic: isNotPrivate,
});
