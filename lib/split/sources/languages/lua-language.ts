import type { Block, EndLanguage } from '../end-reader.ts';
import { isMark, isWord, type Token } from '../grammar.ts';
import { quoted } from '../lexis.ts';
import type { Outline } from '../outline.ts';

export const luaLanguage: EndLanguage = {
  lexis: {
    lineComments: [],
    blockComment: null,
    strings: [
      { open: '--[[', close: ']]', escape: null, spansLines: true },
      { open: '--[=[', close: ']=]', escape: null, spansLines: true },
      { open: '--', close: '\n', escape: null, spansLines: false },
      { open: '[[', close: ']]', escape: null, spansLines: true },
      { open: '[=[', close: ']=]', escape: null, spansLines: true },
      quoted('"'),
      quoted("'"),
    ],
    word: /[A-Za-z_]\w*/y,
  },
  opens: openBlock,
  closes: (tokens, index) => isWord(tokens[index], 'end', 'until'),
  statement,
};

const plain: Block = { declared: null, isOpen: false, owner: null };

function openBlock(tokens: readonly Token[], index: number): Block | null {
  if (isWord(tokens[index], 'if', 'do', 'repeat')) return plain;
  if (!isWord(tokens[index], 'function')) return null;
  const path = pathAt(tokens, index + 1) ?? assignedBefore(tokens, index);
  const name = path?.at(-1);
  if (!path || name === undefined) return plain;
  const isLocal = isWord(tokens[0], 'local');
  return {
    declared: {
      kind: 'function',
      name,
      owner: path.length > 1 ? path.slice(0, -1).join('.') : null,
      line: tokens[index]?.line ?? 0,
      isPublic: !isLocal,
    },
    isOpen: false,
    owner: null,
  };
}

/** `M.a:b` */
function pathAt(tokens: readonly Token[], start: number): string[] | null {
  const path: string[] = [];
  for (let index = start; tokens[index]?.is === 'word'; index += 2) {
    path.push(tokens[index]?.text ?? '');
    if (!isMark(tokens[index + 1], '.') && !isMark(tokens[index + 1], ':')) break;
  }
  return path.length > 0 ? path : null;
}

/** `M.a = function` */
function assignedBefore(tokens: readonly Token[], index: number): string[] | null {
  if (!isMark(tokens[index - 1], '=')) return null;
  const start = isWord(tokens[0], 'local') ? 1 : 0;
  const path = pathAt(tokens, start);
  return path && start + 2 * path.length === index ? path : null;
}

function statement(tokens: readonly Token[], _owner: string | null, outline: Outline): void {
  const index = tokens.findIndex((token) => isWord(token, 'require'));
  const argument = isMark(tokens[index + 1], '(') ? tokens[index + 2] : tokens[index + 1];
  if (index !== -1 && argument?.is === 'text') outline.import(argument.text);
}
