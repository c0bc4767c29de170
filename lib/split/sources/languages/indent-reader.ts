import type { LanguageReader } from '../language-reader.ts';
import { createLexer } from '../lexer.ts';
import { type Lexis, longQuoted, quoted } from '../lexis.ts';
import type { Outline, SourceSymbol } from '../outline.ts';

interface Block {
  indent: number;
  symbol: SourceSymbol;
}

const declaration = /(?:async\s+)?(def|class)\s+([\p{L}_][\p{L}\p{N}_]*)/uy;
const assignment = /([\p{L}_][\p{L}\p{N}_]*)\s*(?::[^=]+)?=(?!=)/uy;
const importing = /(?:from\s+([.\w]+)\s+import\b|import\s+([\w., ]+))/y;
const notBlank = /\S/;
const maxBlocks = 200;
const lexis: Lexis = {
  lineComments: ['#'],
  blockComment: null,
  strings: [longQuoted('"""'), longQuoted("'''"), quoted('"'), quoted("'")],
  word: /\w+/y,
};

/**
 * Reads Python: follows indentation and the start of each logical line; ignores the contents of brackets and
 * strings.
 */
export function createIndentReader(outline: Outline): LanguageReader {
  const open: number[] = [];
  const blocks: Block[] = [];
  let number = 0;
  let lastLine = 0;
  let goesOn = false;
  const lexer = createLexer(lexis, {
    isSkipping: true,
    word: () => undefined,
    mark: () => undefined,
    text: () => undefined,
    open: () => {
      if (open.length < maxBlocks) open.push(number);
    },
    close: () => open.pop(),
  });

  /** Ends the blocks that are indented at least this far. */
  const closeBlocks = (indent: number) => {
    while ((blocks.at(-1)?.indent ?? -1) >= indent) {
      const block = blocks.pop();
      if (block) block.symbol.endLine = lastLine;
    }
  };

  const declare = (text: string, start: number, indent: number, key: string, name: string) => {
    const around = blocks.at(-1)?.symbol ?? null;
    // Declarations inside a function are local to it.
    if (around && around.kind !== 'class') return;
    const kind = key === 'class' ? 'class' : around ? 'method' : 'function';
    const isDunder = name.startsWith('__') && name.endsWith('__');
    const symbol = outline.add({
      kind,
      name,
      owner: around?.name ?? null,
      line: number,
      endLine: number,
      isPublic: (!name.startsWith('_') || isDunder) && around?.isPublic !== false && start < text.length,
    });
    if (blocks.length < maxBlocks) blocks.push({ indent, symbol });
  };

  const readStatement = (text: string, indent: number) => {
    closeBlocks(indent);
    const first = text[indent] ?? '';
    if (first === 'd' || first === 'c' || first === 'a') {
      declaration.lastIndex = indent;
      const [, key, name] = declaration.exec(text) ?? [];
      if (key !== undefined && name !== undefined) return declare(text, indent, indent, key, name);
    }
    if (first === 'f' || first === 'i') {
      importing.lastIndex = indent;
      const [, from, names] = importing.exec(text) ?? [];
      if (from !== undefined) return outline.import(from);
      if (names !== undefined) {
        for (const module of names.split(',')) outline.import(module.trim().split(' ')[0] ?? '');
        return;
      }
    }
    if (indent > 0) return;
    if (text.startsWith('if __name__'))
      outline.add({
        kind: 'entry',
        name: '__main__',
        owner: null,
        line: number,
        endLine: number,
        isPublic: true,
      });
    assignment.lastIndex = 0;
    const [, constant] = assignment.exec(text) ?? [];
    if (constant !== undefined)
      outline.add({
        kind: 'constant',
        name: constant,
        owner: null,
        line: number,
        endLine: number,
        isPublic: !constant.startsWith('_'),
      });
  };

  return {
    line(text, lineNumber) {
      number = lineNumber;
      const isStart = lexer.isInCode && open.length === 0 && !goesOn;
      const indent = text.search(notBlank);
      const isBlank = indent === -1 || text[indent] === '#';
      if (isStart && !isBlank) readStatement(text, indent);
      if (!isBlank || !isStart) lastLine = lineNumber;
      lexer.read(text);
      goesOn = lexer.isInCode && text.endsWith('\\');
    },
    finish() {
      closeBlocks(0);
      return open[0] ?? null;
    },
  };
}
