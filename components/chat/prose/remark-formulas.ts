/** The parts of micromark, and of what makes a tree of its tokens, that are used here. */
type Code = number | null;
type State = (code: Code) => State | undefined;
interface Token {
  type: string;
}
interface Effects {
  enter: (type: string) => Token;
  exit: (type: string) => Token;
  consume: (code: Code) => void;
}
type Tokenize = (effects: Effects, ok: State, nok: State) => State;
interface TreeContext {
  enter: (node: object, token: Token) => void;
  exit: (token: Token) => void;
  buffer: () => void;
  resume: () => string;
  stack: FormulaNode[];
  sliceSerialize: (token: Token) => string;
  config: Record<'enter' | 'exit', Record<string, (this: TreeContext, token: Token) => void>>;
}
export interface FormulaNode {
  type: string;
  value?: string;
  /** What stood around it. */
  opening?: string;
  data?: Record<string, unknown>;
}

const [backslash, dollar] = [92, 36];
const isLineEnd = (code: Code): boolean => code !== null && code < -2;
const isBlank = (code: Code): boolean => code === null || code < 0 || code === 32;
const textOf = (code: Code): string => (code === null || code < 0 ? ' ' : String.fromCharCode(code));
const closings: Readonly<Record<number, number>> = { 40: 41, 91: 93 };

