import { createServer } from 'node:http';

/**
 * A model that sends its first word at once and the others a little later, as any model does: if all came at
 * once, the finished message would overtake its first words on the way. Chat Completions as server-sent
 * events. A message that contains `{"call": name, …}` has it call that tool first, with the rest as its
 * arguments. Prints its port.
 */
const [firstWord, ...words] = 'The first word of this answer is there before it is asked for.'.split(
  /(?<= )/,
);
const otherWordsAfterMs = 30;

const frame = (choices: unknown[], remaining: object = {}) =>
  `data: ${JSON.stringify({ id: 'chat', object: 'chat.completion.chunk', created: 1, model: 'scripted', choices, ...remaining })}\n\n`;
const delta = (value: object, finish: string | null = null) =>
  frame([{ index: 0, delta: value, finish_reason: finish }]);

const firstFrames = [delta({ role: 'assistant', content: '' }), delta({ content: firstWord })];
const otherFrames = [
  ...words.map((content) => delta({ content })),
  delta({}, 'stop'),
  frame([], {
    usage: { prompt_tokens: 10, completion_tokens: words.length, total_tokens: 10 + words.length },
  }),
  'data: [DONE]\n\n',
];

/** The call that comes before the words; `null`: there is none, or its result is here. */
function callFrames(body: string): string[] | null {
  const { messages } = JSON.parse(body) as { messages: { role: string; content: unknown }[] };
  const last = messages.at(-1);
  if (last?.role !== 'user') return null;
  const text = typeof last.content === 'string' ? last.content : JSON.stringify(last.content);
  const [found] = /\{\\?"call.*?\}/.exec(text) ?? [];
  if (found === undefined) return null;
  const { call: name, ...parameters } = JSON.parse(found.replaceAll('\\"', '"'));
  const call = { name, arguments: JSON.stringify(parameters) };
  return [
    delta({ role: 'assistant', tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: call }] }),
    delta({}, 'tool_calls'),
    frame([], { usage: { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 } }),
    'data: [DONE]\n\n',
  ];
}

const server = createServer(async (request, response) => {
  const parts: Uint8Array[] = [];
  for await (const part of request) parts.push(part);
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const call = callFrames(Buffer.concat(parts).toString('utf8'));
  for (const text of call ?? firstFrames) response.write(text);
  if (call !== null) {
    response.end();
    return;
  }
  setTimeout(() => {
    for (const text of otherFrames) response.write(text);
    response.end();
  }, otherWordsAfterMs);
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`listening on ${address && typeof address === 'object' ? address.port : ''}.`);
});
