import { type Fact, ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';
import { saysPassed, severityOf } from '../general/severity.ts';
import { quote } from '../quote.ts';
import type { Understood } from '../summary.ts';
import { createTally } from '../tally.ts';
import type { SectionHeading } from './heading.ts';

/** Lines up to this length, without columns, are listed on the heading's line. */
const listedCharacters = 40;
/** Facts of all sections that a view has room for. */
const neededFacts = 20;
const minAlike = 3;
/** Two sections with so many lines in common are shown once. */
const minShared = 3;
const namesShown = 3;

/** A section that has ended. */
export interface ReadSection {
  heading: SectionHeading;
  /** All lines of a short section; `null`: it is longer. */
  lines: readonly { text: string; number: number }[] | null;
  summary: Understood | null;
}

/** The result of a section in the words of its summarizer; `null`: none knows it. */
const resultOf = ({ lines, summary }: ReadSection): string | null =>
  lines || !summary || summary.kind === 'general' ? null : `${summary.kind}: ${summary.verdict.join(', ')}`;

/** Facts that make a section different from others with the same result. */
const isDistinct = ({ rank }: Fact): boolean => rank < ranks.spread;

/** Facts that sections with the same result have in common; further ones are examples. */
const isComparable = ({ rank }: Fact): boolean => rank < ranks.sample;

const size =
  /^[\d,]+ (?:rows?|columns?|lines?|entr(?:y|ies)|files?|folders?|records?|items?|tables?|match(?:es)?|samples?)$/;
const isOnlySize = ({ summary }: ReadSection): boolean =>
  summary?.verdict.every((part) => size.test(part)) ?? false;

/** What a section comes to, but for where in it that is, and for times. */
function essenceOf(section: ReadSection): string | null {
  const result = resultOf(section);
  // What was not understood may differ.
  if (result === null || result.endsWith('not understood')) return null;
  // Two tables of 45 rows have no more than their length in common.
  const facts = factsOf(section).filter(isOnlySize(section) ? isComparable : isDistinct);
  return [result, ...facts.map(({ text }) => text.replace(/^\d+: /, '').replaceAll(/\d+\.\d+/g, ''))].join(
    '\n',
  );
}

const factsOf = ({ summary }: ReadSection): Fact[] =>
  summary?.sections.flatMap(inLines).filter(({ isLabel }) => isLabel !== true) ?? [];

const itemsShown = 8;

/** Facts that are a line each; a list is one of them. */
function inLines({ heading, layout, facts, total }: Section): readonly Fact[] {
  const [first] = facts;
  if (layout === 'lines' || !first) return facts;
  const shown = facts.slice(0, itemsShown).map(({ text }) => text);
  const more = Math.max(total, facts.length) - shown.length;
  const list = `${shown.join(layout === 'words' ? ' ' : ', ')}${more > 0 ? `, … ${figure(more)} more` : ''}`;
  return [
    {
      rank: Math.min(...facts.map(({ rank }) => rank)),
      ...(first.line === undefined ? {} : { line: first.line }),
      text: heading === null ? list : `${heading} ${list}`,
      isProblem: first.isProblem ?? first.rank < ranks.spread,
    },
  ];
}

/** Groups of sections that come to the same; each other section is alone. */
function groupAlike(sections: readonly ReadSection[]): ReadSection[][] {
  const groups = Map.groupBy(sections, (section) => essenceOf(section) ?? section);
  return [...groups]
    .flatMap(([essence, group]) => {
      const isLong = typeof essence === 'string' && essence.split('\n').length > minShared;
      return group.length >= (isLong ? 2 : minAlike) ? [group] : group.map((section) => [section]);
    })
    .toSorted(([a], [b]) => (a?.heading.line ?? 0) - (b?.heading.line ?? 0));
}

/** `(one of 3 with this result: page 11, page 12)` */
function alikeNote([, ...others]: readonly ReadSection[]): string {
  if (others.length === 0) return '';
  const names = others.slice(0, namesShown).map(({ heading }) => quote(heading.text, 40));
  const more = others.length - names.length;
  return ` (one of ${figure(others.length + 1)} with this result: ${names.join(', ')}${more > 0 ? `, … ${more} more` : ''})`;
}

/**
 * The facts of all sections compete for the room in turns: the first of each, then the second of each. Problems
 * come before all others.
 */
export function describeSections(sections: readonly ReadSection[]): Section[] {
  const groups = groupAlike(sections);
  const isUsual = usualLines(sections);
  const neededTurns = Math.max(1, Math.round(neededFacts / groups.length));
  const described = groups.flatMap((group, index) => describe(group, index, neededTurns, isUsual));
  return [...described, ...closingLine(sections.at(-1))];
}

/** A heading that nothing follows is the last line of the report. */
function closingLine(last: ReadSection | undefined): Section[] {
  if (last?.lines?.length !== 0) return [];
  const { text, line } = last.heading;
  const shown = quote(text, 160);
  const fact = { rank: ranks.spread, line, text: `${line}: ${shown}`, quotes: [shown] };
  return [{ heading: null, noun: null, total: 1, layout: 'lines', facts: [fact] }];
}

function describe(
  group: readonly ReadSection[],
  index: number,
  neededTurns: number,
  isUsual: (text: string) => boolean,
): Section[] {
  const [section] = group;
  if (!section) return [];
  const inTurn = (turn: number) => (turn < neededTurns ? ranks.lead : ranks.sample) + turn + index / 1_000;
  const { heading, lines, summary } = section;
  const title = `${quote(heading.text, 80)}${alikeNote(group)}`;
  if (lines)
    return lines.length === 0
      ? []
      : [asItIs(title, lines, isResult.test(title) ? ranks.spread : inTurn(0), isUsual)];
  if (!summary) return [];
  // What else stands out in lines that no summarizer knows is found by comparing all sections.
  if (summary.kind === 'general') return errorSection(title, summary);
  const full = `${title}: ${resultOf(section)}`;
  // Of several sections only what they have in common is stated.
  const own = group.length === 1 ? factsOf(section) : factsOf(section).filter(isDistinct);
  if (own.length === 0) {
    const fact = { rank: inTurn(0), line: heading.line, text: full };
    return [{ heading: null, noun: null, total: 1, layout: 'lines', facts: [fact] }];
  }
  const facts = own
    .toSorted((a, b) => a.rank - b.rank)
    .map((fact, turn): Fact => ({ ...fact, rank: fact.rank < ranks.spread ? fact.rank : inTurn(turn) }));
  return [{ heading: `${full}:`, noun: null, total: facts.length, layout: 'lines', facts }];
}

const maxErrors = 3;

/** The errors reported in a section that no summarizer knows. */
function errorSection(title: string, { findings }: Understood): Section[] {
  const errors = findings.all
    .filter(
      ({ needs, isProblem, text }) =>
        needs === null && isProblem && severityOf(text.replace(/^\d+: /, '')) >= minSeverity,
    )
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, maxErrors);
  const facts = errors.map((error, index): Fact => ({ ...error, rank: ranks.failure + index }));
  return facts.length === 0
    ? []
    : [{ heading: `${title}:`, noun: null, total: facts.length, layout: 'lines', facts }];
}

