import type { LanguageReader } from '../language-reader.ts';
import { createLexer } from '../lexer.ts';
import { type Lexis, longQuoted } from '../lexis.ts';
import type { Outline, SourceSymbol } from '../outline.ts';

const declaration = /^\s*(?:function\s+([\w:.-]+)\s*(?:\(\s*\))?|([\w:.-]+)\s*\(\s*\))\s*[({]?/;
const variable = /^(?:export\s+|readonly\s+|declare\s+(?:-\w+\s+)?)?([A-Za-z_]\w*)=/;
const maxBlocks = 2_000;
const sourced = /^\s*(?:\.|source)\s+["']?([^\s"';]+)/;
const lexis: Lexis = {
  lineComments: ['#'],
  commentsStandAlone: true,
  blockComment: null,
  strings: [longQuoted('"'), { ...longQuoted("'"), escape: null }],
  heredoc: /<<-?\s*["']?\\?(?<word>[A-Za-z_]\w*)["']?/y,
  word: /\w+/y,
};

/**
 * Reads shell scripts: functions, and variables outside of functions, also inside a block around the whole
 * script; ignores strings and here-documents.
 */
export function createShellReader(outline: Outline): LanguageReader {
  const open: { line: number; declared: SourceSymbol | null }[] = [];
  let number = 0;
  /** How many of the open blocks are function bodies. */
  let bodies = 0;
  /** A function whose body has not started. */
  let awaited: SourceSymbol | null = null;
  const lexer = createLexer(lexis, {
    isSkipping: true,
    word: () => undefined,
    mark: () => undefined,
    text: () => undefined,
    open: (bracket) => {
      if (bracket !== '{') return;
      if (open.length >= maxBlocks) return;
      open.push({ line: number, declared: awaited });
      if (awaited) bodies += 1;
      awaited = null;
    },
    close: (bracket) => {
      const closed = bracket === '}' ? open.pop() : undefined;
      if (!closed?.declared) return;
      closed.declared.endLine = number;
      bodies -= 1;
    },
  });
  return {
    line(text, lineNumber) {
      number = lineNumber;
      if (lexer.isInCode && bodies === 0) {
        awaited = readDeclaration(outline, text, lineNumber) ?? awaited;
        const [, file] = sourced.exec(text) ?? [];
        if (file !== undefined) outline.import(file);
      }
      lexer.read(text);
      // The body may start on the next line, or not be a block in braces.
      if (awaited && lineNumber > awaited.line) awaited = null;
    },
    finish: () => open[0]?.line ?? null,
  };
}

/** Notes the function or the variable that a line declares. Returns a function, whose body follows. */
function readDeclaration(outline: Outline, text: string, line: number): SourceSymbol | null {
  const [, named, called] = declaration.exec(text) ?? [];
  const name = named ?? called;
  const at = { owner: null, line, endLine: line };
  if (name !== undefined)
    return outline.add({ kind: 'function', name, ...at, isPublic: !name.startsWith('_') });
  const [, constant] = variable.exec(text) ?? [];
  if (constant !== undefined) outline.add({ kind: 'variable', name: constant, ...at, isPublic: false });
  return null;
}
