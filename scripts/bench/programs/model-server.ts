import { createServer } from 'node:http';

/**
 * A model that sends its first word at once and the others a little later, as any model does: if all came at
 * once, the finished message would overtake its first words on the way. Chat Completions as server-sent
 * events. Prints its port.
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

const server = createServer((request, response) => {
  request.resume().once('end', () => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    for (const text of firstFrames) response.write(text);
    setTimeout(() => {
      for (const text of otherFrames) response.write(text);
      response.end();
    }, otherWordsAfterMs);
  });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`listening on ${address && typeof address === 'object' ? address.port : ''}.`);
});
