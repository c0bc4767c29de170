import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { RecordedRequest } from './openai-server.ts';

/*
 * The figures of the savings page once more, by a code path of their own: from the requests that a model server recorded, what it
 * answered and reported, and the bytes of the artifacts. Nothing of the program that makes the figures is used here.
 */

/** Of the price list of the test, in micro-dollars a token. */
export const prices = { input: 2, cached: 0.5, output: 8 };
const admittedTokens = 25_000;
const recallTool = 'recall_output';

export interface Answered {
  request: RecordedRequest;
  conversation: string;
  /** The tools it asked for. */
  asked: string[];
  usage: { input: number; cached: number; output: number } | null;
}

/** A call as the log tells it; `bytes` are those of its artifact, where that is text. */
export interface LoggedCall {
  id: string;
  conversation: string;
  tool: string;
  success: boolean;
  view: string;
  /** `null`: it has no text of its own, or has failed. */
  full: string | null;
  artifactId: string | null;
  /** Of a recall: what it read again. */
  recalled: string | null;
}

export const noCount = () => ({
  calls: 0,
  failedCalls: 0,
  fullTokens: 0,
  sentTokens: 0,
  withheldTokens: 0,
  avoidedTokens: 0,
  recalls: 0,
  steps: 0,
  unpricedSteps: 0,
  netMicrodollars: null as number | null,
  costMicrodollars: null as number | null,
});
export type Recount = ReturnType<typeof noCount>;

/** Text is counted in pieces of at most 1,000 characters, each ending with a line where one ends in it. */
export function tokensOf(text: string): number {
  let tokens = 0;
  for (let remaining = text; remaining !== ''; ) {
    const lineEnd =
      remaining.length > 1_000 ? remaining.slice(0, 1_000).lastIndexOf('\n') + 1 : remaining.length;
    const isHalf = lineEnd === 0 && /[\ud800-\udbff]/.test(remaining[999] ?? '');
    const end = lineEnd || (isHalf ? 999 : 1_000);
    tokens += countTokens(remaining.slice(0, end), { disallowedSpecial: new Set() });
    remaining = remaining.slice(end);
  }
  return tokens;
}

/** By the name of a group; `groupOf` is given the tool for what is a tool's, and `null` for what is a step's own. */
export function recount(
  steps: readonly Answered[],
  calls: readonly LoggedCall[],
  groupOf: (conversation: string, tool: string | null) => string | null,
): Map<string, Recount> {
  const groups = new Map<string, Recount>();
  const add = (group: string | null, change: (figures: Recount) => void) => {
    if (group === null) return;
    const figures = groups.get(group) ?? noCount();
    change(figures);
    groups.set(group, figures);
  };
  const toolOfArtifact = new Map(calls.map(({ artifactId, tool }) => [artifactId, tool]));
  const callsById = new Map(calls.map((call) => [call.id, call]));

  for (const call of calls) {
    add(groupOf(call.conversation, call.tool), (figures) => addCall(figures, call));
    if (call.recalled === null || !call.success) continue;
    const recalledTool = toolOfArtifact.get(call.recalled) ?? '';
    add(groupOf(call.conversation, recalledTool), (figures) => {
      figures.recalls += 1;
    });
  }
  for (const step of steps) {
    const { conversation, usage } = step;
    const cost = costOf(usage);
    const byTool = savedBy(step, callsById, toolOfArtifact, cost);
    add(groupOf(conversation, null), (figures) => {
      figures.steps += 1;
      if (cost !== null) figures.costMicrodollars = (figures.costMicrodollars ?? 0) + cost;
      if (byTool === null) figures.unpricedSteps += 1;
    });
    for (const [tool, money] of byTool ?? []) {
      const isOwn = groupOf(conversation, null) === null;
      // By tool, an overhead of nothing is nobody's.
      if (isOwn && tool === recallTool && money === 0) continue;
      add(groupOf(conversation, tool), (figures) => {
        figures.netMicrodollars = (figures.netMicrodollars ?? 0) + money;
      });
    }
  }
  return groups;
}

function addCall(figures: Recount, { success, full, view }: LoggedCall): void {
  figures.calls += 1;
  if (!success) figures.failedCalls += 1;
  if (!success || full === null) return;
  const [fullTokens, sentTokens] = [tokensOf(full), tokensOf(view)];
  figures.fullTokens += fullTokens;
  figures.sentTokens += sentTokens;
  figures.withheldTokens += fullTokens - sentTokens;
  figures.avoidedTokens += Math.min(fullTokens, admittedTokens) - sentTokens;
}

function costOf(usage: Answered['usage']): number | null {
  if (usage === null || usage.input < 0) return null;
  const { input, cached, output } = usage;
  return (
    Math.round((input - cached) * prices.input) +
    Math.round(cached * prices.cached) +
    Math.round(output * prices.output)
  );
}

/** What a step would have cost more without the split, by tool; its overhead stands at the tool that reads more. */
function savedBy(
  { request, asked, usage }: Answered,
  calls: ReadonlyMap<string, LoggedCall>,
  toolOfArtifact: ReadonlyMap<string | null, string>,
  cost: number | null,
): Map<string, number> | null {
  if (usage === null || usage.input < 0 || cost === null) return null;
  if (asked.length > 0 && asked.every((tool) => tool === recallTool)) return new Map([[recallTool, -cost]]);
  const price = usage.cached > 0 ? prices.cached : prices.input;
  const tokens = new Map<string, { avoided: number; recalled: number }>();
  for (const { tool_call_id: id, content } of resultsIn(request)) {
    const call = calls.get(id);
    if (!call?.success || call.full === null) continue;
    const tool = call.recalled === null ? call.tool : (toolOfArtifact.get(call.recalled) ?? '');
    const sums = tokens.get(tool) ?? { avoided: 0, recalled: 0 };
    if (call.recalled === null) {
      sums.avoided += Math.min(tokensOf(call.full), admittedTokens) - tokensOf(content);
    } else {
      sums.recalled += tokensOf(content);
    }
    tokens.set(tool, sums);
  }
  const money = new Map<string, number>();
  for (const [tool, { avoided, recalled }] of tokens) {
    if (avoided !== 0 || recalled !== 0) {
      money.set(tool, Math.round(avoided * price) - Math.round(recalled * price));
    }
  }
  const overhead = Math.round(tokensOf(definitionIn(request)) * price);
  money.set(recallTool, (money.get(recallTool) ?? 0) - overhead);
  return money;
}

const resultsIn = ({ body }: RecordedRequest) =>
  (body.messages as { role: string; tool_call_id: string; content: string }[]).filter(
    ({ role }) => role === 'tool',
  );

/** The one tool that a plain host would not offer, as it stands in the request. */
function definitionIn({ body }: RecordedRequest): string {
  const offered = (
    body.tools as { function: { name: string; description: string; parameters: object } }[]
  ).find((tool) => tool.function.name === recallTool);
  const { name, description, parameters } = offered?.function ?? {};
  return JSON.stringify([name, description, parameters]);
}
