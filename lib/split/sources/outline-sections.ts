import { type Fact, ranks, type Section } from '../facts.ts';
import { pluralOf } from '../plural.ts';
import type { FinishedOutline, SourceSymbol } from './outline.ts';
import { rankSymbols } from './rank-symbols.ts';

/** Up to this many symbols may use the whole budget; the others are shown while there is room. */
const neededSymbols = 120;
const ownersShown = 60;
/** The first line already counts these, so omitted ones are not counted again. */
const minor = new Set(['constant', 'variable', 'macro', 'custom property', 'rule']);
const isMinor = (kind: string): boolean => minor.has(kind) || /^(?:alter|drop) /.test(kind);

/**
 * An outline as sections in file order: each class with its members, then functions, types and the rest. A
 * symbol is written `name:line`.
 */
export function outlineSections({ symbols, imports, importCount }: FinishedOutline): Section[] {
  const shown = withoutForwards(symbols);
  const ranked = rankSymbols(shown);
  const rankOf = new Map(ranked.map((symbol, index) => [symbol, rankAt(index, symbol)]));
  const factOf = (symbol: SourceSymbol, text: string): Fact => ({
    rank: rankOf.get(symbol) ?? ranks.context,
    text,
    line: symbol.line,
    ...(symbol.isMade ? {} : { quotes: [symbol.name] }),
  });

  const owners = ownersOf(shown);
  const owned = new Set(
    [...owners.values()].flatMap(({ members, type }) => (type ? [type, ...members] : members)),
  );
  const remaining = shown.filter((symbol) => !owned.has(symbol));
  return [
    ...[...owners].map(([owner, { type, members }]) => ({
      heading: type ? null : `${owner}.*`,
      noun: 'method',
      total: members.length + (type ? 1 : 0),
      layout: 'words' as const,
      countsTogether: true as const,
      facts: [
        ...(type ? [typeFact(type, members, factOf)] : []),
        ...members.map((member) => factOf(member, `${member.name}:${member.line}`)),
      ],
    })),
    ...kindSections(remaining, factOf),
    ...importSection(imports, importCount),
  ];
}

/** Small steps keep the order, and keep the most important symbols needed even in a short view. */
const rankAt = (index: number, { kind, isPublic }: SourceSymbol): number =>
  index < neededSymbols && !(isMinor(kind) && !(isPublic && kind === 'constant'))
    ? ranks.spread + (index * (ranks.sample - ranks.spread)) / neededSymbols
    : ranks.sample + index / 1_000;

/** Drops declarations that the same file also defines. */
function withoutForwards(symbols: readonly SourceSymbol[]): SourceSymbol[] {
  const defined = new Set(symbols.filter(({ kind }) => kind !== 'prototype').map(({ name }) => name));
  return symbols.filter(({ kind, name }) => kind !== 'prototype' || !defined.has(name));
}

const notTypes = new Set(['function', 'method', 'constant', 'variable', 'prototype', 'macro']);

interface Owned {
  /** `null`: the type is declared elsewhere, or the owner is not a type. */
  type: SourceSymbol | null;
  members: SourceSymbol[];
}

/** Members grouped by their owner, in file order. */
function ownersOf(symbols: readonly SourceSymbol[]): Map<string, Owned> {
  const owners = new Map<string, Owned>();
  for (const symbol of symbols) {
    if (symbol.owner === null) continue;
    const known = owners.get(symbol.owner);
    if (known) known.members.push(symbol);
    else if (owners.size < ownersShown) owners.set(symbol.owner, { type: null, members: [symbol] });
  }
  for (const symbol of symbols) {
    const owned = owners.get(symbol.name);
    if (!owned || notTypes.has(symbol.kind) || owned.type) continue;
    owned.type = symbol;
    // A type nested in another is shown with its own members.
    const around = symbol.owner === null ? undefined : owners.get(symbol.owner);
    if (around && around !== owned) around.members = around.members.filter((member) => member !== symbol);
  }
  return owners;
}

/** The type starts its line, so it must be shown whenever one of its members is. */
function typeFact(
  type: SourceSymbol,
  members: readonly SourceSymbol[],
  factOf: (symbol: SourceSymbol, text: string) => Fact,
): Fact {
  const fact = factOf(type, `${type.kind} ${type.name}:${type.line}`);
  const best = Math.min(...members.map((member) => factOf(member, '').rank));
  return { ...fact, rank: Math.min(fact.rank, best - 0.01) };
}

/** Symbols without an owner, grouped by kind; public ones come first where there are both. */
function kindSections(
  symbols: readonly SourceSymbol[],
  factOf: (symbol: SourceSymbol, text: string) => Fact,
): Section[] {
  return [...Map.groupBy(symbols, ({ kind }) => kind)].flatMap(([kind, all]) => {
    const isMixed = all.some(({ isPublic }) => isPublic) && all.some(({ isPublic }) => !isPublic);
    const groups = isMixed
      ? [all.filter(({ isPublic }) => isPublic), all.filter(({ isPublic }) => !isPublic)]
      : [all];
    return groups.map((group, index) => ({
      heading: `${isMixed && index === 1 ? 'private ' : ''}${pluralOf(kind)}:`,
      noun: minor.has(kind) || kind.startsWith('@') ? null : kind,
      total: group.length,
      layout: group.some(({ name, note }) => name.includes(' ') || note !== undefined)
        ? ('list' as const)
        : ('words' as const),
      countsTogether: true as const,
      facts: group.map((symbol) => factOf(symbol, formatOutlineEntry(symbol))),
    }));
  });
}

const formatOutlineEntry = ({ name, line, note }: SourceSymbol): string =>
  `${name}:${line}${note === undefined ? '' : ` ${note}`}`;

function importSection(imports: readonly string[], importCount: number): Section[] {
  if (imports.length === 0) return [];
  return [
    {
      heading: 'imports:',
      noun: null,
      total: Math.max(importCount, imports.length),
      layout: 'list',
      facts: imports.map((module, index) => ({
        rank: ranks.sample + 1 + index / 1_000,
        text: module,
        quotes: [module],
      })),
    },
  ];
}
