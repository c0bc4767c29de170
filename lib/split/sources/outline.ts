import { copyString } from '../copy-string.ts';

/** A symbol that a source file declares. */
export interface SourceSymbol {
  /** The language's own word for it: `class`, `function`, `struct`. Symbols are counted by it. */
  kind: string;
  name: string;
  /** The class or receiver it belongs to; `null`: the file. */
  owner: string | null;
  /** 1-based line. */
  line: number;
  /** Its last line. */
  endLine: number;
  /** Visible outside the file. */
  isPublic: boolean;
  /** The name was composed, so it does not occur in the text. */
  isMade?: true;
  /** Shown after its name and line: `×24`. */
  note?: string;
}

export interface Outline {
  add(symbol: SourceSymbol): SourceSymbol;
  import(module: string): void;
  /** Adds to the count of a kind beyond its symbols: rows of a table. */
  count(kind: string, amount: number): void;
  /** Marks names as public that the file exports elsewhere: `export { a, b }`, `__all__`. */
  publish(names: readonly string[]): void;
  hasSymbols(): boolean;
  finish(): FinishedOutline;
}

export interface FinishedOutline {
  /** Ordered by line. */
  symbols: SourceSymbol[];
  /** How many there are of each kind, including symbols that were not kept. */
  counts: ReadonlyMap<string, number>;
  imports: string[];
  importCount: number;
}

const maxSymbols = 4_000;
const maxKinds = 100;
const maxImports = 400;
const maxNames = 2_000;
const nameCharacters = 120;

/** Collects a file's declarations in bounded memory. */
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
      // Overloads share one symbol.
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
