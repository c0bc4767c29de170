import { jsonSchema, type ToolSet, tool } from 'ai';
import type { Activity } from '../core/vocabulary/activity.ts';
import { durableEvent } from '../core/vocabulary/events.ts';
import { storedArguments } from '../tools/stored-arguments.ts';
import type { Tool } from '../tools/tool-call.ts';
import { callTool } from './call-tool.ts';
import type { ToolCallContext } from './perform-call.ts';
import type { RunRequest } from './run-request.ts';
import { toolSchema } from './tool-schema.ts';

/**
 * A tool's output in the AI SDK: the only data that could reach the model, even if an option is forgotten.
 */
interface ToolOutput {
  assistantView: string;
  artifactId: string | null;
}

interface Calls {
  /** Collects running calls: a stopped loop does not wait for them, but the run does. */
  running: Set<Promise<unknown>>;
  /** Aborted with the error if something fails outside a tool. */
  broken: AbortController;
  /** The log's ID of a call, from the model's ID. */
  callIdOf(toolCallId: string): string;
  /** The activity that a call currently belongs to. */
  within(): Activity;
}

/**
 * The tools as the AI SDK's loop calls them. Arguments are passed unchecked: the choke point validates them,
 * so that an invalid call is a result like any other.
 */
export function toAiTools(request: RunRequest, { running, broken, callIdOf, within }: Calls): ToolSet {
  const entries = request.tools.map((definition) => {
    const aiTool = tool({
      description: definition.description,
      inputSchema: jsonSchema(toolSchema(definition), {
        validate: (value) => ({ success: true, value }),
      }),
      execute: async (input: unknown, { toolCallId }): Promise<ToolOutput> => {
        const call = callAndReport(request, definition, {
          toolCallId: callIdOf(toolCallId),
          input,
          isRerun: false,
          within: within(),
        });
        running.add(call);
        return await call.catch((error) => {
          broken.abort(error);
          throw error;
        });
      },
      toModelOutput: ({ output }) => ({ type: 'text', value: (output as ToolOutput).assistantView }),
    });
    return [definition.name, aiTool] as const;
  });
  return Object.fromEntries(entries);
}

/** Calls a tool, and logs its start and its outcome. */
export async function callAndReport(
  request: RunRequest,
  tool: Tool,
  location: ToolCallContext,
): Promise<ToolOutput> {
  const { log, settings } = request;
  const { toolCallId, input } = location;
  const now = () => new Date(settings.nowMs()).toISOString();
  const started = { toolCallId, toolName: tool.name, arguments: storedArguments(input) };
  await log.append([durableEvent('tool.execution_start', started, now())]);
  const outcome = await callTool(request, tool, location);
  await log.append([durableEvent('tool.execution_complete', outcome, now())]);
  return { assistantView: outcome.result?.content ?? '', artifactId: outcome.toolTelemetry.artifactId };
}
