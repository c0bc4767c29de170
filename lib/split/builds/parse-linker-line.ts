import type { Diagnostic } from './diagnostic.ts';

const missingSymbol =
  /^(?:\S*ld(?:\.\w+)?(?:-new)?: )?(?:[^\s:]{1,400}\.(?:o|a|lo)(?:\([^()]{1,200}\))?:(?=[^\s:]{1,400}:\d))?(\S[^:]{0,400}):(?:\(\.[^()]{1,200}\)|(\d{1,9})): ((?:undefined reference to|multiple definition of) .*)$/;
const otherwise =
  /^(?:\S*\/)?(?:ld(?:\.\w+)?|ld64\.lld|wasm-ld|lld-link|mold): (?:error: )?((?:cannot find|undefined symbol|duplicate symbol|unable to find|library not found|framework not found|undefined reference).*)$/;

/** Parses messages of GNU ld, gold and lld about a symbol or library that is missing or defined twice. */
export function parseLinkerLine(text: string, number: number): Diagnostic | null {
  if (!text.includes(': ')) return null;
  const diagnostic = { severity: 'error', column: null, code: null, number } as const;
  const symbol = missingSymbol.exec(text);
  if (symbol) {
    const [, path = '', line, message = ''] = symbol;
    return { ...diagnostic, path, line: line === undefined ? null : Number(line), message };
  }
  const other = otherwise.exec(text);
  return other ? { ...diagnostic, path: null, line: null, message: other[1] ?? '' } : null;
}
