import { z } from 'zod';
import { cutText } from '#lib/core/algorithms/text/cut-text.ts';
import { limits } from '#lib/core/limits.ts';
import { takeTokens } from '#lib/split/take-tokens.ts';
import { defineTool } from '../define-tool.ts';
import { imageResult } from '../image-result.ts';
import { describeParts } from '../result-parts.ts';
import { callTitle, describeText } from '../text-description.ts';
import type { Tool } from '../tool-call.ts';
import type { ToolContext } from '../tool-context.ts';
import type { ToolResult } from '../tool-result.ts';
import type { ToolOfFile } from './tool-file.ts';

const structuredSchema = z.object({
  textResultForLlm: z.string(),
  fullResult: z.string().optional(),
  binaryResultsForLlm: z
    .array(z.object({ data: z.base64(), mimeType: z.string(), description: z.string().optional() }))
    .optional(),
  resultType: z.enum(['success', 'failure', 'rejected', 'denied']).default('success'),
  error: z.string().optional(),
  sessionLog: z.string().optional(),
  toolTelemetry: z.record(z.string(), z.unknown()).optional(),
});
type Result = z.infer<typeof structuredSchema>;

/** A tool of a file as one of ours: its results pass the same choke point. */
export const createFileTool = (tool: ToolOfFile): Tool =>
  defineTool(
    { name: tool.name, audience: 'model' },
    {
      description: cutText(tool.description, limits.mcpDefinitionCharacters),
      ...schemasOf(tool.parameters),
      changesNothing: tool.changesNothing === true,
      offline: { help: '', read: () => null },
      async run(input, context) {
        const { signal, reportProgress, conversationId, workspace } = context;
        const returned: unknown = await tool.handler(input, {
          toolName: tool.name,
          conversationId,
          workspace: workspace.root,
          signal,
          reportProgress,
        });
        const read = structuredSchema.safeParse(
          typeof returned === 'string' ? { textResultForLlm: returned } : returned,
        );
        if (!read.success) {
          return {
            resultType: 'failure',
            error: `${tool.name} gave neither text nor a result: ${z.prettifyError(read.error)}`,
          };
        }
        return await toToolResult(read.data, callTitle(tool.name, input), context);
      },
    },
  );

async function toToolResult(
  result: Result,
  title: string,
  { count, hasVision }: Pick<ToolContext, 'count' | 'hasVision'>,
): Promise<ToolResult> {
  const { textResultForLlm: forModel, fullResult, resultType, error, sessionLog } = result;
  const forPeople = { ...(sessionLog === undefined ? {} : { sessionLog }), ...customOf(result) };
  if (resultType !== 'success') {
    return { resultType, error: error || forModel || 'It failed', ...forPeople };
  }
  const images = (result.binaryResultsForLlm ?? [])
    .slice(0, limits.resultParts)
    .map(({ data }) => ({ bytes: Buffer.from(data, 'base64'), words: forModel, isForModel: true }));
  const [only] = fullResult === undefined && images.length === 1 ? images : [];
  const shown = only && (await imageResult(only, title, hasVision));
  if (shown) return { ...shown, ...forPeople };
  const text = fullResult ?? forModel;
  return {
    resultType,
    fullResult: text,
    description: describeText(title, isJsonText(text)),
    parts: await describeParts(images, title, hasVision),
    ...(forModel === text ? {} : { assistantView: takeTokens(forModel, limits.hardCeilingTokens, count) }),
    ...forPeople,
  };
}

/** What does not fit, or is no JSON, is left out: a part of it would be something else. */
function customOf({ toolTelemetry }: Result): { custom?: Record<string, unknown> } {
  if (toolTelemetry === undefined) return {};
  try {
    const written = JSON.stringify(toolTelemetry);
    return Buffer.byteLength(written) <= limits.customTelemetryBytes ? { custom: JSON.parse(written) } : {};
  } catch {
    return {};
  }
}

/** JSON Schema stands for itself, and the tool checks its own input. */
function schemasOf(parameters: ToolOfFile['parameters']) {
  return '~standard' in parameters
    ? { inputSchema: parameters as z.ZodType<Record<string, unknown>> }
    : { inputSchema: z.record(z.string(), z.unknown()), parameters };
}

function isJsonText(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
