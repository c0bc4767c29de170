import type { RecordedRequest, Script, ScriptedReply } from './openai-server.ts';

interface Message {
  role: string;
  content: unknown;
}

const messagesOf = ({ body }: RecordedRequest): Message[] => body.messages as Message[];
const textOf = ({ content }: Message): string =>
  typeof content === 'string' ? content : JSON.stringify(content);

/** Who asks the model: the name of a sub-agent, or `main`. */
export const askerOf = (request: RecordedRequest): string =>
  /^You are ([a-z]+), a sub-agent/.exec(textOf(messagesOf(request)[0] ?? { role: '', content: '' }))?.[1] ??
  'main';

/** How many steps the asker has made since somebody wrote to it. */
const stepOf = (request: RecordedRequest): number => {
  const messages = messagesOf(request);
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  return messages.slice(asked).filter(({ role }) => role === 'assistant').length;
};

/** What one asker is answered, step by step. */
export type Part = (step: number, request: RecordedRequest) => ScriptedReply;

/** A model that answers each asker by its own part. */
export const scriptOfParts =
  (parts: Readonly<Record<string, Part>>): Script =>
  (request) =>
    parts[askerOf(request)]?.(stepOf(request), request) ?? { text: 'nothing to say' };

export const delegating = (tasks: { agent: string; task: string }[]): ScriptedReply => ({
  toolCalls: [{ name: 'delegate', arguments: { tasks } }],
});

/** The results that an asker was sent with its last model call. */
export function resultsRead(requests: readonly RecordedRequest[], asker: string): string {
  const last = requests.findLast((request) => askerOf(request) === asker);
  return (last ? messagesOf(last) : [])
    .filter(({ role }) => role === 'tool')
    .map(textOf)
    .join('\n');
}
