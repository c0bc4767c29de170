import type { SourceSymbol } from './outline.ts';

/** How important each kind of symbol is to a reader of an outline; kinds not listed count as types. */
const weights: Record<string, number> = {
  class: 4,
  entry: 3.5,
  function: 3,
  route: 3,
  group: 2.8,
  prototype: 2.6,
  method: 2.5,
  target: 2.5,
  type: 2.4,
  rule: 1.5,
  test: 1.5,
  macro: 1.2,
  constant: 1,
  variable: 0.6,
  insert: 0.4,
  copy: 0.4,
  'custom property': 0.3,
};
const otherWeight = 3;

/**
 * Symbols ordered by importance: public ones, large ones, and short names or names that others start with,
 * since longer ones are mostly variants. The first and the last symbol are included so that an outline covers
 * the whole file.
 */
export function rankSymbols(symbols: readonly SourceSymbol[]): SourceSymbol[] {
  const ends = new Set([
    firstOf(symbols),
    symbols.findLast(isMain),
    symbols.findLast((symbol) => isMain(symbol) && symbol.isPublic),
  ]);
  const stems = stemsOf(symbols);
  const hidden = new Set(
    symbols.filter(({ isPublic, owner }) => !isPublic && owner === null).map(({ name }) => name),
  );
  const isHidden = ({ owner }: SourceSymbol): boolean => owner !== null && hidden.has(owner);
  const score = (symbol: SourceSymbol): number =>
    scoreOf(symbol) +
    (ends.has(symbol) ? 4 : 0) +
    (stems.has(symbol.name) ? 1 : 0) -
    (isHidden(symbol) ? 1 : 0);
  return symbols
    .map((symbol) => ({ symbol, score: score(symbol) }))
    .toSorted((a, b) => b.score - a.score || a.symbol.line - b.symbol.line)
    .map(({ symbol }) => symbol);
}

const isMain = ({ kind }: SourceSymbol): boolean => (weights[kind] ?? otherWeight) >= 2;
const firstOf = (symbols: readonly SourceSymbol[]) => symbols.find(isMain);

function scoreOf({ kind, name, line, endLine, isPublic }: SourceSymbol): number {
  const size = Math.log2(endLine - line + 2) / 2;
  const isDunder = name.startsWith('__') && kind === 'method';
  const weight = (weights[kind] ?? otherWeight) - (kind === 'class' && !isPublic ? 1 : 0);
  return weight + size + (isPublic ? 1.5 : 0) - name.length / 12 - (isDunder ? 1.5 : 0);
}

/** Names that at least two other names start with: `parse` for `parseLine` and `parse_all`. */
function stemsOf(symbols: readonly SourceSymbol[]): Set<string> {
  const names = [...new Set(symbols.map(({ name }) => name))].toSorted();
  return new Set(
    names.filter(
      (name, index) =>
        name.length > 2 && names[index + 1]?.startsWith(name) && names[index + 2]?.startsWith(name),
    ),
  );
}
