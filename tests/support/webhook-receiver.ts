import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';

export interface ReceivedHook {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  bytes: Buffer;
}

export interface WebhookReceiver {
  url: string;
  received: ReceivedHook[];
}

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server on loopback that takes webhooks. @param answer by the number of requests before it; default: 204 */
export async function startWebhookReceiver(
  answer: (index: number, response: ServerResponse) => void = (_, response) => response.writeHead(204).end(),
): Promise<WebhookReceiver> {
  const received: ReceivedHook[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url: path = '', headers } = request;
    const bytes = Buffer.concat(chunks);
    received.push({ method, path, headers, body: bytes.toString(), bytes });
    answer(received.length - 1, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}
