import type { Json } from '../core/vocabulary/json.ts';
import type { RecordedCall } from '../core/vocabulary/ledger/recorded-call.ts';
import { countTokens } from '../split/count-tokens.ts';

export interface CountedCall {
  inputTokens: number;
  /** The part of the input that repeats the call before it from the start. */
  repeatedTokens: number;
  /** The tool definitions, which are part of the input. */
  definitionTokens: number;
  outputTokens: number;
}

export type CountCall = (call: RecordedCall, before: RecordedCall | undefined) => Promise<CountedCall>;

/**
 * The local token count of a model call: each text of its messages, and each call and tool definition as
 * JSON. Providers add tokens of their own, so their count is somewhat higher. Texts seen before are not
 * counted again.
 */
export function createCallCounter(): CountCall {
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
  return async ({ request, reply }, before) => {
    const definitionTokens = await countAll(request.tools.map(printTool));
    const repeated = repeatedMessages(request, before?.request);
    return {
      inputTokens: definitionTokens + (await countAll(request.prompt.flatMap(textsOfMessage))),
      repeatedTokens:
        repeated === null ? 0 : definitionTokens + (await countAll(repeated.flatMap(textsOfMessage))),
      definitionTokens,
      outputTokens: await countAll(
        reply === null ? [] : [reply.text, ...reply.toolCalls.flatMap(({ name, input }) => [name, input])],
      ),
    };
  };
}

type Request = RecordedCall['request'];

/** The first messages, which the call before it sent, too; `null`: it had other tools, which come first. */
function repeatedMessages(request: Request, before: Request | undefined): Json[] | null {
  if (!before || JSON.stringify(before.tools) !== JSON.stringify(request.tools)) return null;
  const end = request.prompt.findIndex(
    (message, index) => JSON.stringify(message) !== JSON.stringify(before.prompt[index]),
  );
  return end < 0 ? request.prompt : request.prompt.slice(0, end);
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
