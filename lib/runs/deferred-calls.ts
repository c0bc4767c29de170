import type { LanguageModelV4, LanguageModelV4Prompt, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { z } from 'zod';
import { callToolName } from '../core/vocabulary/tools/search-names.ts';
import { transformParts } from './transform-parts.ts';
import { wrapModel } from './wrap-model.ts';

/** As the model writes a call of a deferred tool. Some write the arguments as text once more, or none. */
const deferredCallSchema = z.object({
  name: z.string(),
  arguments: z
    .union([z.record(z.string(), z.unknown()), z.string()])
    .nullish()
    .transform((args) => args ?? {}),
});

/**
 * A model that is not sent the definitions of deferred tools, and calls them through one tool. Only the model sees
 * that: the log, approvals, cards and the ledger have each call under its tool's own name.
 */
export const deferCalls = (model: LanguageModelV4, deferred: ReadonlySet<string>): LanguageModelV4 =>
  deferred.size === 0
    ? model
    : wrapModel(model, async (options) => {
        const { tools, prompt } = options;
        const result = await model.doStream({
          ...options,
          prompt: toSentPrompt(prompt, deferred),
          ...(tools ? { tools: tools.filter(({ name }) => !deferred.has(name)) } : {}),
        });
        const stream = transformParts(result.stream, {
          transform: (part, sink) => sink.enqueue(toOwnCall(part, deferred)),
        });
        return { ...result, stream };
      });

function toOwnCall(
  part: LanguageModelV4StreamPart,
  deferred: ReadonlySet<string>,
): LanguageModelV4StreamPart {
  if (part.type !== 'tool-call' || part.toolName !== callToolName) return part;
  const call = deferredCallSchema.safeParse(readJson(part.input));
  if (!call.success || !deferred.has(call.data.name)) return part;
  const { name, arguments: args } = call.data;
  return { ...part, toolName: name, input: typeof args === 'string' ? args : JSON.stringify(args) };
}

/** The history as the model wrote it. */
function toSentPrompt(prompt: LanguageModelV4Prompt, deferred: ReadonlySet<string>): LanguageModelV4Prompt {
  return prompt.map((message) => {
    if (message.role === 'assistant') {
      const content = message.content.map((part) =>
        part.type === 'tool-call' && deferred.has(part.toolName)
          ? { ...part, toolName: callToolName, input: { name: part.toolName, arguments: part.input } }
          : part,
      );
      return { ...message, content };
    }
    if (message.role !== 'tool') return message;
    const content = message.content.map((part) =>
      part.type === 'tool-result' && deferred.has(part.toolName) ? { ...part, toolName: callToolName } : part,
    );
    return { ...message, content };
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
