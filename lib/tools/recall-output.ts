import { z } from 'zod';
import { parseLineRange } from '../core/algorithms/lines/lines.ts';
import { limits } from '../core/limits.ts';
import { recallOutputProfile } from '../core/vocabulary/tools/recall-output.ts';
import { takeTokens } from '../split/take-tokens.ts';
import { defineTool } from './define-tool.ts';
import { unquote } from './offline-words.ts';
import { asksOneWay, oneWay, type RecallAsk } from './recall/recall.ts';
import { recallArtifact } from './recall/recall-artifact.ts';
import type { RecallBudget } from './recall/recall-budget.ts';
import { countRepeats, repeatedAnswer, repeatedNote } from './recall/repeated-recall.ts';
import type { CallContext, ToolContext } from './tool-context.ts';
import type { ToolFailure, ToolResult } from './tool-result.ts';

export const recallArguments = z
  .object({
    artifactId: z.string(),
    lines: z.string().nullish().describe('"40-62", "40-", "last 20", or several: "1-9,40-62"'),
    query: z.string().min(1).max(1_000).nullish().describe('Words, a regular expression, or a question'),
    jsonPath: z
      .string()
      .max(1_000)
      .nullish()
      .describe('$.items[?@.id>4].name; of NDJSON, $ is an array of its lines'),
    maxTokens: z.int().min(limits.recallMinTokens).max(limits.recallMaxTokens).nullish(),
  })
  .refine(asksOneWay, { error: oneWay });

/** Whether the tool that recalls is among these: the configuration can exclude it. */
export const canRecall = (offered: readonly { name: string }[]): boolean =>
  offered.some(({ name }) => name === recallOutputProfile.name);

/** What it needs of whoever calls it. */
type RecallContext = CallContext & Pick<ToolContext, 'createMask' | 'earlierCalls'>;

export const recallOutput = defineTool<z.infer<typeof recallArguments>, RecallContext>(recallOutputProfile, {
  description:
    'Reads more of a result you saw only a view of: lines of its artifact, the lines that match a query with two around each, ' +
    'or the values at a path of its JSON.',
  offline: {
    help: '`recall art_… 40-60` · `recall art_… some words`: reads more of an earlier result',
    read(message) {
      const match = /^recall\s+(art_\S+)\s+(.+)$/is.exec(message);
      if (!match) return null;
      const wanted = unquote((match[2] ?? '').replace(/^(lines?|query|for)\s+/i, ''));
      const range = parseLineRange(wanted);
      const artifactId = match[1] ?? '';
      return range ? { artifactId, lines: `${range.from}-${range.to}` } : { artifactId, query: wanted };
    },
  },
  inputSchema: recallArguments,
  async run(ask, context): Promise<ToolResult> {
    const { artifactId, maxTokens } = ask;
    const record = await context.artifacts.get(artifactId);
    if (!record || !(await context.mayRecall(record.metadata))) {
      return failure(`There is no artifact ${artifactId.slice(0, 80)} in this conversation`);
    }
    const { metadata } = record;
    const budget = { maxTokens: maxTokens ?? limits.recallTokens, count: context.count };
    const found = await recallArtifact(context, metadata, ask, budget);
    if (typeof found !== 'string') return failure(found.problem);
    const text = againstCircles(
      found,
      countRepeats(context.earlierCalls(recallOutputProfile.name), ask, metadata),
      budget,
    );
    return {
      resultType: 'success',
      fullResult: text,
      isStored: false,
      assistantView: text,
      recalled: { artifactId, toolName: metadata.tool, ask: formatAsk(ask) },
      description: {
        type: 'text',
        title: `${metadata.title} ${formatAsk(ask)}`,
        mimeType: 'text/plain',
        language: null,
        files: metadata.files,
        firstLine: 1,
        exitCode: null,
        counts: null,
      },
    };
  },
});

const failure = (error: string): ToolFailure => ({ resultType: 'failure', error });

const formatAsk = ({ lines, query, jsonPath }: RecallAsk): string =>
  query != null ? `"${query}"` : (jsonPath ?? `lines ${lines}`);

/**
 * On the second identical request, the model is told so before the answer; from the third on, instead of it.
 */
function againstCircles(answer: string, repeats: number, { maxTokens, count }: RecallBudget): string {
  if (repeats === 0) return answer;
  if (repeats > 1) return repeatedAnswer(repeats, answer);
  return takeTokens(`${repeatedNote}\n${answer}`, maxTokens, count).trimEnd();
}
