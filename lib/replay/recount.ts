import { setImmediate as afterOthers } from 'node:timers/promises';
import type { Price } from '../core/vocabulary/ledger/prices.ts';
import type { RecordedCall } from '../core/vocabulary/ledger/recorded-call.ts';
import type { RawRun, ReplayFigures } from '../core/vocabulary/ledger/replay.ts';
import { recallOutputProfile } from '../core/vocabulary/tools/recall-output.ts';
import { loadTokenizer } from '../split/tokenizer.ts';

/**
 * Recounts the figures of a run from its recorded model calls and the events of its log. It shares no code
 * with the first count: neither the ledger, nor the reducer, nor their functions.
 */
export async function recount(
  { calls, events }: { calls: readonly RecordedCall[]; events: RawRun['events'] },
  price: Price | null,
  sizes: Sizes,
): Promise<ReplayFigures> {
  const answered = calls.filter((call) => call.reply !== null);
  const figures: ReplayFigures = {
    ...{ inputTokens: 0, outputTokens: 0, isEstimated: false, steps: answered.length },
    ...{ repeatedTokens: 0, definitionTokens: 0 },
    cacheReadTokens: answered.length === 0 ? null : 0,
    costMicrodollars: answered.length === 0 || price === null ? null : 0,
    ...{ recalls: recallsIn(events), elapsedMs: elapsedIn(events) },
    compactions:
      ofType(events, 'session.compaction_complete').length + ofType(events, 'session.truncation').length,
  };
  for (const [index, call] of answered.entries()) {
    // A long run takes a second to count: others must have their turn.
    await afterOthers();
    figures.definitionTokens = (figures.definitionTokens ?? 0) + sizes.ofDefinitions(call);
    figures.repeatedTokens = (figures.repeatedTokens ?? 0) + sizes.ofRepeated(call, answered[index - 1]);
    const input = believable(call.usage.inputTokens);
    const output = believable(call.usage.outputTokens);
    const reads = believable(call.usage.cacheReadTokens);
    const cached = reads !== null && input !== null && reads > input ? null : reads;
    const writes = believable(call.usage.cacheWriteTokens) ?? 0;
    const written = input === null ? 0 : Math.min(writes, input - (cached ?? 0));
    figures.inputTokens += input ?? sizes.ofRequest(call);
    figures.outputTokens += output ?? sizes.ofReply(call);
    if (input === null || output === null) figures.isEstimated = true;
    figures.cacheReadTokens =
      figures.cacheReadTokens === null || cached === null ? null : figures.cacheReadTokens + cached;
    const cost =
      price && input !== null && output !== null ? costOf(price, input, cached ?? 0, written, output) : null;
    figures.costMicrodollars =
      figures.costMicrodollars === null || cost === null ? null : figures.costMicrodollars + cost;
  }
  return figures;
}

const believable = (tokens: number | null): number | null =>
  tokens !== null && Number.isInteger(tokens) && tokens >= 0 && tokens <= 1e8 ? tokens : null;

/** Each part is rounded to a whole micro-dollar, as it is billed. */
const costOf = (
  { input, cachedInput, cacheWrite, output }: Price,
  inputTokens: number,
  cached: number,
  written: number,
  reported: number,
): number =>
  [
    [inputTokens - cached - written, input],
    [cached, cachedInput ?? input],
    [written, cacheWrite ?? input],
    [reported, output],
  ].reduce((sum, [tokens = 0, rate = 0]) => sum + Math.round((tokens * rate) / 1e6), 0);

type Events = RawRun['events'];
type Data = { runId?: unknown; toolCallId?: unknown; toolName?: unknown; success?: unknown };
const ofType = (events: Events, type: string) =>
  events
    .filter((event) => event.type === type)
    .map(({ timestamp, data }) => ({ timestamp, data: data as Data }));

function recallsIn(events: Events): number {
  const asked = ofType(events, 'tool.execution_start').filter(
    ({ data }) => data.toolName === recallOutputProfile.name,
  );
  const ids = new Set(asked.map(({ data }) => data.toolCallId));
  return ofType(events, 'tool.execution_complete').filter(
    ({ data }) => data.success === true && ids.has(data.toolCallId),
  ).length;
}

function elapsedIn(events: Events): number {
  const ends = new Map(ofType(events, 'run.finished').map(({ data, timestamp }) => [data.runId, timestamp]));
  return ofType(events, 'run.started').reduce((sum, { data, timestamp }) => {
    const end = ends.get(data.runId);
    return end === undefined ? sum : sum + Math.max(0, Date.parse(end) - Date.parse(timestamp));
  }, 0);
}

export type Sizes = Awaited<ReturnType<typeof createSizes>>;

/** Token counts of texts, each counted once. */
export async function createSizes() {
  const { count } = await loadTokenizer();
  const known = new Map<string, number>();
  const size = (text: string): number => {
    const tokens = known.get(text) ?? count(text);
    known.set(text, tokens);
    return tokens;
  };
  const total = (texts: Iterable<string>) => [...texts].reduce((sum, text) => sum + size(text), 0);
  const ofDefinitions = ({ request }: RecordedCall) =>
    total(request.tools.map((tool) => definitionOf(tool as Partial<Definition>)));
  return {
    ofDefinitions,
    ofRepeated(call: RecordedCall, before: RecordedCall | undefined) {
      if (!before || print(call.request.tools) !== print(before.request.tools)) return 0;
      let tokens = ofDefinitions(call);
      for (const [index, message] of call.request.prompt.entries()) {
        if (print(message) !== print(before.request.prompt[index])) break;
        tokens += total(textsIn(message));
      }
      return tokens;
    },
    ofRequest: (call: RecordedCall) => total(textsIn(call.request.prompt)) + ofDefinitions(call),
    ofReply: ({ reply }: RecordedCall) =>
      reply === null ? 0 : total([reply.text, ...reply.toolCalls.flatMap((call) => [call.name, call.input])]),
  };
}

const print = (value: unknown): string => JSON.stringify(value);

interface Definition {
  name: string;
  description: string;
  inputSchema: object;
}

const definitionOf = ({ name, description, inputSchema }: Partial<Definition>): string =>
  JSON.stringify([name ?? '', description ?? '', inputSchema ?? {}]);

/** Every text in a message, at any depth. */
function* textsIn(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const one of value) yield* textsIn(one);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const part = value as Record<string, unknown>;
  if (part.role === 'system') yield String(part.content);
  else if (typeof part.text === 'string') yield part.text;
  else if (part.type === 'tool-call') yield* [String(part.toolName), JSON.stringify(part.input)];
  else if (part.type === 'tool-result') yield String((part.output as { value?: unknown }).value);
  else yield* textsIn(part.content);
}