/** Longer ones are no formulas; it bounds what is read ahead for each opening. */
const longest = 4_000;
const isMath = /[=^_\\{}<>+*]/;
/** What would go on after a price or a variable: `$HOME/$USER`, `$(CC)`. */
const goesOn = /[\p{L}\p{N}${(]/u;

/**
 * Formulas in text: `$$…$$`, `\(…\)`, `\[…\]`, and `$…$` by Pandoc's rule, so that prices and variables stay text: no blank inside, and
 * no letter or digit outside. Code and addresses have been read before them, and one that is not closed stays text.
 */
export function remarkFormulas(this: { data: () => object }): void {
  const data = this.data() as Record<string, unknown[] | undefined>;
  const add = (name: string, extension: object) => {
    data[name] = [...(data[name] ?? []), extension];
  };
  add('micromarkExtensions', {
    text: {
      [backslash]: { name: 'formula', tokenize: tokenizeBrackets },
      [dollar]: { name: 'formula', tokenize: tokenizeDollars, previous: mayPrecede },
    },
  });
  add('fromMarkdownExtensions', {
    canContainEols: ['formula'],
    enter: { formula: enterFormula },
    exit: { formula: exitFormula, formulaMark: exitMark, formulaText: exitText },
  });
}

const mayPrecede = (code: Code): boolean =>
  code === null || code < 0 || !/[\p{L}\p{N}$]/u.test(String.fromCharCode(code));

const tokenizeBrackets: Tokenize = (effects, ok, nok) => {
  let opening = 0;
  let closing = 0;
  let length = 0;
  let hasWords = false;
  const start: State = (code) => {
    effects.enter('formula');
    effects.enter('formulaMark');
    effects.consume(code);
    return opened;
  };
  const opened: State = (code) => {
    opening = code ?? 0;
    closing = closings[opening] ?? 0;
    if (closing === 0) return nok(code);
    effects.consume(code);
    effects.exit('formulaMark');
    return between;
  };
  const between: State = (code) => {
    length += 1;
    if (code === null || length > longest) return nok(code);
    if (isLineEnd(code)) return lineEnd(effects, code, between);
    if (code === backslash) {
      const mark = effects.enter('formulaMark');
      effects.consume(code);
      return closingAfter(mark);
    }
    effects.enter('formulaText');
    return text(code);
  };
  const text: State = (code) => {
    length += 1;
    if (code === null || isLineEnd(code) || code === backslash) {
      effects.exit('formulaText');
      return between(code);
    }
    hasWords ||= !isBlank(code);
    effects.consume(code);
    return text;
  };
  const closingAfter =
    (mark: Token): State =>
    (code) => {
      if (code === closing) {
        if (!hasWords) return nok(code);
        effects.consume(code);
        effects.exit('formulaMark');
        effects.exit('formula');
        return ok;
      }
      // Formulas are not within each other: the next one may be closed.
      if (code === opening) return nok(code);
      // A command of the formula: its backslash is text, and so is what follows at once, maybe another one.
      if (code === null || isLineEnd(code)) {
        mark.type = 'formulaText';
        effects.exit('formulaText');
        return between(code);
      }
      hasWords = true;
      mark.type = 'formulaText';
      effects.consume(code);
      return text;
    };
  return start;
};

const tokenizeDollars: Tokenize = (effects, ok, nok) => {
  let isDouble = false;
  let words = '';
  const start: State = (code) => {
    effects.enter('formula');
    effects.enter('formulaMark');
    effects.consume(code);
    return second;
  };
  const second: State = (code) => {
    if (code === dollar && !isDouble) {
      isDouble = true;
      effects.consume(code);
      return second;
    }
    effects.exit('formulaMark');
    if (code === dollar || (!isDouble && isBlank(code))) return nok(code);
    return between(code);
  };
  const between: State = (code) => {
    if (code === null || words.length > longest || (!isDouble && isLineEnd(code))) return nok(code);
    if (isLineEnd(code)) {
      words += '\n';
      return lineEnd(effects, code, between);
    }
    if (code === dollar) {
      if (words.trim() === '' || (!isDouble && /\s$/.test(words))) return nok(code);
      effects.enter('formulaMark');
      effects.consume(code);
      return isDouble ? secondClosing : after;
    }
    effects.enter('formulaText');
    return text(code);
  };
  const text: State = (code) => {
    if (code === null || isLineEnd(code) || code === dollar) {
      effects.exit('formulaText');
      return between(code);
    }
    words += textOf(code);
    effects.consume(code);
    return code === backslash ? escaped : text;
  };
  const escaped: State = (code) => {
    if (code !== dollar) return text(code);
    words += '$';
    effects.consume(code);
    return text;
  };
  const secondClosing: State = (code) => {
    if (code !== dollar) return nok(code);
    effects.consume(code);
    return after;
  };
  const after: State = (code) => {
    if (code === dollar || (!isDouble && (goesOn.test(textOf(code)) || isPrice(words)))) return nok(code);
    effects.exit('formulaMark');
    effects.exit('formula');
    return ok(code);
  };
  return start;
};

/** `$5 and 6$` is about money. */
const isPrice = (words: string): boolean => /^\d.*\s/.test(words) && !isMath.test(words);

function lineEnd(effects: Effects, code: Code, next: State): State {
  effects.enter('lineEnding');
  effects.consume(code);
  effects.exit('lineEnding');
  return next;
}

function enterFormula(this: TreeContext, token: Token): void {
  this.enter({ type: 'formula', value: '' }, token);
  this.buffer();
}

function exitMark(this: TreeContext, token: Token): void {
  const node = this.stack.findLast(({ type }) => type === 'formula');
  if (node) node.opening ??= this.sliceSerialize(token);
}

function exitText(this: TreeContext, token: Token): void {
  this.config.enter.data?.call(this, token);
  this.config.exit.data?.call(this, token);
}

function exitFormula(this: TreeContext, token: Token): void {
  const value = this.resume();
  const node = this.stack.at(-1);
  this.exit(token);
  if (!node) return;
  node.value = value.trim();
  const isDisplay = node.opening === '\\[' || (node.opening === '$$' && value.includes('\n'));
  node.data = formulaData(node.value, isDisplay);
}

/** How it becomes an element. */
export const formulaData = (value: string, isDisplay: boolean): Record<string, unknown> => ({
  hName: 'code',
  hProperties: { className: ['language-math', isDisplay ? 'math-display' : 'math-inline'] },
  hChildren: [{ type: 'text', value }],
});

/** A formula that is shown as it was written. */
export const formulaSource = (value: string): Record<string, unknown> => ({
  hName: 'code',
  hProperties: { className: ['formula-source'] },
  hChildren: [{ type: 'text', value }],
});