const minSections = 5;
const shapeOfLine = (text: string): string => text.trim().replaceAll(/\d+(?:[.,]\d+)*/g, '0');

/**
 * What most of many short sections say: the same line, or, where its numbers differ in each, a line like it.
 */
function usualLines(sections: readonly ReadSection[]): (text: string) => boolean {
  const short = sections.flatMap(({ lines }) => (lines ? [lines] : []));
  if (short.length < minSections) return () => false;
  const exact = createTally(2_000);
  const shapes = createTally(2_000);
  for (const lines of short) {
    for (const { text } of lines) exact.add(text.trim());
    for (const shape of new Set(lines.map(({ text }) => shapeOfLine(text)))) shapes.add(shape);
  }
  const least = short.length / 2;
  const byShape = new Set(
    exact.top(2_000).flatMap(({ name, count }) => (count > least ? [shapeOfLine(name)] : [])),
  );
  return (text) => {
    const shape = shapeOfLine(text);
    return byShape.has(shape) ? exact.get(text.trim()) > least : shapes.get(shape) > least;
  };
}

/** Sections that sum up the others. */
const isResult = /^(?:\W*)(?:results?|verdict|summary|totals?|conclusions?|status|overall)\b/i;
/** An error that is reported. */
const minSeverity = 3;
const isShort = (text: string): boolean =>
  text.length <= listedCharacters && !text.includes('  ') && !text.includes(',');

function asItIs(
  title: string,
  lines: readonly { text: string; number: number }[],
  rank: number,
  isUsual: (text: string) => boolean,
): Section {
  // Of several checks, those that passed say nothing.
  const notable = lines.length > 2 ? lines.filter(({ text }) => !saysPassed(text) && !isUsual(text)) : lines;
  const facts = notable.map(({ text, number }): Fact => {
    const shown = quote(text, 160);
    const isProblem = severityOf(text) >= minSeverity;
    const ofLine = isProblem ? Math.min(ranks.failure, rank) : rank;
    return { rank: ofLine, line: number, text: shown, quotes: [shown], isProblem };
  });
  const isList = lines.every(({ text }) => isShort(text.trim()));
  const isWhole = notable.length === lines.length;
  return {
    heading: `${title}:`,
    noun: isWhole ? null : 'line',
    total: lines.length,
    layout: isList ? 'list' : 'lines',
    facts,
  };
}
