import type { SubAgentEnd } from '../core/conversation/conversation-state.ts';
import { plural } from '../split/plural.ts';

/** One task of a call that delegates. */
export interface AgentTask {
  agent: string;
  task: string;
}

/** What became of a task, as far as the model that delegated it reads it. */
export interface AgentReport {
  agent: string;
  /** `refused`: it never began. */
  outcome: SubAgentEnd['outcome'] | 'refused';
  /** Its last words; empty: there are none. */
  answer: string;
  /** Why it has no answer of its own accord; `null`: it has. */
  problem: string | null;
  steps: number;
  /** What its calls gave. */
  artifacts: readonly { id: string; title: string }[];
}

/** Named in a report; the others are in the artifacts of the conversation. */
const namedArtifacts = 20;

/** All reports as one text, in the order of the tasks. */
export const reportsText = (reports: readonly AgentReport[]): string =>
  reports.map((report) => `${[headOf(report), ...bodyOf(report)].join('\n')}\n`).join('\n');

const headOf = ({ agent, outcome, steps }: AgentReport): string =>
  outcome === 'refused'
    ? `## ${agent}: did not begin`
    : `## ${agent}: ${ends[outcome]} after ${plural(steps, 'step')}`;

const ends: Record<SubAgentEnd['outcome'], string> = {
  completed: 'answered',
  step_limit: 'reached its step limit',
  budget: 'reached its budget',
  failed: 'failed',
  aborted: 'was stopped',
  interrupted: 'was lost',
};

const bodyOf = ({ problem, answer, artifacts }: AgentReport): string[] => [
  ...(problem === null ? [] : [answer === '' ? problem : `${problem} Its last words:`]),
  ...(answer === '' ? [] : [asBody(answer)]),
  ...resultsLine(artifacts),
];

/** A line of it that looks like one of a report is quoted: each report is of one sub-agent. */
const asBody = (answer: string): string => answer.trim().replace(ofReport, '> $&');

const ofReport =
  /^\s*(?:#+\s*\S+: (?:answered|reached|failed|was|did not begin)|Its results: |\[lines \d+-\d+ of this result)/gm;

function resultsLine(artifacts: AgentReport['artifacts']): string[] {
  if (artifacts.length === 0) return [];
  const named = artifacts.slice(0, namedArtifacts).map(({ id, title }) => `${id} (${title})`);
  const more = artifacts.length - named.length;
  return [`Its results: ${named.join(', ')}${more > 0 ? `, and ${more} more` : ''}.`];
}

/**
 * The reports within a token budget: each has its share, and what a short one does not need goes to the others. A line
 * says which lines of the whole text were left out.
 * @returns `isCut`: something was left out
 */
export function shortReports(
  reports: readonly AgentReport[],
  maxTokens: number,
  count: (text: string) => number,
): { text: string; isCut: boolean } {
  const whole = reportsText(reports);
  if (count(whole) <= maxTokens) return { text: whole, isCut: false };
  const texts = reports.map((report) => reportsText([report]));
  const shares = sharesOf(texts.map(count), maxTokens);
  let firstLine = 1;
  const parts = texts.map((text, index) => {
    const lines = text.split('\n').length;
    const part = cutReport(text, shares[index] ?? 0, firstLine, count);
    // An empty line is between two.
    firstLine += lines;
    return part;
  });
  return { text: parts.join('\n'), isCut: true };
}

/** Room for the line that says what was left out. */
const cutNoteTokens = 20;

function cutReport(text: string, share: number, firstLine: number, count: (text: string) => number): string {
  if (count(text) <= share) return text;
  const start = startOf(text, Math.max(share - cutNoteTokens, 0), count);
  // The line that it ends in may be shown in part.
  const from = firstLine + start.split('\n').length - 1;
  const last = firstLine + text.trimEnd().split('\n').length - 1;
  return `${start}\n[lines ${from}-${last} of this result are left out]\n`;
}

/** The longest start within a budget, in steps of a tenth; it may end in a line, since an answer may be one. */
function startOf(text: string, maxTokens: number, count: (text: string) => number): string {
  // A token has seldom more characters.
  let start = text.slice(0, maxTokens * 8).toWellFormed();
  while (start !== '' && count(start) > maxTokens)
    start = text.slice(0, Math.floor(start.length * 0.9)).toWellFormed();
  return start.trimEnd();
}

/** Divides a budget: nobody gets more than it needs, and the rest have equal parts. */
function sharesOf(needs: readonly number[], total: number): number[] {
  const shares = needs.map(() => 0);
  const ascending = needs.map((need, index) => ({ need, index })).sort((one, other) => one.need - other.need);
  let left = total;
  for (const [position, { need, index }] of ascending.entries()) {
    const share = Math.min(need, Math.floor(left / (ascending.length - position)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}
