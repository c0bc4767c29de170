import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface ScriptedReply {
  text?: string;
  toolCalls?: { name: string; arguments: unknown; id?: string }[];
  /** What it thought first, as Responses gives it: encrypted, with a summary. */
  reasoning?: { id: string; encrypted: string; summary: string };
  /** What it was sent before, compacted, as Responses gives it: encrypted. */
  compaction?: { id: string; encrypted: string };
  /** An HTTP error instead of an answer. */
  status?: number;
  /** Sent with it. */
  headers?: Record<string, string>;
  /** A document with status 200 instead of a stream. */
  document?: { mediaType: string; body: string };
  /**
   * What the answer ends with, after its text, in place of its proper end: nothing (the stream just ends), a lost connection,
   * or a chunk that cannot be read.
   */
  breaks?: 'ends' | 'disconnects' | 'garbles';
  /** Says how the answer ended and what it cost, and leaves the stream open. */
  staysOpen?: boolean;
  /** Answers the headers and a first word, then nothing more. */
  hangs?: boolean;
  /** Between two pieces of the text. */
  delayMs?: number;
  /** Says so many words, and the others only then: a test that looks at half an answer opens the gate itself. */
  pauses?: { afterWords: number; until: Promise<unknown> };
  /** As Chat Completions reports it; `null`: it reports none. */
  usage?: ChatUsage | null;
  /** Called once all of it was sent, to a client that was still there. */
  onEnd?: () => void;
}

export interface ChatUsage {
  prompt_tokens: number;
  completion_tokens: number;
  prompt_tokens_details?: { cached_tokens: number };
}

export interface RecordedRequest {
  path: string;
  /** The exact bytes that the model server got. */
  raw: string;
  body: Record<string, unknown>;
}

export interface OpenAiServer {
  /** For OPENAI_BASE_URL. */
  url: string;
  requests: RecordedRequest[];
  close(): Promise<void>;
}

/** What the model is to say next, from the request it got and how many came before. */
export type Script = (request: RecordedRequest, position: number) => ScriptedReply;

