import { type Fact, ranks, type Section } from './facts.ts';
import { foldPaths } from './fold-paths.ts';
import { chooseFindings } from './general/choose-findings.ts';
import type { Finding, Findings } from './general/finding.ts';
import { renderFindings } from './general/render-findings.ts';
import { plural } from './plural.ts';
import type { Summary } from './summary.ts';

/** How much of a summary a view holds. */
export interface ViewBudget {
  /** No view is longer. */
  tokens: number;
  /** What a summarizer has to say beyond what is needed goes so far. */
  usualTokens: number;
  /** With what else there is to say a view grows no further, unless something is odd or went wrong. */
  fillTokens: number;
  /** Facts of a lower rank are needed. */
  neededBelow: number;
  /** Failures use the whole budget, whatever their rank. */
  everyFailure: boolean;
  /** Sections of which nothing is shown are named at the end. */
  namesLeftOut: boolean;
}

export interface Packed {
  text: string;
  /** Every fact the summary had, by rank, and whether it is shown: "why this view". */
  ranked: { fact: Fact; isShown: boolean }[];
}

/** Facts looked at: a summary may hold thousands, a view some dozens. */
const triedFacts = 400;

/**
 * Fits a summary to a token budget: the first line always, then facts by rank while they fit, in the order of their sections,
 * equal ones once, those left out counted, and last the way back to the rest.
 */
export function packSummary(
  summary: Packable,
  { firstLine, wayBack }: Frame,
  budget: ViewBudget,
  count: (text: string) => number,
): Packed {
  const sections = summary.sections.map(dedupe);
  const ranked = byRank(sections);
  /** As they are shown: whole, or in their short form. */
  const shown = new Map<Fact, Fact>();
  const chosen: Finding[] = [];
  const renderAll = (back: string) =>
    renderView(
      firstLine,
      sections,
      shown,
      budget.namesLeftOut,
      renderFindings(chosen, summary.findings.middlePosition),
      back,
    );
  const render = () => renderAll(wayBack);
  const accepted: Fact[] = [];
  const fill = (mayUseAll: (fact: Fact) => boolean, othersTokens: number) => {
    let remaining = budget.tokens - count(render());
    let othersLeft = othersTokens - (budget.tokens - remaining);
    for (const fact of ranked.slice(0, triedFacts)) {
      if (shown.has(fact)) continue;
      const cost = count(`\n ${fact.text}`);
      if (cost > (mayUseAll(fact) ? remaining : Math.min(remaining, othersLeft))) continue;
      remaining -= cost;
      othersLeft -= cost;
      accepted.push(fact);
      shown.set(fact, fact);
    }
  };
  /** Each that fits beside the short forms of those after it; of the others the short form. */
  const fillProblems = () => {
    const problems = ranked.slice(0, triedFacts).filter(isProblem);
    const cost = ({ text }: { text: string }) => count(`\n ${text}`);
    const shortest = problems.map((fact) =>
      fact.brief ? Math.min(cost(fact.brief), cost(fact)) : cost(fact),
    );
    let remaining = budget.tokens * problemShare - count(render());
    let reserved = 0;
    const isListed = problems.map((_, index) => {
      reserved += shortest[index] ?? 0;
      return reserved <= remaining;
    });
    reserved = shortest.reduce((sum, each, index) => sum + (isListed[index] ? each : 0), 0);
    for (const [index, fact] of problems.entries()) {
      const short = shortest[index] ?? 0;
      if (isListed[index]) reserved -= short;
      const form = [fact, ...(fact.brief ? [{ ...fact, ...fact.brief }] : [])].find(
        (each) => cost(each) <= remaining - reserved,
      );
      if (!form) continue;
      remaining -= cost(form);
      accepted.push(fact);
      shown.set(fact, form);
    }
  };
  /** What stands in its short form stands whole where there is room after all. */
  const lengthen = () => {
    let remaining = budget.tokens - count(render());
    for (const fact of ranked) {
      const form = shown.get(fact);
      if (form === undefined || form === fact) continue;
      const more = count(fact.text) - count(form.text);
      if (more > remaining) continue;
      remaining -= more;
      shown.set(fact, fact);
    }
  };
  const isNeeded = ({ rank }: Fact) => rank < budget.neededBelow;
  // What went wrong comes before the figures of the whole.
  if (budget.everyFailure) fillProblems();
  fill(isNeeded, budget.usualTokens);
  // Facts in a row cost less than a line each: what that saves is filled up.
  if (ranked.some((fact) => isNeeded(fact) && !shown.has(fact))) fill(isNeeded, budget.usualTokens);
  // Every failure that is known by name comes before what only stands out.
  if (budget.everyFailure) {
    fill(isProblem, budget.usualTokens);
    lengthen();
  }
  // Headings, and what is said of those left out, cost a little more than the facts alone.
  while (accepted.length > 0 && count(render()) > budget.tokens) {
    const last = accepted.pop();
    if (last) shown.delete(last);
  }
  // `42 passed` of a run that went well is all there is to say, or each failure of one that did not.
  const { statesSize, isComplete, explainsFailure, findings } = summary;
  const { isTroubled, hasOdd } = findings;
  const isSettled =
    isComplete === true && explainsFailure
      ? shown.size === ranked.length && sections.every(({ total, facts }) => total <= facts.length)
      : !isTroubled && (isComplete === true || (statesSize === true && !hasOdd));
  // What a summarizer knows each failure of needs no more than a look at what is around.
  const isExplained =
    explainsFailure && statesSize === true && ranked.every((fact) => !isProblem(fact) || shown.has(fact));
  const mayUseAll = !isExplained && (isTroubled || hasOdd);
  const spent = count(render());
  const isEnd = isSettled && explainsFailure;
  const limit = isEnd ? spent + endTokens : isSettled ? 0 : mayUseAll ? budget.tokens : budget.fillTokens;
  const room = Math.min(limit, budget.tokens) - spent - headingTokens;
  const cost = remember((finding: Finding) => count(`\n ${finding.text}`));
  chosen.push(...chooseFindings(isEnd ? endOf(findings) : findings.all, renderAll(''), room, cost));
  while (chosen.length > 0 && count(render()) > budget.tokens) chosen.pop();
  if (isComplete !== true) fill(() => false, budget.fillTokens);
  while (accepted.length > 0 && count(render()) > budget.tokens) {
    const last = accepted.pop();
    if (last) shown.delete(last);
  }
  const isChosen = new Set<Fact>(chosen);
  const assessed = [...ranked, ...findings.all.toSorted((a, b) => a.rank - b.rank)];
  return {
    text: render(),
    ranked: assessed.map((fact) => ({
      fact: shown.get(fact) ?? fact,
      isShown: shown.has(fact) || isChosen.has(fact),
    })),
  };
}

