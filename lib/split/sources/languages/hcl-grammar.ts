import { quoted } from '../lexis.ts';
import { createKeywordGrammar } from './keyword-grammar.ts';
import { slashComments } from './slash-comments.ts';

/** Terraform and related languages: `resource "kind" "name" {`. */
export const hclGrammar = createKeywordGrammar({
  lexis: {
    lineComments: ['#', '//'],
    blockComment: slashComments.blockComment,
    strings: [{ ...quoted('"'), hole: '${' }],
    heredoc: /<<[-~]?(?<word>\w+)/y,
    word: /[\p{L}_][\p{L}\p{N}_-]*/uy,
  },
  endsAtLine: true,
  types: {},
  functions: [],
  values: [],
  imports: [],
  isPublic: () => true,
  opens(header, { inside }) {
    const [key, ...labels] = header;
    if (inside !== 'statements' || key?.is !== 'word') return undefined;
    const name = labels
      .filter(({ is }) => is === 'text')
      .map(({ text }) => text)
      .join('.');
    const isBlock = labels.every(({ is }) => is === 'text');
    if (!isBlock) return undefined;
    return name === ''
      ? { inside: 'skip', ends: true }
      : {
          declared: { kind: key.text, name, line: key.line, isPublic: true, isMade: true },
          inside: 'skip',
          ends: true,
        };
  },
});
