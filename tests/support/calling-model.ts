import type { DurableEvent } from '#lib/core/vocabulary/events.ts';
import type { Json } from '#lib/core/vocabulary/json.ts';
import type { ToolName } from '#lib/core/vocabulary/tools/tool-profiles.ts';
import { ask, ofType, readEvents } from './conversations.ts';
import type { RecordedRequest, Script } from './openai-server.ts';
import type { VitrineServer } from './vitrine-server.ts';

export interface AskedCall {
  name: ToolName;
  arguments: Json;
}

/** What a person says to the model that calls what it is asked to. */
const asking = (call: AskedCall): string => JSON.stringify(call);

/** Over either interface: what was said by whom. */
const historyOf = ({ body }: RecordedRequest): Record<string, unknown>[] =>
  (body.messages ?? body.input) as Record<string, unknown>[];

/** Calls the tool that the last message asks for, and then says that it is done. */
export const callsWhatIsAsked: Script = (request) => {
  const last = historyOf(request).at(-1) ?? {};
  const text = last.role === 'user' ? textOf(last.content) : '';
  return text.startsWith('{') ? { text: 'I look.', toolCalls: [JSON.parse(text)] } : { text: 'Done.' };
};

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : (content as { text?: string }[]).map(({ text = '' }) => text).join('');

/** The history of a request in its two parts: what tools said, by their calls, and all else that was sent, as one text. */
export function readRequest(request: RecordedRequest): {
  results: { toolCallId: string; text: string }[];
  rest: string;
} {
  const history = historyOf(request);
  const isResult = ({ role, type }: Record<string, unknown>) =>
    role === 'tool' || type === 'function_call_output';
  const { messages: _, input: __, ...settings } = request.body;
  return {
    results: history.filter(isResult).map((item) => ({
      toolCallId: String(item.tool_call_id ?? item.call_id),
      text: textOf(item.content ?? item.output),
    })),
    rest: JSON.stringify({ ...settings, history: history.filter((item) => !isResult(item)) }),
  };
}

/** The tools that the model was offered, in order. */
export const offeredTools = ({ body }: RecordedRequest): string[] =>
  (body.tools as { name?: string; function?: { name: string } }[]).map(
    (tool) => tool.function?.name ?? tool.name ?? '',
  );

/** The history of a request, a text a message: to be compared with another's. */
export const historyTexts = (request: RecordedRequest): string[] =>
  historyOf(request).map((item) => JSON.stringify(item));

/** Has the model call a tool, and gives what came of it. */
export async function callTool(
  server: VitrineServer,
  conversationId: string,
  call: AskedCall,
): Promise<DurableEvent<'tool.execution_complete'>['data']> {
  await ask(server, conversationId, asking(call));
  const completed = ofType(await readEvents(server, conversationId), 'tool.execution_complete').at(-1);
  if (!completed) throw new Error(`${call.name} was not called`);
  return completed.data;
}
