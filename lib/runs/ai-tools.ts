import { jsonSchema, type ToolSet, tool } from 'ai';
import { durableEvent } from '../core/events.ts';
import { loadTokenizer } from '../split/tokenizer.ts';
import { storedArguments } from '../tools/stored-arguments.ts';
import type { Tool } from '../tools/tool-call.ts';
import type { RunRequest } from './run-request.ts';
import { toolSchema } from './tool-schema.ts';

/** A tool's output in the AI SDK: all that could ever reach the model, whoever forgets an option. */
interface ToolOutput {
  assistantView: string;
  artifactId: string | null;
}

interface Calls {
  /** Gathers the calls under way: a stopped loop does not wait for them, the run does. */
  running: Set<Promise<unknown>>;
  /** Aborted with what went wrong outside a tool. */
  broken: AbortController;
  /** The log's ID of a call, by the model's. */
  callIdOf(toolCallId: string): string;
}

/**
 * The tools as the AI SDK's loop calls them. Arguments pass unchecked: the choke point checks them, so that a bad call is a
 * result like any other.
 */
export function toAiTools(request: RunRequest, { running, broken, callIdOf }: Calls): ToolSet {
  const entries = request.tools.map((definition) => {
    const aiTool = tool({
      description: definition.description,
      inputSchema: jsonSchema(toolSchema(definition.inputSchema), {
        validate: (value) => ({ success: true, value }),
      }),
      execute: async (input: unknown, { toolCallId }): Promise<ToolOutput> => {
        const call = callTool(request, definition, callIdOf(toolCallId), input);
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

async function callTool(
  { runId, conversation, author, log, model, workspace, settings, signal }: RunRequest,
  definition: Tool,
  toolCallId: string,
  input: unknown,
): Promise<ToolOutput> {
  const { stores, nowMs, newId } = settings;
  const now = () => new Date(nowMs()).toISOString();
  const started = { toolCallId, toolName: definition.name, arguments: storedArguments(input) };
  await log.append([durableEvent('tool.execution_start', started, now())]);
  const { count } = await loadTokenizer();
  const outcome = await definition.call({
    toolName: definition.name,
    input,
    toolCallId,
    runId,
    booking: {
      conversationId: conversation.id,
      conversationTitle: log.state.title ?? conversation.title,
      model: model.id,
      workspace: workspace.name,
      member: author,
    },
    level: settings.splitLevel,
    artifactTtlSeconds: settings.artifactTtlSeconds,
    context: { workspace, conversationId: conversation.id, artifacts: stores.artifacts, signal, count },
    ledger: stores.ledger,
    newArtifactId: () => newId('art'),
    nowMs,
    onStorageFailure: settings.onStorageFailure,
  });
  await log.append([durableEvent('tool.execution_complete', outcome, now())]);
  return { assistantView: outcome.result?.content ?? '', artifactId: outcome.toolTelemetry.artifactId };
}
