import type { Block, EndLanguage } from '../end-reader.ts';
import { isMark, isWord, type Token } from '../grammar.ts';
import { longQuoted, type StringRule } from '../lexis.ts';
import type { Outline } from '../outline.ts';

const closers: Record<string, string> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** `%w[…]`, `%(…)`; `$'` and similar are variables. */
function percent(line: string, offset: number): StringRule | null {
  if (line[offset - 1] === '$') return { open: '$', close: '', escape: null, spansLines: false };
  if (line[offset] !== '%') return null;
  const [open, bracket = ''] = /^%[wWiIqQrx]?([([{<|!/])/.exec(line.slice(offset, offset + 3)) ?? [];
  return open === undefined
    ? { open: '%', close: '', escape: null, spansLines: false }
    : { open, close: closers[bracket] ?? bracket, escape: 'backslash', spansLines: true };
}

export const rubyLanguage: EndLanguage = {
  lexis: {
    lineComments: ['#'],
    commentsStandAlone: true,
    blockComment: null,
    strings: [
      longQuoted('"', '#{'),
      longQuoted("'"),
      longQuoted('`', '#{'),
      { ...longQuoted('%'), open: '%' },
    ],
    prefixed: percent,
    hasRegexLiterals: true,
    heredoc: /<<[~-]["'`]?(?<word>[A-Za-z_]\w*)["'`]?/y,
    word: /[\p{L}_$@][\p{L}\p{N}_$@]*[?!]?/uy,
    moreWordStarts: '@',
  },
  commentLines: { open: '=begin', close: '=end' },
  opens: openBlock,
  closes: (tokens, index) => isWord(tokens[index], 'end') && isKeyword(tokens, index),
  statement,
};

/** Whether the word is a keyword, not a method name (`.class`), a symbol (`:if`) or a key (`if:`). */
const isKeyword = (tokens: readonly Token[], index: number): boolean =>
  !isMark(tokens[index - 1], '.') && !isMark(tokens[index - 1], ':') && !isMark(tokens[index + 1], ':');

const startsValue = new Set([
  '=',
  '(',
  ',',
  '[',
  '{',
  '|',
  '&',
  '!',
  '?',
  '+',
  '<',
  '>',
  ';',
  '=>',
  '==',
  '-',
]);

/** Whether a block keyword is at the start of a statement or value; after one it is a modifier condition. */
function isStart(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1];
  if (!before) return true;
  if (before.is === 'mark') return startsValue.has(before.text);
  return isWord(before, 'then', 'else', 'do', 'and', 'or', 'not', 'when', 'in', 'begin', 'ensure');
}

/** Code inside a condition may still declare for the file. */
const plain: Block = { declared: null, isOpen: true, owner: null };

const openers = new Set('class module def begin case if unless while until for do'.split(' '));

function openBlock(tokens: readonly Token[], index: number, owner: string | null): Block | null {
  const token = tokens[index];
  if (!token || !openers.has(token.text) || !isKeyword(tokens, index)) return null;
  switch (token.text) {
    case 'class':
    case 'module':
      return isStart(tokens, index) ? openType(tokens, index, owner) : null;
    case 'def':
      return openMethod(tokens, index, owner);
    case 'begin':
    case 'case':
      return plain;
    case 'if':
    case 'unless':
    case 'while':
    case 'until':
    case 'for':
      return isStart(tokens, index) ? plain : null;
    case 'do':
      return openDo(tokens, index, owner);
    default:
      return null;
  }
}

function openType(tokens: readonly Token[], offset: number, owner: string | null): Block {
  const [key, name] = tokens.slice(offset);
  if (!key || name?.is !== 'word') return { declared: null, isOpen: true, owner: null };
  const path = tokens.slice(offset + 1);
  const end = path.findIndex(({ is, text }) => is !== 'word' && text !== '::');
  const full = (end === -1 ? path : path.slice(0, end)).map(({ text }) => text).join('');
  return {
    declared: {
      kind: key.text,
      name: full,
      owner: null,
      line: key.line,
      isPublic: true,
      ...(full === name.text ? {} : { isMade: true as const }),
    },
    isOpen: true,
    owner: key.text === 'class' || owner === null ? full : owner,
  };
}

/** `null` for a method without `end` (`def a = b`): it opens no block. */
function openMethod(tokens: readonly Token[], index: number, owner: string | null): Block | null {
  const at = index + (isMark(tokens[index + 2], '.') ? 3 : 1);
  const remaining = tokens.slice(at);
  const [name] = remaining;
  if (!name) return null;
  const length =
    name.is === 'word'
      ? 1
      : remaining.findIndex(({ is, text }) => is === 'word' || text === '(' || text === ';');
  const after = remaining.slice(length === -1 ? remaining.length : length);
  const isSetter = isMark(after[0], '=') && isMark(after[1], '(');
  const close = isMark(after[0], '(') ? after.findIndex((token) => isMark(token, ')')) + 1 : 0;
  if (!isSetter && isMark(after[close], '=') && after.length > close + 1) return null;
  const text = remaining
    .slice(0, length === -1 ? remaining.length : length)
    .map((token) => token.text)
    .join('');
  return {
    declared: {
      kind: owner === null ? 'function' : 'method',
      name: isSetter ? `${text}=` : text,
      owner,
      line: name.line,
      isPublic: !text.startsWith('_'),
      ...(name.is === 'word' && !isSetter ? {} : { isMade: true as const }),
    },
    isOpen: false,
    owner: null,
  };
}

/** The `do` of a loop belongs to the loop. The blocks of tests and similar calls may contain declarations. */
function openDo(tokens: readonly Token[], index: number, owner: string | null): Block | null {
  const start = tokens.findIndex((token) => isWord(token, 'while', 'until', 'for'));
  if (start !== -1 && start < index && isStart(tokens, start)) return null;
  const [callee] = tokens;
  const isGroup =
    callee !== undefined &&
    tokens
      .slice(0, 3)
      .some((token) => isWord(token, 'describe', 'context', 'namespace', 'included', 'class_methods'));
  return { declared: null, isOpen: isGroup, owner: isGroup ? owner : null };
}

function statement(tokens: readonly Token[], owner: string | null, outline: Outline): void {
  const [first, second, third] = tokens;
  if (first?.is !== 'word') return;
  const argument = second?.is === 'text' ? second : third;
  const add = (kind: string, name: string) => {
    outline.add({ kind, name, owner, line: first.line, endLine: first.line, isPublic: true });
  };
  const text = argument?.is === 'text' ? argument.text : null;
  if (text !== null && isWord(first, 'require', 'require_relative', 'load')) outline.import(text);
  else if (text !== null && isWord(first, 'describe', 'context', 'feature')) add('group', text);
  else if (text !== null && isWord(first, 'it', 'specify', 'test', 'scenario')) add('test', text);
  else if (isWord(first, 'task') && isMark(second, ':') && third?.is === 'word') add('task', third.text);
  else if (/^\p{Lu}/u.test(first.text) && isMark(second, '=')) add('constant', first.text);
}
