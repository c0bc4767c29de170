import type { Token } from './grammar.ts';
import type { LanguageReader } from './language-reader.ts';
import { createLexer } from './lexer.ts';
import type { Lexis } from './lexis.ts';
import type { Outline, SourceSymbol } from './outline.ts';

/** A block that a keyword opens. */
export interface Block {
  /** The symbol it declares; `null`: it only opens a block. */
  declared: Omit<SourceSymbol, 'endLine'> | null;
  /** Whether code inside the block may declare symbols. */
  isOpen: boolean;
  /** What the members inside belong to. */
  owner: string | null;
}

/** A language whose blocks end with the word `end`. */
export interface EndLanguage {
  lexis: Lexis;
  /** Lines between these two are a comment. */
  commentLines?: { open: string; close: string };
  /** The block a keyword opens, judged by the tokens of its line; `null`: it opens none. */
  opens(tokens: readonly Token[], index: number, owner: string | null): Block | null;
  closes(tokens: readonly Token[], index: number): boolean;
  /** Handles a line in a position where something may be declared. */
  statement(tokens: readonly Token[], owner: string | null, outline: Outline): void;
}

interface Frame extends Block {
  line: number;
  symbol: SourceSymbol | null;
}

const maxFrames = 500;
const maxTokens = 400;

/** Reads languages whose blocks end with a keyword; follows the nesting by the keywords in code. */
export function createEndReader(language: EndLanguage, outline: Outline): LanguageReader {
  const frames: Frame[] = [];
  let tokens: Token[] = [];
  let number = 0;
  let isComment = false;
  const add = (is: Token['is'], text: string) => {
    if (tokens.length < maxTokens) tokens.push({ is, text, line: number });
  };
  const lexer = createLexer(language.lexis, {
    isSkipping: false,
    word: (text) => add('word', text),
    mark: (text) => add('mark', text),
    text: (text) => add('text', text),
    open: (text) => add('mark', text),
    close: (text) => add('mark', text),
  });
  /** Whether the block around the next token may contain declarations; `owner`: what they belong to. */
  let isOpen = true;
  let owner: string | null = null;

  const close = () => {
    const frame = frames.pop();
    if (frame?.symbol) frame.symbol.endLine = number;
    isOpen = frames.at(-1)?.isOpen ?? true;
    owner = frames.findLast((around) => around.owner !== null)?.owner ?? null;
  };
  const open = (block: Block) => {
    if (frames.length >= maxFrames) return;
    const symbol = block.declared && isOpen ? outline.add({ ...block.declared, endLine: number }) : null;
    isOpen &&= block.isOpen;
    owner = block.owner ?? owner;
    frames.push({ ...block, isOpen, symbol, line: number });
  };
  const readLine = () => {
    if (isOpen) language.statement(tokens, owner, outline);
    for (let index = 0; index < tokens.length; index += 1) {
      if (tokens[index]?.is !== 'word') continue;
      if (language.closes(tokens, index)) close();
      else {
        const block = language.opens(tokens, index, owner);
        if (block) open(block);
      }
    }
  };

  return {
    line(text, lineNumber) {
      number = lineNumber;
      const { commentLines } = language;
      if (isComment) {
        isComment = commentLines !== undefined && !text.startsWith(commentLines.close);
        return;
      }
      if (commentLines && text.startsWith(commentLines.open)) {
        isComment = true;
        return;
      }
      tokens = [];
      lexer.read(text);
      if (tokens.length > 0) readLine();
    },
    finish: () => frames[0]?.line ?? null,
  };
}
