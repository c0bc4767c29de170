import { isWord, type Token } from '../grammar.ts';
import type { Outline } from '../outline.ts';
import type { Bare } from './javascript-header.ts';

export function readImport(header: readonly Token[], outline: Outline): boolean {
  const from = header.at(-1);
  const isImport =
    isWord(header[0], 'import') || (isWord(header[0], 'export') && isWord(header.at(-2), 'from'));
  if (!isImport || from?.is !== 'text') return readRequire(header, outline);
  outline.import(from.text);
  return true;
}

/**
 * `require('x')`, `require('x').y`, `__importStar(require('x'))`, whose inner call the lexer does not see.
 */
export function readRequire(value: readonly Token[], outline: Outline): boolean {
  const [callee, group] = value;
  if (!isWord(callee, 'require') || group?.is !== '()' || group.text === '') return false;
  outline.import(group.text);
  return true;
}

/** `export { a, b as c }`, `export default a`, `module.exports = { a, b }`. */
export function readExports({ tokens, isExported, isDefault }: Bare, outline: Outline): boolean {
  const [first] = tokens;
  const names = isWord(first, 'type') ? tokens[1] : first;
  if (isExported && names?.is === '{}') {
    outline.publish(names.text.split(' '));
    return true;
  }
  if (isDefault && first?.is === 'word' && tokens.length === 1) {
    outline.publish([first.text]);
    return true;
  }
  return false;
}
