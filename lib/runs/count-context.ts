import type { ModelMessage } from 'ai';
import type { ContextParts } from '../core/vocabulary/context-parts.ts';
import type { Tool } from '../tools/tool-call.ts';
import type { CountText } from './text-counter.ts';
import { toolSchema } from './tool-schema.ts';

/** Tokens added around each message (OpenAI's cookbook, "How to count tokens": 3, and 1 for the role). */
const tokensAroundMessage = 4;

/** Everything that a model call sends. */
export interface Prompt {
  instructions: string;
  tools: readonly Tool[];
  messages: readonly ModelMessage[];
}

/** Counts the parts of a model call. Providers count differently, so both figures are kept for comparison. */
export async function countContext(
  { instructions, tools, messages }: Prompt,
  count: CountText,
): Promise<ContextParts> {
  const parts: ContextParts = {
    instructions: (await count(instructions)) + tokensAroundMessage,
    tools: 0,
    people: 0,
    agent: 0,
    results: 0,
  };
  for (const tool of tools) parts.tools += await count(toolText(tool));
  for (const message of messages) {
    const part = message.role === 'tool' ? 'results' : message.role === 'assistant' ? 'agent' : 'people';
    for (const text of textsOf(message)) parts[part] += await count(text);
    parts[part] += tokensAroundMessage;
  }
  return parts;
}

/** A tool's definition as sent to the model. */
export const toolText = (tool: Tool): string =>
  JSON.stringify([tool.name, tool.description, toolSchema(tool)]);

function textsOf({ content }: ModelMessage): string[] {
  if (typeof content === 'string') return [content];
  return content.flatMap((part) => {
    if (part.type === 'text') return [part.text];
    if (part.type === 'tool-call') return [part.toolName, JSON.stringify(part.input)];
    return part.type === 'tool-result' && part.output.type === 'text' ? [part.output.value] : [];
  });
}
