import type { LanguageReader } from '../language-reader.ts';
import { createLexer } from '../lexer.ts';
import { quoted } from '../lexis.ts';
import type { Outline, SourceSymbol } from '../outline.ts';

const imported = /^\s*@(?:import|use|forward)\s+(?:url\()?["']?([^"');]+)/;
const property = /^\s*(--[\w-]+|\$[\w-]+)\s*:/;
const framesHeld = 100;

/** Reads style sheets: rules by their selectors, at-rules, custom properties. */
export function createStyleReader(hasLineComments: boolean, outline: Outline): LanguageReader {
  const frames: { symbol: SourceSymbol | null; isGroup: boolean; line: number }[] = [];
  let number = 0;
  let text = '';
  /** The lines of a selector before the one with its brace. */
  let begun: { text: string; line: number } | null = null;
  const lexer = createLexer(
    {
      lineComments: hasLineComments ? ['//'] : [],
      blockComment: { open: '/*', close: '*/', nests: false },
      strings: [quoted('"'), quoted("'")],
      word: /[\w-]+/y,
    },
    {
      isSkipping: true,
      word: () => undefined,
      mark: () => undefined,
      text: () => undefined,
      open: (bracket) => {
        if (bracket === '{') openRule();
      },
      close: (bracket) => {
        const frame = bracket === '}' ? frames.pop() : undefined;
        if (frame?.symbol) frame.symbol.endLine = number;
      },
    },
  );

  const openRule = () => {
    const own = text.slice(0, text.indexOf('{')).trim();
    const name = begun?.text.replace(/,$/, '') ?? own;
    const line = begun?.line ?? number;
    begun = null;
    const isAtRule = name.startsWith('@');
    const isNamed = name !== '' && frames.every(({ isGroup }) => isGroup) && frames.length < framesHeld;
    const kind = isAtRule ? (name.split(/[\s(]/, 1)[0] ?? '@') : 'rule';
    const symbol = isNamed
      ? outline.add({ kind, name: name.slice(0, 80), owner: null, line, endLine: number, isPublic: isAtRule })
      : null;
    if (frames.length < framesHeld)
      frames.push({ symbol, isGroup: /^@(?:media|supports|layer|container)/.test(name), line: number });
  };

  return {
    line(line, lineNumber) {
      number = lineNumber;
      text = line;
      if (lexer.isInCode) {
        const [, file] = imported.exec(line) ?? [];
        if (file !== undefined) outline.import(file);
        const [, name] = property.exec(line) ?? [];
        if (name !== undefined)
          outline.add({
            kind: 'custom property',
            name,
            owner: null,
            line: number,
            endLine: number,
            isPublic: false,
          });
        if (line.trimEnd().endsWith(',') && begun === null && frames.every(({ isGroup }) => isGroup))
          begun = { text: line.trim(), line: number };
      }
      lexer.read(line);
    },
    finish: () => frames[0]?.line ?? null,
  };
}
