import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { stampedCallId, stampedWords } from '../load/stamp.ts';

/**
 * A model, and the people who ask it again as soon as it has answered: it keeps a number of conversations at work.
 * What it sends carries the moment of sending. Chat Completions as server-sent events. Prints its port; asked over
 * its channel.
 */
export type DriverQuestion =
  | { kind: 'start'; conversations: readonly DrivenConversation[]; work: DrivenWork }
  /** Nobody asks any more; answers under way end early. */
  | { kind: 'stop' };

export interface DrivenConversation {
  id: string;
  /** Of the server that is asked. */
  url: string;
  cookie: string;
}

export interface DrivenWork {
  /** Words of an answer, and how long it goes on; none: it only calls tools. */
  talkMs: number;
  /** Calls before the words of an answer, and how long the model thinks before each. */
  calls: number;
  thinkMs: number;
  /** The file that each call shows. */
  file: string;
}

export interface DriverAnswer {
  answers: number;
  calls: number;
  /** Messages that a server refused. */
  refused: number;
}

const wordsEveryMs = 50;
/** How long people take to ask again. */
const pauseMs = 200;

const conversations = new Map<string, DrivenConversation>();
let work: DrivenWork = { talkMs: 0, calls: 0, thinkMs: 0, file: '' };
const counts: DriverAnswer = { answers: 0, calls: 0, refused: 0 };

const frame = (choices: unknown[], more: object = {}) =>
  `data: ${JSON.stringify({ id: 'chat', object: 'chat.completion.chunk', created: 1, model: 'scripted', choices, ...more })}\n\n`;
const delta = (value: object, finish: string | null = null) =>
  frame([{ index: 0, delta: value, finish_reason: finish }]);
const ending = (finish: string) =>
  `${delta({}, finish)}${frame([], { usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 } })}data: [DONE]\n\n`;

interface Asked {
  id: string;
  /** Calls that this answer has made already. */
  made: number;
}

function readAsked(body: string): Asked {
  const { messages } = JSON.parse(body) as { messages: { role: string; content: unknown }[] };
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const [, id = ''] = /Go on with (\w+)/.exec(JSON.stringify(messages[last]?.content)) ?? [];
  return { id, made: messages.slice(last).filter(({ role }) => role === 'tool').length };
}

async function answer(response: ServerResponse, { id, made }: Asked): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  response.write(delta({ role: 'assistant', content: '' }));
  if (made < work.calls) {
    await sleep(work.thinkMs);
    counts.calls += 1;
    const call = { name: 'show_file', arguments: JSON.stringify({ path: work.file }) };
    const called = { index: 0, id: stampedCallId(counts.calls), type: 'function', function: call };
    response.end(delta({ tool_calls: [called] }) + ending('tool_calls'));
    return;
  }
  const endMs = performance.now() + work.talkMs;
  do {
    response.write(delta({ content: stampedWords() }));
    await sleep(wordsEveryMs);
  } while (performance.now() < endMs && conversations.has(id));
  response.end(ending('stop'));
  counts.answers += 1;
  await sleep(pauseMs);
  await ask(id);
}

/** Sends the next message, unless nobody asks there any more. */
async function ask(id: string): Promise<void> {
  const conversation = conversations.get(id);
  if (!conversation) return;
  const { url, cookie } = conversation;
  const response = await fetch(`${url}/api/conversations/${id}/messages`, {
    method: 'POST',
    headers: { Origin: url, Cookie: cookie, 'Content-Type': 'application/json' },
    body: JSON.stringify({ text: `Go on with ${id}` }),
  }).catch(() => null);
  await response?.body?.cancel();
  if (response?.ok) return;
  counts.refused += 1;
  await sleep(pauseMs);
  await ask(id);
}

const server = createServer(async (request, response) => {
  const parts: Uint8Array[] = [];
  for await (const part of request) parts.push(part);
  await answer(response, readAsked(Buffer.concat(parts).toString('utf8')));
});

process.on('message', async (question: DriverQuestion) => {
  conversations.clear();
  if (question.kind === 'start') {
    work = question.work;
    for (const conversation of question.conversations) conversations.set(conversation.id, conversation);
    // Spread over the time of the longest step of an answer, so that not all of them begin at once.
    const spreadMs = Math.max(work.talkMs, work.thinkMs) / question.conversations.length;
    for (const { id } of question.conversations) {
      void ask(id);
      await sleep(spreadMs);
    }
  }
  process.send?.(counts);
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`listening on ${address && typeof address === 'object' ? address.port : ''}.`);
});
