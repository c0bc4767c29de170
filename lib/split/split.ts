import { limits } from '../core/limits.ts';
import type { Relation } from '../core/vocabulary/artifact.ts';
import { describeArchive } from './archive-view.ts';
import { binaryKind } from './binary-kind.ts';
import { ranks } from './facts.ts';
import { figure } from './figure.ts';
import type { FullResult } from './full-result.ts';
import { type Packed, packSummary, type ViewBudget } from './pack.ts';
import { plural } from './plural.ts';
import type { Understood } from './summary.ts';
import { takeTokens } from './take-tokens.ts';
import { exampleLines } from './way-back.ts';

export const splitLevels = ['minimal', 'balanced', 'conservative', 'off'] as const;
export type SplitLevel = (typeof splitLevels)[number];

export const levelBudgets: Record<Exclude<SplitLevel, 'off'>, ViewBudget> = {
  minimal: {
    tokens: 120,
    usualTokens: 40,
    fillTokens: 60,
    neededBelow: ranks.cause + 1,
    everyFailure: false,
    namesLeftOut: false,
  },
  balanced: {
    tokens: 400,
    usualTokens: 150,
    fillTokens: 280,
    neededBelow: ranks.sample,
    everyFailure: true,
    namesLeftOut: true,
  },
  conservative: {
    tokens: 1_200,
    usualTokens: 550,
    fillTokens: 900,
    neededBelow: ranks.sample,
    everyFailure: true,
    namesLeftOut: true,
  },
};

const maxCommandTokens = 14;

export interface SplitOptions {
  level: SplitLevel;
  /** Maximum tokens of the view; `null`: the level's default. */
  budgetTokens: number | null;
  /** Overrides the maximum for the views of single summarizers, by name. */
  widened: ReadonlyMap<string, number>;
  /** `null`: the result was not stored, so it cannot be recalled. */
  artifactId: string | null;
  /** The model has the tool that recalls. */
  canRecall: boolean;
  count(text: string): number;
}

export interface AssistantView {
  text: string;
  relation: Relation;
  summarizer: string | null;
  /** The budget, if it was widened for this summarizer. */
  widenedTokens?: number;
  /** Facts by rank and whether each is shown: "why this view". */
  ranked: Packed['ranked'];
  /** Errors thrown by summarizers, for the server's log. */
  faults: readonly unknown[];
}

/** Summarizer names of views that were not packed to a budget. */
const unpacked = ['ceiling', 'displayed', 'verdict', 'image', 'binary'] as const;
type Unpacked = (typeof unpacked)[number];

/** Whether views of this kind grow with their budget. */
export const isPacked = (summarizer: string): boolean => !unpacked.some((kind) => kind === summarizer);

/** Whether the view is made from a summary, so that the result has to be read. */
export function isSummarized(full: Omit<FullResult, 'understood'>, options: SplitOptions): boolean {
  const isText = full.lineCount !== null && full.byteLength > 0 && full.whole !== '';
  return isText && options.level !== 'off' && wholeWithin(full, budgetOf(options), options.level) === null;
}

/**
 * Turns a full result into the assistant view. Pure and deterministic: the same bytes give the same view,
 * always bounded.
 */
export function split(full: FullResult, options: SplitOptions): AssistantView {
  const { count } = options;
  const budget = budgetOf(options);
  const result = { ...full, title: titleOf(full, budget.tokens, count) };
  if (result.lineCount === null) return binaryView(result, options);
  if (result.byteLength === 0 || result.whole === '') return verdictView(emptyVerdict(result));
  const whole = wholeWithin(result, budget, options.level);
  if (whole !== null) return whole;
  if (options.level === 'off') return cutAtCeiling(result, options);
  const summary = result.understood;
  if (summary === null) throw new Error('what is summarized has to be read first');
  const widenedTokens = options.widened.get(summary.kind);
  if (widenedTokens === undefined) return packedView(result, summary, budget, options);
  const wider = budgetOf({ ...options, budgetTokens: widenedTokens });
  const view = wholeWithin(result, wider, options.level) ?? packedView(result, summary, wider, options);
  return { ...view, widenedTokens };
}

