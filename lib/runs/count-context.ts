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
    summary: 0,
  };
  for (const tool of tools) parts.tools += await count(toolText(tool));
  for (const message of messages) parts[partOf(message)] += await tokensOfMessages([message], count);
  return parts;
}

const partOf = ({ role, providerOptions }: ModelMessage): keyof ContextParts => {
  if (providerOptions?.vitrine?.isSummary === true) return 'summary';
  return role === 'tool' ? 'results' : role === 'assistant' ? 'agent' : 'people';
};

export async function tokensOfMessages(messages: readonly ModelMessage[], count: CountText): Promise<number> {
  let tokens = 0;
  for (const message of messages) {
    for (const text of textsOf(message)) tokens += await count(text);
    tokens += tokensAroundMessage;
  }
  return tokens;
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
