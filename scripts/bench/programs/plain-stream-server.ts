import { createServer, type ServerResponse } from 'node:http';
import { Redis } from 'ioredis';

/**
 * The least that a server can do for viewers of a log in Redis: it reads each stream once, as soon as an append is
 * announced, and writes what is new to everybody. No sign-in, no rights, no replay, no bound for who does not read.
 * `GET /<conversation>`. Prints its port.
 */
const [redisUrl = ''] = process.argv.slice(2);
const commands = new Redis(redisUrl);
const subscriber = new Redis(redisUrl);

interface Followed {
  viewers: Set<ServerResponse>;
  durable: string;
  live: string;
  isReading: boolean;
  hasMore: boolean;
}

const followed = new Map<string, Followed>();

async function readOn(id: string, conversation: Followed): Promise<void> {
  conversation.hasMore = true;
  if (conversation.isReading) return;
  conversation.isReading = true;
  while (conversation.hasMore) {
    conversation.hasMore = false;
    const [events, live] = [`vitrine:{${id}}:events`, `vitrine:{${id}}:live`];
    const found = await commands.xread('STREAMS', events, live, conversation.durable, conversation.live);
    for (const [key, entries] of found ?? []) {
      for (const [entryId, [, body]] of entries) {
        if (key === events) conversation.durable = entryId;
        else conversation.live = entryId;
        const frame = Buffer.from(`data: {"conversationId":"${id}","event":${body}}\n\n`);
        for (const viewer of conversation.viewers) viewer.write(frame);
      }
    }
  }
  conversation.isReading = false;
}

async function follow(id: string): Promise<Followed> {
  const known = followed.get(id);
  if (known) return known;
  const conversation = { viewers: new Set<ServerResponse>(), durable: '$', live: '$' };
  const created: Followed = { ...conversation, isReading: false, hasMore: false };
  followed.set(id, created);
  for (const name of ['events', 'live'] as const) {
    const [last] = await commands.xrevrange(`vitrine:{${id}}:${name}`, '+', '-', 'COUNT', 1);
    created[name === 'events' ? 'durable' : 'live'] = last?.[0] ?? '0';
  }
  await subscriber.subscribe(`vitrine:{${id}}:appended`);
  return created;
}

subscriber.on('message', (channel: string) => {
  const id = /\{(.*?)\}/.exec(channel)?.[1] ?? '';
  const conversation = followed.get(id);
  if (conversation) void readOn(id, conversation);
});

const server = createServer(async (request, response) => {
  const conversation = await follow(request.url?.slice(1) ?? '');
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  response.flushHeaders();
  conversation.viewers.add(response);
  response.on('close', () => conversation.viewers.delete(response));
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`listening on ${address && typeof address === 'object' ? address.port : ''}.`);
});
