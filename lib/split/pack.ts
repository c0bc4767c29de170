import { type Fact, ranks, type Section } from './facts.ts';
import { foldPaths } from './fold-paths.ts';
import { chooseFindings } from './general/choose-findings.ts';
import type { Finding, Findings } from './general/finding.ts';
import { renderFindings } from './general/render-findings.ts';
import { plural } from './plural.ts';
import type { Summary } from './summary.ts';

/** How much of a summary a view includes. */
export interface ViewBudget {
  /** The maximum size of a view. */
  tokens: number;
  /** Facts of a summarizer that are not needed are added up to this size. */
  usualTokens: number;
  /**
   * Further facts and findings are added up to this size; findings up to `tokens` when something is odd or
   * went wrong.
   */
  fillTokens: number;
  /** Facts with a lower rank are needed. */
  neededBelow: number;
  /** Failures may use the whole budget, whatever their rank. */
  everyFailure: boolean;
  /** Sections of which nothing is shown are named at the end of the view. */
  namesLeftOut: boolean;
}

export interface Packed {
  text: string;
  /** Every fact of the summary by rank, and whether it is shown: "why this view". */
  ranked: { fact: Fact; isShown: boolean }[];
}

/** At most this many facts are tried; a summary may have thousands, a view shows a few dozen. */
const triedFacts = 400;

/**
 * Fits a summary into a token budget: always the first line, then facts by rank while they fit, printed in
 * section order without duplicates, with the omitted ones counted; last the way back to the rest.
 */
export function packSummary(
  summary: Packable,
  { firstLine, wayBack }: Frame,
  budget: ViewBudget,
  count: (text: string) => number,
): Packed {
  const sections = summary.sections.map(dedupe);
  const ranked = byRank(sections);
  /** The shown form of each fact: full or brief. */
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
  /** Adds each problem in full if the brief forms of all later ones still fit, else in its brief form. */
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
  /** Replaces brief forms with full ones where there is room after all. */
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
  // Failures come before figures about the whole.
  if (budget.everyFailure) fillProblems();
  fill(isNeeded, budget.usualTokens);
  // Facts joined on one line cost less than a line each; the saved tokens are filled.
  if (ranked.some((fact) => isNeeded(fact) && !shown.has(fact))) fill(isNeeded, budget.usualTokens);
  // Every named failure comes before lines that merely stand out.
  if (budget.everyFailure) {
    fill(isProblem, budget.usualTokens);
    lengthen();
  }
  // Headings and counts of omitted facts cost a little more than the facts alone.
  while (accepted.length > 0 && count(render()) > budget.tokens) {
    const last = accepted.pop();
    if (last) shown.delete(last);
  }
  // `42 passed` is all there is to say about a successful run, as are all its failures about a failed one.
  const { statesSize, isComplete, explainsFailure, findings } = summary;
  const { isTroubled, hasOdd } = findings;
  const isSettled =
    isComplete === true && explainsFailure
      ? shown.size === ranked.length && sections.every(({ total, facts }) => total <= facts.length)
      : !isTroubled && (isComplete === true || (statesSize === true && !hasOdd));
  // When every failure is known and shown, the surroundings need only a brief view.
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

/** What a view is packed from. */
export type Packable = Pick<Summary, 'sections' | 'statesSize' | 'isComplete' | 'explainsFailure'> & {
  findings: Findings;
};

/** Share of the budget for problems, before any figure about the whole. */
const problemShare = 0.7;

/** Lines that a view always has. */
interface Frame {
  firstLine: string;
  wayBack: string;
}

/** After a report that is complete, something else may have ended the command; room for that. */
const endTokens = 80;
const endLines = 6;

/** Findings in the last lines of the result, which may have ended the command. */
function endOf({ all }: Findings): Finding[] {
  const last = all.reduce((max, { position }) => Math.max(max, position ?? 0), 0);
  return all.filter(
    ({ position, needs, reason, weight }) =>
      position !== null &&
      position > last - endLines &&
      needs === null &&
      // That a line is the last says nothing of what ended the command.
      ((reason === 'severity' && weight >= 1.5) || (reason === 'total' && weight >= 2.2)),
  );
}

/** Reserved for the headings of findings. */
const headingTokens = 10;

function remember<T extends object>(compute: (item: T) => number): (item: T) => number {
  const known = new Map<T, number>();
  return (item) => {
    const before = known.get(item) ?? compute(item);
    known.set(item, before);
    return before;
  };
}

/** All distinct facts of a summary, by rank. */
export const rankFacts = ({ sections }: Pick<Summary, 'sections'>): Fact[] => byRank(sections.map(dedupe));

const isProblem = ({ isProblem, rank }: Fact): boolean => isProblem ?? rank < ranks.spread;

const byRank = (sections: readonly Section[]): Fact[] =>
  sections.flatMap(({ facts }) => facts).toSorted((a, b) => a.rank - b.rank);

/** Merges facts with the same text into one with a count. */
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
