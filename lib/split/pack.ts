import { type Fact, itemCount, ranks, type Section } from './facts.ts';
import { chooseFindings } from './general/choose-findings.ts';
import type { Finding, Findings } from './general/finding.ts';
import { renderFindings } from './general/render-findings.ts';
import { renderView } from './render-view.ts';
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
const maxFactsTried = 400;

/**
 * Fits a summary into a token budget: always the first line, then facts by rank while they fit, printed in
 * section order without duplicates, with the omitted ones counted; last the way back to the rest.
 */
export function packSummary(
  summary: Packable,
  frame: Frame,
  budget: ViewBudget,
  count: (text: string) => number,
): Packed {
  const sections = summary.sections.map(dedupe);
  const ranked = byRank(sections);
  const draft: Draft = { summary, frame, budget, count, sections, ranked, shown: new Map(), chosen: [] };
  const isNeeded = ({ rank }: Fact) => rank < budget.neededBelow;
  // Failures come before figures about the whole.
  if (budget.everyFailure) fillProblems(draft);
  fill(draft, isNeeded, budget.usualTokens);
  // Facts joined on one line cost less than a line each; the saved tokens are filled.
  if (ranked.some((fact) => isNeeded(fact) && !draft.shown.has(fact)))
    fill(draft, isNeeded, budget.usualTokens);
  // Every named failure comes before lines that merely stand out.
  if (budget.everyFailure) {
    fill(draft, isProblem, budget.usualTokens);
    lengthen(draft);
  }
  fit(draft);
  addFindings(draft);
  if (summary.isComplete !== true) fill(draft, () => false, budget.fillTokens);
  fit(draft);
  return packed(draft);
}

/** A view that is being filled. */
interface Draft {
  readonly summary: Packable;
  readonly frame: Frame;
  readonly budget: ViewBudget;
  readonly count: (text: string) => number;
  readonly sections: readonly Section[];
  /** All facts by rank. */
  readonly ranked: readonly Fact[];
  /** The shown form of each fact, full or brief, in the order in which they were added. */
  readonly shown: Map<Fact, Fact>;
  readonly chosen: Finding[];
}

function render(draft: Draft, wayBack = draft.frame.wayBack): string {
  const { frame, sections, shown, budget, chosen, summary } = draft;
  const findings = renderFindings(chosen, summary.findings.middlePosition);
  return renderView(frame.firstLine, sections, shown, budget.namesLeftOut, findings, wayBack);
}

const tokensOf = (draft: Draft): number => draft.count(render(draft));
const costOf = ({ count }: Draft, { text }: { text: string }): number => count(`\n ${text}`);

/** Adds facts by rank: those that may use the whole budget, and others as long as there is room for them. */
function fill(draft: Draft, mayUseAll: (fact: Fact) => boolean, othersTokens: number): void {
  let remaining = draft.budget.tokens - tokensOf(draft);
  let othersLeft = othersTokens - (draft.budget.tokens - remaining);
  for (const fact of draft.ranked.slice(0, maxFactsTried)) {
    if (draft.shown.has(fact)) continue;
    const cost = costOf(draft, fact);
    if (cost > (mayUseAll(fact) ? remaining : Math.min(remaining, othersLeft))) continue;
    remaining -= cost;
    othersLeft -= cost;
    draft.shown.set(fact, fact);
  }
}

/** Adds each problem in full if the brief forms of all later ones still fit, else in its brief form. */
function fillProblems(draft: Draft): void {
  const problems = draft.ranked.slice(0, maxFactsTried).filter(isProblem);
  const shortest = problems.map((fact) =>
    fact.brief ? Math.min(costOf(draft, fact.brief), costOf(draft, fact)) : costOf(draft, fact),
  );
  let remaining = draft.budget.tokens * problemShare - tokensOf(draft);
  let reserved = 0;
  const isListed = problems.map((_, index) => {
    reserved += shortest[index] ?? 0;
    return reserved <= remaining;
  });
  reserved = shortest.reduce((sum, each, index) => sum + (isListed[index] ? each : 0), 0);
  for (const [index, fact] of problems.entries()) {
    if (isListed[index]) reserved -= shortest[index] ?? 0;
    const forms = [fact, ...(fact.brief ? [{ ...fact, ...fact.brief }] : [])];
    const form = forms.find((each) => costOf(draft, each) <= remaining - reserved);
    if (!form) continue;
    remaining -= costOf(draft, form);
    draft.shown.set(fact, form);
  }
}

/** Replaces brief forms with full ones where there is room after all. */
function lengthen(draft: Draft): void {
  let remaining = draft.budget.tokens - tokensOf(draft);
  for (const fact of draft.ranked) {
    const form = draft.shown.get(fact);
    if (form === undefined || form === fact) continue;
    const more = draft.count(fact.text) - draft.count(form.text);
    if (more > remaining) continue;
    remaining -= more;
    draft.shown.set(fact, fact);
  }
}

/** Headings and counts of omitted facts cost a little more than the facts alone: the last ones are taken out. */
function fit(draft: Draft): void {
  const added = [...draft.shown.keys()];
  while (added.length > 0 && tokensOf(draft) > draft.budget.tokens) draft.shown.delete(added.pop() as Fact);
}

/** Adds what the general engine found, as far as the summary leaves something to say. */
function addFindings(draft: Draft): void {
  const { summary, budget, chosen } = draft;
  const { findings } = summary;
  const spent = tokensOf(draft);
  const isSettled = saysEverything(draft);
  const isEnd = isSettled && summary.explainsFailure;
  const limit = isEnd
    ? spent + endTokens
    : isSettled
      ? 0
      : mayUseAll(draft)
        ? budget.tokens
        : budget.fillTokens;
  const room = Math.min(limit, budget.tokens) - spent - headingTokens;
  const cost = remember((finding: Finding) => costOf(draft, finding));
  chosen.push(...chooseFindings(isEnd ? endOf(findings) : findings.all, render(draft, ''), room, cost));
  while (chosen.length > 0 && tokensOf(draft) > budget.tokens) chosen.pop();
}

/** `42 passed` is all there is to say about a successful run, as are all its failures about a failed one. */
function saysEverything({ summary, shown, ranked, sections }: Draft): boolean {
  const { statesSize, isComplete, explainsFailure, findings } = summary;
  if (isComplete === true && explainsFailure)
    return shown.size === ranked.length && sections.every(({ total, facts }) => total <= itemCount(facts));
  return !findings.isTroubled && (isComplete === true || (statesSize === true && !findings.hasOdd));
}

/** When every failure is known and shown, the surroundings need only a brief view. */
function mayUseAll({ summary, shown, ranked }: Draft): boolean {
  const { statesSize, explainsFailure, findings } = summary;
  const isExplained =
    explainsFailure && statesSize === true && ranked.every((fact) => !isProblem(fact) || shown.has(fact));
  return !isExplained && (findings.isTroubled || findings.hasOdd);
}

function packed(draft: Draft): Packed {
  const { shown, chosen, ranked, summary } = draft;
  const isChosen = new Set<Fact>(chosen);
  const assessed = [...ranked, ...summary.findings.all.toSorted((a, b) => a.rank - b.rank)];
  return {
    text: render(draft),
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
      count === 1 ? fact : { ...fact, text: `${fact.text} (×${count})`, count },
    ),
  };
}