/**
 * A result only a little longer than a view passes whole: omitting a third of it would save less than one
 * recall costs.
 */
const wholeShare = 1.5;

/** The whole text as a view; `null`: it does not fit. */
function wholeWithin(
  result: Omit<FullResult, 'understood'>,
  { tokens }: ViewBudget,
  level: SplitLevel,
): AssistantView | null {
  const { whole, fullTokens } = result;
  const limit = level === 'off' ? tokens : tokens * wholeShare;
  return whole !== null && fullTokens !== null && fullTokens <= limit ? wholeView(result, whole) : null;
}

function packedView(
  result: FullResult,
  summary: Understood,
  budget: ViewBudget,
  options: SplitOptions,
): AssistantView {
  const { count } = options;
  const back = wayBack(options, exampleOf(result, summary));
  const room = Math.min(Math.floor(budget.tokens / 2), budget.tokens - count(back) - 2);
  const firstLine = shortened(firstLineOf(result, summary), Math.max(1, room), count);
  const { text, ranked } = packSummary(summary, { firstLine, wayBack: back }, budget, count);
  return { text, relation: 'summary', summarizer: summary.kind, ranked, faults: summary.faults };
}

/** A tool-specific budget keeps the proportions of its level. */
function budgetOf({ level, budgetTokens }: Pick<SplitOptions, 'level' | 'budgetTokens'>): ViewBudget {
  if (level === 'off') return { ...levelBudgets.conservative, tokens: limits.hardCeilingTokens };
  const ofLevel = levelBudgets[level];
  if (budgetTokens === null) return ofLevel;
  const inProportion = (tokens: number) => Math.round((budgetTokens * tokens) / ofLevel.tokens);
  return {
    ...ofLevel,
    tokens: budgetTokens,
    usualTokens: inProportion(ofLevel.usualTokens),
    fillTokens: inProportion(ofLevel.fillTokens),
  };
}

/** The command or file, how it ended, what is known about the whole, and its size. */
function firstLineOf({ title, outcome, counts, lineCount }: FullResult, summary: Understood): string {
  const parts = [
    outcome,
    ...(summary.verdict.length === 0 && counts !== null ? [counts] : summary.verdict),
    summary.statesSize ? null : plural(lineCount ?? 0, 'line'),
  ];
  return `${title}: ${parts.filter((part) => part !== null).join(', ')}`;
}

/**
 * The view of output meant for people: it tells the model that it was shown, its size, and that the model has
 * not read it.
 */
export function displayedView(result: FullResult, options: SplitOptions): AssistantView {
  if (options.level === 'off') return split(result, options);
  const size = result.lineCount === null ? `${result.byteLength} bytes` : plural(result.lineCount, 'line');
  const amount = result.counts ?? size;
  const artifact = options.artifactId === null ? 'it could not be stored' : options.artifactId;
  const title =
    result.type === 'terminal' ? titleOf(result, levelBudgets.balanced.tokens, options.count) : result.title;
  const shown = [title, result.outcome, amount, artifact].filter((part) => part !== null).join(', ');
  const text = `Shown to people: ${shown}. You have not ${isToLookAt(result) ? 'seen' : 'read'} it.`;
  if (result.whole && !isToLookAt(result)) {
    const whole = wholeView(result, result.whole);
    if (options.count(whole.text) < options.count(text)) return whole;
  }
  return {
    text,
    relation: 'summary',
    summarizer: 'displayed' satisfies Unpacked,
    ranked: [],
    faults: [],
  };
}

const isToLookAt = ({ type }: FullResult): boolean => type === 'image' || type === 'media';

function cutAtCeiling(result: FullResult, options: SplitOptions): AssistantView {
  const { count } = options;
  const note = `Cut at ${figure(limits.hardCeilingTokens)} tokens. ${wayBack(options, 'lines: "last 100"')}`;
  const text = takeTokens(result.whole ?? result.head, limits.hardCeilingTokens - count(note) - 1, count);
  return {
    ...verdictView(`${text}\n${note}`),
    relation: 'summary',
    summarizer: 'ceiling' satisfies Unpacked,
  };
}