/** A scripted model server that speaks Chat Completions and Responses and records what it is sent. */
export async function startOpenAiServer(script: Script): Promise<OpenAiServer> {
  const requests: RecordedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    // Who hung up half-way has asked nothing.
    const raw = await readBody(incoming).catch(() => null);
    if (raw === null) return;
    const request: RecordedRequest = { path: incoming.url ?? '', raw, body: JSON.parse(raw) };
    requests.push(request);
    const reply = script(request, requests.length - 1);
    if (reply.status !== undefined) {
      response.writeHead(reply.status, { 'Content-Type': 'application/json', ...reply.headers });
      response.end(JSON.stringify({ error: { message: `scripted ${reply.status}`, type: 'scripted' } }));
      return;
    }
    if (reply.document) {
      response.writeHead(200, { 'Content-Type': reply.document.mediaType });
      response.end(reply.document.body);
      return;
    }
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const isChat = request.path.endsWith('/chat/completions');
    await (isChat ? answerChat(response, reply) : answerResponses(response, reply));
    if (!response.destroyed) reply.onEnd?.();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no address');
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Ends an answer that has begun as it should not end. */
function breakOff(response: ServerResponse, how: NonNullable<ScriptedReply['breaks']>): void {
  if (how === 'disconnects') response.write('', () => response.destroy());
  else response.end(how === 'garbles' ? 'data: {"choices": [{"del\n\ndata: [DONE]\n\n' : '');
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

const pause = (delayMs: number) => new Promise((resolve) => setTimeout(resolve, delayMs));

async function* wordsOf({ text = '', delayMs = 0, pauses }: ScriptedReply): AsyncGenerator<string> {
  for (const [index, word] of (text.match(/\S+\s*/g) ?? []).entries()) {
    if (index === pauses?.afterWords) await pauses.until;
    yield word;
    if (delayMs > 0) await pause(delayMs);
  }
}

let callCount = 0;
const nextCallId = () => {
  callCount += 1;
  return `call_${callCount}_${process.pid}`;
};
const argumentText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

const smallUsage: ChatUsage = { prompt_tokens: 10, completion_tokens: 5 };

async function answerChat(response: ServerResponse, reply: ScriptedReply) {
  const { toolCalls = [], hangs, usage = smallUsage, breaks, staysOpen } = reply;
  const send = (choices: unknown[], remaining: object = {}) =>
    response.write(
      `data: ${JSON.stringify({ id: 'chat', object: 'chat.completion.chunk', created: 1, model: 'scripted', choices, ...remaining })}\n\n`,
    );
  const delta = (value: object, finish: string | null = null) =>
    send([{ index: 0, delta: value, finish_reason: finish }]);
  delta({ role: 'assistant', content: '' });
  for await (const word of wordsOf(reply)) delta({ content: word });
  if (hangs) return;
  for (const [index, call] of toolCalls.entries()) {
    const fn = { name: call.name, arguments: argumentText(call.arguments) };
    delta({ tool_calls: [{ index, id: call.id ?? nextCallId(), type: 'function', function: fn }] });
  }
  if (breaks) return breakOff(response, breaks);
  delta({}, toolCalls.length > 0 ? 'tool_calls' : 'stop');
  if (usage !== null) {
    send([], { usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens } });
  }
  if (staysOpen) return;
  response.end('data: [DONE]\n\n');
}

async function answerResponses(response: ServerResponse, reply: ScriptedReply) {
  const { text = '', toolCalls = [], reasoning, compaction, hangs, breaks, staysOpen } = reply;
  let sequence = 0;
  const send = (type: string, remaining: object) => {
    sequence += 1;
    response.write(`data: ${JSON.stringify({ type, sequence_number: sequence, ...remaining })}\n\n`);
  };
  const head = { id: 'resp_1', object: 'response', created_at: 1, model: 'scripted' };
  send('response.created', { response: { ...head, status: 'in_progress', output: [] } });
  let outputIndex = 0;
  if (reasoning) {
    const { id, encrypted: encrypted_content, summary } = reasoning;
    const item = { id, type: 'reasoning', summary: [] };
    const location = { item_id: id, output_index: outputIndex, summary_index: 0 };
    const part = { type: 'summary_text', text: summary };
    send('response.output_item.added', { output_index: outputIndex, item });
    send('response.reasoning_summary_part.added', { ...location, part: { ...part, text: '' } });
    send('response.reasoning_summary_text.delta', { ...location, delta: summary });
    send('response.reasoning_summary_part.done', { ...location, part });
    send('response.output_item.done', {
      output_index: outputIndex,
      item: { ...item, encrypted_content, summary: [part] },
    });
    outputIndex += 1;
  }
  if (compaction) {
    const item = { id: compaction.id, type: 'compaction', encrypted_content: compaction.encrypted };
    send('response.output_item.added', { output_index: outputIndex, item });
    send('response.output_item.done', { output_index: outputIndex, item });
    outputIndex += 1;
  }
  if (text !== '') {
    const item = { id: `msg_${sequence}`, type: 'message', role: 'assistant' };
    const location = { item_id: item.id, output_index: outputIndex };
    send('response.output_item.added', {
      output_index: outputIndex,
      item: { ...item, status: 'in_progress', content: [] },
    });
    for await (const delta of wordsOf(reply)) {
      send('response.output_text.delta', { ...location, content_index: 0, delta, logprobs: [] });
    }
    if (hangs) return;
    const content = [{ type: 'output_text', text, annotations: [], logprobs: [] }];
    send('response.output_item.done', {
      output_index: outputIndex,
      item: { ...item, status: 'completed', content },
    });
    outputIndex += 1;
  }
  if (hangs) return;
  for (const call of toolCalls) {
    const text = argumentText(call.arguments);
    const item = {
      id: `fc_${sequence}`,
      type: 'function_call',
      call_id: call.id ?? nextCallId(),
      name: call.name,
    };
    const location = { item_id: item.id, output_index: outputIndex };
    send('response.output_item.added', {
      output_index: outputIndex,
      item: { ...item, arguments: '', status: 'in_progress' },
    });
    send('response.function_call_arguments.delta', { ...location, delta: text });
    send('response.function_call_arguments.done', { ...location, arguments: text });
    send('response.output_item.done', {
      output_index: outputIndex,
      item: { ...item, arguments: text, status: 'completed' },
    });
    outputIndex += 1;
  }
  if (breaks) return breakOff(response, breaks);
  const usage = {
    input_tokens: 10,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 5,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 15,
  };
  send('response.completed', { response: { ...head, status: 'completed', output: [], usage } });
  if (staysOpen) return;
  response.end();
}
