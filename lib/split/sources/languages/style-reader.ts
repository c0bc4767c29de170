import { plural } from '#lib/split/plural.ts';
import type { LanguageReader } from '../language-reader.ts';
import { createLexer } from '../lexer.ts';
import { type Lexis, quoted } from '../lexis.ts';
import type { Outline, SourceSymbol } from '../outline.ts';

const imported = /^\s*@(?:import|use|forward)\s+(?:url\()?["']?([^"');]+)/;
const property = /^\s*(--[\w-]+|\$[\w-]+)\s*:/;
const css: Lexis = {
  lineComments: [],
  blockComment: { open: '/*', close: '*/', nests: false },
  strings: [quoted('"'), quoted("'")],
  word: /[\w-]+/y,
};
const scss: Lexis = { ...css, lineComments: ['//'] };
const maxFrames = 100;
const maxAtRules = 500;

/** Reads style sheets: rules by selector, at-rules, custom properties. */
export function createStyleReader(hasLineComments: boolean, outline: Outline): LanguageReader {
  const frames: { symbol: SourceSymbol | null; isGroup: boolean; line: number; properties: number }[] = [];
  /** At-rules with the same condition are listed once. */
  const atRules = new Map<string, { symbol: SourceSymbol; count: number }>();
  let number = 0;
  let text = '';
  /** The lines of a selector before the one with its brace. */
  let begun: { text: string; line: number } | null = null;
  const lexer = createLexer(hasLineComments ? scss : css, {
    isSkipping: true,
    word: () => undefined,
    mark: () => undefined,
    text: () => undefined,
    open: (bracket) => {
      if (bracket === '{') openRule();
    },
    close: (bracket) => {
      const frame = bracket === '}' ? frames.pop() : undefined;
      if (!frame?.symbol) return;
      frame.symbol.endLine = Math.max(frame.symbol.endLine, number);
      if (frame.properties > 0) frame.symbol.note = `(${plural(frame.properties, 'custom property')})`;
    },
  });

  const add = (symbol: SourceSymbol): SourceSymbol => {
    const key = `${symbol.kind} ${symbol.name}`;
    const known = atRules.get(key);
    if (known) {
      known.count += 1;
      known.symbol.note = `×${known.count}`;
      outline.count(symbol.kind, 1);
      return known.symbol;
    }
    const current = outline.add(symbol);
    if (symbol.kind.startsWith('@') && atRules.size < maxAtRules)
      atRules.set(key, { symbol: current, count: 1 });
    return current;
  };

  const openRule = () => {
    const own = text.slice(0, text.indexOf('{')).trim();
    const name = begun?.text.replace(/,$/, '') ?? own;
    const line = begun?.line ?? number;
    begun = null;
    const isAtRule = name.startsWith('@');
    const isNamed = name !== '' && frames.every(({ isGroup }) => isGroup) && frames.length < maxFrames;
    const kind = isAtRule
      ? (name.split(/[\s(]/, 1)[0] ?? '@')
      : name.startsWith(':root')
        ? 'root rule'
        : 'rule';
    if (isNamed && kind === 'root rule') outline.count('rule', 1);
    const symbol = isNamed
      ? add({
          kind,
          name: nameOf(kind, name),
          owner: null,
          line,
          endLine: number,
          isPublic: isAtRule,
        })
      : null;
    if (frames.length < maxFrames)
      frames.push({
        symbol,
        isGroup: /^@(?:media|supports|layer|container)/.test(name),
        line: number,
        properties: 0,
      });
  };

  return {
    line(line, lineNumber) {
      number = lineNumber;
      text = line;
      if (lexer.isInCode) {
        const [, file] = imported.exec(line) ?? [];
        if (file !== undefined) outline.import(file);
        const [, name] = property.exec(line) ?? [];
        const around = frames.at(-1);
        if (name !== undefined && around) around.properties += 1;
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

/** The at-rule's keyword is its kind, so the name omits it. */
const nameOf = (kind: string, name: string): string =>
  (kind.startsWith('@') && name.length > kind.length ? name.slice(kind.length).trim() : name).slice(0, 80);
