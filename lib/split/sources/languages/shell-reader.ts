import type { LanguageReader } from '../language-reader.ts';
import { createLexer } from '../lexer.ts';
import { longQuoted } from '../lexis.ts';
import type { Outline, SourceSymbol } from '../outline.ts';

const declaration = /^\s*(?:function\s+([\w:.-]+)\s*(?:\(\s*\))?|([\w:.-]+)\s*\(\s*\))\s*[({]?/;
const variable = /^(?:export\s+|readonly\s+|declare\s+(?:-\w+\s+)?)?([A-Za-z_]\w*)=/;
const sourced = /^\s*(?:\.|source)\s+["']?([^\s"';]+)/;

/** Reads shell scripts: functions and variables outside of them; strings and here-documents are none. */
export function createShellReader(outline: Outline): LanguageReader {
  const open: number[] = [];
  let number = 0;
  let current: SourceSymbol | null = null;
  const lexer = createLexer(
    {
      lineComments: ['#'],
      commentsStandAlone: true,
      blockComment: null,
      strings: [longQuoted('"'), { ...longQuoted("'"), escape: null }],
      heredoc: /<<-?\s*["']?\\?(?<word>[A-Za-z_]\w*)["']?/y,
      word: /\w+/y,
    },
    {
      isSkipping: true,
      word: () => undefined,
      mark: () => undefined,
      text: () => undefined,
      open: (bracket) => {
        if (bracket === '{') open.push(number);
      },
      close: (bracket) => {
        if (bracket === '}') open.pop();
      },
    },
  );
  return {
    line(text, lineNumber) {
      number = lineNumber;
      if (lexer.isInCode && open.length === 0) {
        const [, named, called] = declaration.exec(text) ?? [];
        const name = named ?? called;
        const [, constant] = variable.exec(text) ?? [];
        const [, file] = sourced.exec(text) ?? [];
        if (name !== undefined)
          current = outline.add({
            kind: 'function',
            name,
            owner: null,
            line: lineNumber,
            endLine: lineNumber,
            isPublic: !name.startsWith('_'),
          });
        else if (constant !== undefined)
          outline.add({
            kind: 'variable',
            name: constant,
            owner: null,
            line: lineNumber,
            endLine: lineNumber,
            isPublic: false,
          });
        if (file !== undefined) outline.import(file);
      }
      lexer.read(text);
      if (current && open.length === 0) {
        current.endLine = lineNumber;
        if (lineNumber > current.line || text.includes('}')) current = null;
      }
    },
    finish: () => open[0] ?? null,
  };
}
