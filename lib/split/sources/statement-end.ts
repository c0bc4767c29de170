import type { Inside, Token } from './grammar.ts';

/** After these words a statement continues on the next line. */
const wordsThatGoOn = new Set(
  'export default declare abstract async function class interface enum namespace module const let var type import from extends implements as satisfies new return typeof keyof in of instanceof is public private protected internal static readonly override final open sealed data inline suspend func fun val struct protocol extension package use'.split(
    ' ',
  ),
);
/** A line that starts with one of these continues the statement of the line before. */
const wordsThatFollow = new Set(
  'as satisfies extends implements instanceof in of from where is catch finally else'.split(' '),
);
const marksThatEnd = new Set(['0', '>', '!', '?', ';']);
const marksThatBegin = new Set(['@', '#', '0', '!', '~']);

/** Whether a line end before this token ends the statement, for languages with optional semicolons. */
export function mayEndBefore(last: Token, is: Token['is'], text: string, inside: Inside): boolean {
  if (last.is === 'mark' && !marksThatEnd.has(last.text)) return false;
  if (last.is === 'word' && wordsThatGoOn.has(last.text)) return false;
  if (is === 'word') return !wordsThatFollow.has(text);
  if (is === 'mark') return marksThatBegin.has(text) || (text === '*' && inside === 'members');
  if (is === '[]') return inside === 'members';
  return is === 'text';
}
