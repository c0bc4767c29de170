import type { Relation } from '../core/artifact.ts';
import { limits } from '../core/limits.ts';
import type { Fact } from './facts.ts';
import type { FullResult } from './full-result.ts';
import { packSummary, plural } from './pack.ts';
import { summarizePlainly } from './summarize-plainly.ts';
import { takeTokens } from './take-tokens.ts';

export const splitLevels = ['minimal', 'balanced', 'conservative', 'off'] as const;
export type SplitLevel = (typeof splitLevels)[number];

export const levelTokens: Record<Exclude<SplitLevel, 'off'>, number> = {
  minimal: 120,
  balanced: 400,
  conservative: 1_200,
};

export interface SplitOptions {
  level: SplitLevel;
  /** Tokens of the view; `null`: the level's. */
  budgetTokens: number | null;
  /** `null`: nothing was stored, so there is no way back. */
  artifactId: string | null;
  count(text: string): number;
}

export interface AssistantView {
  text: string;
  relation: Relation;
  summarizer: string | null;
  /** Ranked, with what was kept: "why this view". */
  facts: Fact[];
  shown: Fact[];
}

/** Full result -> assistant view. Pure and deterministic: the same bytes give the same view, always bounded. */
export function split(full: FullResult, options: SplitOptions): AssistantView {
  const budget =
    options.level === 'off' ? limits.hardCeilingTokens : (options.budgetTokens ?? levelTokens[options.level]);
  const result = { ...full, title: shortTitle(full.title, budget, options.count) };
  if (result.lineCount === null) return binaryView(result, options);
  if (result.byteLength === 0 || result.whole === '') return verdictView(emptyVerdict(result));
  if (result.whole !== null && result.fullTokens !== null && result.fullTokens <= budget) {
    return wholeView(result, result.whole);
  }
  if (options.level === 'off') return cutAtCeiling(result, options);
  const summary = summarizePlainly(result);
  const { text, shown } = packSummary(summary, budget, wayBack(options.artifactId), options.count);
  return {
    text,
    relation: 'summary',
    summarizer: summary.summarizer,
    facts: summary.facts,
    shown,
  };
}

/** What a tool meant for people tells the model: that it was shown, how much it was, and that the model has not read it. */
export function displayedView(result: FullResult, options: SplitOptions): AssistantView {
  if (options.level === 'off') return split(result, options);
  const size = result.lineCount === null ? `${result.byteLength} bytes` : plural(result.lineCount, 'line');
  const amount = result.counts ?? size;
  const artifact = options.artifactId === null ? 'it could not be stored' : options.artifactId;
  // A path tells what was shown. A command the model has just written itself: its beginning is enough.
  const title = result.type === 'terminal' ? shortTitle(result.title, 120, options.count) : result.title;
  const told = [title, result.outcome, amount, artifact].filter((part) => part !== null).join(', ');
  return {
    text: `Shown to people: ${told}. You have not ${isToLookAt(result) ? 'seen' : 'read'} it.`,
    relation: 'summary',
    summarizer: 'displayed',
    facts: [],
    shown: [],
  };
}

const isToLookAt = ({ type }: FullResult): boolean => type === 'image' || type === 'media';

function cutAtCeiling(result: FullResult, { artifactId, count }: SplitOptions): AssistantView {
  const note = `Cut at ${limits.hardCeilingTokens.toLocaleString('en-US')} tokens. ${wayBack(artifactId)}`;
  const text = takeTokens(result.whole ?? result.head, limits.hardCeilingTokens - count(note) - 1, count);
  return { ...verdictView(`${text}\n${note}`), relation: 'summary', summarizer: 'ceiling' };
}

function emptyVerdict({ type, title, outcome }: FullResult): string {
  if (outcome !== null) return `${outcome}, no output`;
  return type === 'matches' ? `no match: ${title}` : `${title}: empty`;
}

/** Nothing is withheld. Only where the text alone does not tell the outcome does that stand before it. */
function wholeView({ outcome, isCleaned }: FullResult, whole: string): AssistantView {
  const tellsOutcome = outcome === null || outcome === 'exit 0';
  return {
    text: tellsOutcome ? whole : `${outcome}\n${whole}`,
    relation: tellsOutcome && !isCleaned ? 'equal' : 'transformed',
    summarizer: null,
    facts: [],
    shown: [],
  };
}

/** A path or a pattern may be longer than a whole view: a third of it is the most it gets. */
function shortTitle(title: string, budgetTokens: number, count: (text: string) => number): string {
  const fitting = takeTokens(title, Math.floor(budgetTokens / 3), count);
  return fitting === title ? title : `${fitting}…`;
}

const wayBack = (artifactId: string | null): string =>
  artifactId === null
    ? 'The rest could not be stored.'
    : `recall_output("${artifactId}", lines or query) reads more.`;

const verdictView = (text: string): AssistantView => ({
  text,
  relation: 'transformed',
  summarizer: 'verdict',
  facts: [],
  shown: [],
});

function binaryView(result: FullResult, { artifactId }: SplitOptions): AssistantView {
  const amount = result.counts ?? `not text, ${result.byteLength.toLocaleString('en-US')} bytes`;
  const seen = artifactId === null ? 'could not be stored for you to look at' : 'shown to you as an image';
  const told = [amount, result.outcome, result.seenImage ? seen : null, artifactId];
  return {
    text: `${result.title}: ${told.filter((part) => part !== null).join(', ')}`,
    relation: 'summary',
    summarizer: result.type === 'image' ? 'image' : 'binary',
    facts: [],
    shown: [],
  };
}
