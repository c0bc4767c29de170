import { copyString } from '../copy-string.ts';

/** Something a source file declares. */
export interface SourceSymbol {
  /** As the language calls it: `class`, `function`, `struct`. Counted by it. */
  kind: string;
  name: string;
  /** What it belongs to: its class, its receiver; `null`: the file. */
  owner: string | null;
  /** 1-based, as people see it. */
  line: number;
  /** The last line of it. */
  endLine: number;
  /** Others may use it. */
  isPublic: boolean;
  /** The name is put together: it does not stand so in the text. */
  isMade?: true;
  /** What is told of it besides its name and line: `×24`. */
  note?: string;
}

export interface Outline {
  add(symbol: SourceSymbol): SourceSymbol;
  import(module: string): void;
  /** More of a kind than the symbols tell: rows of a table. */
  count(kind: string, amount: number): void;
  /** Names that are public because the file says so elsewhere: `export { a, b }`, `__all__`. */
  publish(names: readonly string[]): void;
  hasSymbols(): boolean;
  finish(): FinishedOutline;
}

export interface FinishedOutline {
  /** In the order of their lines. */
  symbols: SourceSymbol[];
  /** How many there are of each kind, also of those that were not held. */
  counts: ReadonlyMap<string, number>;
  imports: string[];
  importCount: number;
}

const maxSymbols = 4_000;
const maxKinds = 100;
const maxImports = 400;
const maxNames = 2_000;
const nameCharacters = 120;

/** Collects what a file declares, in bounded memory. */
export function createOutline(): Outline {
  const symbols: SourceSymbol[] = [];
  const counts = new Map<string, number>();
  const imports = new Set<string>();
  const published = new Set<string>();
  let importCount = 0;

  const isSame = (a: SourceSymbol | undefined, b: SourceSymbol): boolean =>
    a !== undefined && a.name === b.name && a.owner === b.owner && a.kind === b.kind;
  const count = (kind: string, amount: number) => {
    if (counts.size < maxKinds || counts.has(kind)) counts.set(kind, (counts.get(kind) ?? 0) + amount);
  };
  return {
    count,
    add(symbol) {
      const known = symbols.at(-1);
      // Overloads: one of them stands for all.
      if (known && isSame(known, symbol)) {
        known.endLine = Math.max(known.endLine, symbol.endLine);
        known.isPublic ||= symbol.isPublic;
        return known;
      }
      count(symbol.kind, 1);
      const current = { ...symbol, name: copyString(symbol.name.slice(0, nameCharacters)) };
      if (symbols.length < maxSymbols) symbols.push(current);
      return current;
    },
    import(module) {
      importCount += 1;
      if (imports.size < maxImports) imports.add(copyString(module.slice(0, nameCharacters)));
    },
    publish(names) {
      for (const name of names) if (published.size < maxNames) published.add(copyString(name));
    },
    hasSymbols: () => symbols.length > 0,
    finish: () => ({
      symbols: (published.size === 0
        ? symbols
        : symbols.map((symbol) => (published.has(symbol.name) ? { ...symbol, isPublic: true } : symbol))
      ).toSorted((a, b) => a.line - b.line),
      counts,
      imports: [...imports],
      importCount,
    }),
  };
}
