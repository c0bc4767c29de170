// Drives a conversation: `node client.ts <server> <token> <message>`, with Node 24 and a token with read, write and run.
const [server = '', token = '', text = ''] = process.argv.slice(2);
const say = (words: unknown) => process.stdout.write(`${words}\n`);

async function request(method: string, path: string, body?: object): Promise<Response> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(server + path, { method, headers, ...content });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response;
}

export interface LogEvent {
  id: string | null;
  type: string;
  data: Record<string, unknown>;
}

/** The log of a conversation, and then what comes. Goes on after the last event when the stream breaks. */
async function* follow(path: string): AsyncGenerator<LogEvent> {
  for (let cursor: string | null = null; ; ) {
    const stream = (await request('GET', cursor === null ? path : `${path}?after=${cursor}`)).body;
    let buffered = '';
    try {
      for await (const chunk of stream?.pipeThrough(new TextDecoderStream()) ?? []) {
        const frames = (buffered + chunk).split('\n\n');
        buffered = frames.pop() ?? '';
        for (const frame of frames) {
          const data = /^data: (.*)$/m.exec(frame)?.[1];
          if (data === undefined) continue;
          const event: LogEvent = JSON.parse(data);
          cursor = event.id ?? cursor;
          yield event;
        }
      }
    } catch (error) {
      say(`connecting again: ${error}`);
    }
  }
}

const { id } = await (await request('POST', '/api/conversations', {})).json();
const path = `/api/conversations/${id}`;
const { runId } = await (await request('POST', `${path}/messages`, { text })).json();
for await (const { type, data } of follow(`${path}/events`)) {
  if (type === 'assistant.message') say(data.content);
  if (type === 'permission.requested') {
    say(`allowing ${data.toolName} ${JSON.stringify(data.arguments)}`);
    await request('POST', `${path}/permissions/${data.requestId}`, { decision: 'approved' });
  }
  if (type === 'tool.execution_complete') {
    say(`the model read: ${(data.result as { content: string } | undefined)?.content}`);
    const { artifactId } = data.toolTelemetry as { artifactId: string | null };
    const artifact = artifactId && (await request('GET', `/api/artifacts/${artifactId}`));
    if (artifact) say(`people see ${(await artifact.bytes()).length} bytes`);
  }
  if (type === 'run.finished' && data.runId === runId) break;
}
