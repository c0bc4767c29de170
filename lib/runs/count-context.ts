import type { ModelMessage } from 'ai';
import type { ContextParts } from '../core/context-parts.ts';
import type { Tool } from '../tools/tool-call.ts';
import type { CountText } from './text-counter.ts';
import { toolSchema } from './tool-schema.ts';

/** What stands around each message on its way (OpenAI's cookbook, "How to count tokens": 3, and 1 for who speaks). */
const tokensAroundMessage = 4;

/** Everything that a model call is sent. */
export interface Prompt {
  instructions: string;
  tools: readonly Tool[];
  messages: readonly ModelMessage[];
}

/** What a model call is made of, counted. What a provider makes of it differs: the two are held beside each other. */
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

/** A tool as it is offered to the model. */
export const toolText = ({ name, description, inputSchema }: Tool): string =>
  JSON.stringify([name, description, toolSchema(inputSchema)]);

function textsOf({ content }: ModelMessage): string[] {
  if (typeof content === 'string') return [content];
  return content.flatMap((part) => {
    if (part.type === 'text') return [part.text];
    if (part.type === 'tool-call') return [part.toolName, JSON.stringify(part.input)];
    return part.type === 'tool-result' && part.output.type === 'text' ? [part.output.value] : [];
  });
}