/** What a view is packed of. */
export type Packable = Pick<Summary, 'sections' | 'statesSize' | 'isComplete' | 'explainsFailure'> & {
  findings: Findings;
};

/** Of the budget, before any figure of the whole. */
const problemShare = 0.7;

/** What stands around the facts in any case. */
interface Frame {
  firstLine: string;
  wayBack: string;
}

/** Behind a report that tells all of its run something else may have ended the command. */
const endTokens = 80;
const endLines = 6;

/** What stands at the end of the result, and may have ended it. */
function endOf({ all }: Findings): Finding[] {
  const last = all.reduce((most, { position }) => Math.max(most, position ?? 0), 0);
  return all.filter(
    ({ position, needs, reason, weight }) =>
      position !== null &&
      position > last - endLines &&
      needs === null &&
      weight >= (reason === 'severity' ? 1.5 : 2.2),
  );
}

/** Room for the headings of findings. */
const headingTokens = 10;

function remember<T extends object>(compute: (item: T) => number): (item: T) => number {
  const known = new Map<T, number>();
  return (item) => {
    const before = known.get(item) ?? compute(item);
    known.set(item, before);
    return before;
  };
}

/** All facts of a summary, equal ones once, by rank. */
export const rankFacts = ({ sections }: Pick<Summary, 'sections'>): Fact[] => byRank(sections.map(dedupe));

const isProblem = ({ isProblem, rank }: Fact): boolean => isProblem ?? rank < ranks.spread;

const byRank = (sections: readonly Section[]): Fact[] =>
  sections.flatMap(({ facts }) => facts).toSorted((a, b) => a.rank - b.rank);

/** The same words again say nothing new. */
function dedupe(section: Section): Section {
  const facts = new Map<string, { fact: Fact; count: number }>();
  for (const fact of section.facts) {
    const known = facts.get(fact.text);
    if (known) known.count += 1;
    else facts.set(fact.text, { fact, count: 1 });
  }
  if (facts.size === section.facts.length) return section;
  return {
    ...section,
    facts: [...facts.values()].map(({ fact, count }) =>
      count === 1 ? fact : { ...fact, text: `${fact.text} (×${count})` },
    ),
    total: section.total - (section.facts.length - facts.size),
  };
}

function renderView(
  firstLine: string,
  sections: readonly Section[],
  shown: ReadonlyMap<Fact, Fact>,
  namesLeftOut: boolean,
  findings: readonly string[],
  wayBack: string,
): string {
  const lines = [firstLine];
  const leftOut = new Map<string, number>();
  for (const section of sections) {
    const facts = section.facts.filter((fact) => shown.has(fact));
    const more = section.noun === null ? 0 : section.total - facts.length;
    const isToldHere = facts.length > 0 && section.countsTogether !== true;
    const counted = more > 0 ? plural(more, `more ${section.noun}`) : null;
    if (facts.length > 0) {
      const texts = facts.map((fact) => (shown.get(fact) ?? fact).text);
      lines.push(...renderSection(section, texts, isToldHere ? counted : null));
    }
    if (counted !== null && !isToldHere && section.noun !== null)
      leftOut.set(section.noun, (leftOut.get(section.noun) ?? 0) + more);
  }
  const counts = [...leftOut].map(([noun, more]) => plural(more, noun));
  if (namesLeftOut && counts.length > 0) lines.push(`not shown: ${counts.join(', ')}`);
  return [...lines, ...findings, wayBack].filter((line) => line !== '').join('\n');
}

function renderSection(
  { heading, layout }: Section,
  texts: readonly string[],
  more: string | null,
): string[] {
  if (layout === 'lines') {
    return [
      ...(heading === null ? [] : [heading]),
      ...texts.map((text) => setIn(text)),
      ...(more === null ? [] : [`… ${more}`]),
    ];
  }
  const items = layout === 'paths' ? foldPaths(texts) : texts;
  const between = layout === 'words' ? ' ' : ', ';
  return [`${heading ?? ''} ${[...items, ...(more === null ? [] : [`… ${more}`])].join(between)}`];
}

const setIn = (text: string): string => text.replaceAll(/^/gm, ' ');