function emptyVerdict({ type, title, outcome }: FullResult): string {
  if (type === 'matches') return [`no match: ${title}`, ...(outcome === null ? [] : [outcome])].join('\n');
  return outcome === null ? `${title}: empty` : `${outcome}, no output`;
}

/** A view that omits nothing. The outcome is put before the text only when it is not `exit 0`. */
function wholeView({ outcome, isCleaned }: Omit<FullResult, 'understood'>, whole: string): AssistantView {
  const hasOutcome = outcome === null || outcome === 'exit 0';
  return {
    text: hasOutcome ? whole : `${outcome}\n${whole}`,
    relation: hasOutcome && !isCleaned ? 'equal' : 'transformed',
    summarizer: null,
    ranked: [],
    faults: [],
  };
}

/**
 * Shortens the title, which may be longer than a whole view: a path or a pattern gets a third of the budget.
 * The model has just written a command itself, so its start is enough.
 */
function titleOf({ type, title }: FullResult, budgetTokens: number, count: (text: string) => number): string {
  const max = type === 'terminal' ? Math.min(maxCommandTokens, budgetTokens / 8) : budgetTokens / 3;
  return shortened(title, Math.floor(max), count);
}

function shortened(text: string, budgetTokens: number, count: (text: string) => number): string {
  const fitting = takeTokens(text, budgetTokens, count);
  return fitting === text ? text : `${fitting}…`;
}

/**
 * The call that recalls the rest. At the minimal level its arguments are left to the tool's own description.
 * @param example arguments that would show more of this result
 */
function wayBack({ artifactId, canRecall, level }: SplitOptions, example: string): string {
  if (artifactId === null) return 'The rest could not be stored.';
  if (!canRecall) return `People see the rest: ${artifactId}.`;
  return level === 'minimal'
    ? `recall_output("${artifactId}")`
    : `recall_output("${artifactId}", ${example}), or a query`;
}

function exampleOf({ firstLine = 1, lineCount, head }: FullResult, understood: Understood): string {
  // When all of the JSON is on one line, line numbers do not help.
  const isLine = (lineCount ?? 1) <= 2 && /^\s*[[{]/.test(head);
  const path = understood.examplePath ?? (isLine ? '$' : null);
  return path === null
    ? `lines: "${exampleLines(understood, firstLine, lineCount ?? 1)}"`
    : `jsonPath: "${path}"`;
}

/** As many of the lines as the budget has room for, and how many there are besides. */
function withLines(verdict: string, lines: readonly string[], options: SplitOptions): string {
  const { count } = options;
  const { tokens } = budgetOf(options);
  let text = verdict;
  for (const [index, line] of lines.entries()) {
    const rest = `\n  … ${plural(lines.length - index, 'more file')}`;
    if (count(`${text}\n${line}${rest}`) > tokens) return `${text}${rest}`;
    text += `\n${line}`;
  }
  return text;
}

const verdictView = (text: string): AssistantView => ({
  text,
  relation: 'transformed',
  summarizer: 'verdict' satisfies Unpacked,
  ranked: [],
  faults: [],
});

function binaryView(result: FullResult, options: SplitOptions): AssistantView {
  const { artifactId } = options;
  const kind = binaryKind(result.headBytes ?? new Uint8Array()) ?? 'not text';
  const amount = result.counts ?? `${kind}, ${figure(result.byteLength)} bytes`;
  const seen = artifactId === null ? 'could not be stored for you to look at' : 'shown to you as an image';
  const archive = describeArchive(result);
  const parts = [amount, archive?.amount ?? null, result.outcome, result.seenImage ? seen : null, artifactId];
  const verdict = `${result.title}: ${parts.filter((part) => part !== null).join(', ')}`;
  return {
    text: archive === null ? verdict : withLines(verdict, archive.lines, options),
    relation: 'summary',
    summarizer: (result.type === 'image' ? 'image' : 'binary') satisfies Unpacked,
    ranked: [],
    faults: [],
  };
}
