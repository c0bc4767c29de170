import type { Json } from '../core/vocabulary/json.ts';
import type { RecordedCall } from '../core/vocabulary/ledger/recorded-call.ts';
import { countTokens } from '../split/count-tokens.ts';

export interface CountedCall {
  inputTokens: number;
  outputTokens: number;
}

/**
 * The local token count of a model call: each text of its messages, and each call and tool definition as
 * JSON. Providers add tokens of their own, so their count is somewhat higher. Texts seen before are not
 * counted again.
 */
export function createCallCounter(): (call: RecordedCall) => Promise<CountedCall> {
  const known = new Map<string, number>();
  const count = async (text: string): Promise<number> => {
    const tokens = known.get(text) ?? (await countTokens(text));
    known.set(text, tokens);
    return tokens;
  };
  const countAll = async (texts: readonly string[]): Promise<number> => {
    let tokens = 0;
    for (const text of texts) tokens += await count(text);
    return tokens;
  };
  return async ({ request, reply }) => ({
    inputTokens: await countAll([...request.prompt.flatMap(textsOfMessage), ...request.tools.map(printTool)]),
    outputTokens: await countAll(
      reply === null ? [] : [reply.text, ...reply.toolCalls.flatMap(({ name, input }) => [name, input])],
    ),
  });
}

type JsonObject = { [key: string]: Json };
const objectOf = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

function textsOfMessage(message: Json): string[] {
  const { content } = objectOf(message);
  if (typeof content === 'string') return [content];
  return Array.isArray(content) ? content.flatMap((part) => textsOfPart(objectOf(part))) : [];
}

function textsOfPart(part: JsonObject): string[] {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return [String(part.text)];
    case 'tool-call':
      return [String(part.toolName), JSON.stringify(part.input)];
    case 'tool-result':
      return [String(objectOf(part.output).value)];
    default:
      return [];
  }
}

function printTool(tool: Json): string {
  const { name = '', description = '', inputSchema = {} } = objectOf(tool);
  return JSON.stringify([name, description, inputSchema]);
}
