import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedSpan {
  name: string;
  spanId: string;
  parentSpanId?: string;
  traceId: string;
  /** By name, as plain values. */
  attributes: Record<string, unknown>;
  status: { code?: number };
  events?: unknown[];
}

export interface OtlpReceiver {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  spans(): ReceivedSpan[];
  requests: { path: string; headers: IncomingHttpHeaders; raw: string }[];
  /** `<name of the parent> > <name>` of every span. */
  nesting(): string[];
  close(): Promise<void>;
}

interface OtlpSpan extends Omit<ReceivedSpan, 'attributes'> {
  attributes: { key: string; value: Record<string, unknown> }[];
}
interface OtlpBody {
  resourceSpans: { scopeSpans: { spans: OtlpSpan[] }[] }[];
}

/** Takes traces as JSON over HTTP, as a collector does. */
export async function startOtlpReceiver({ status = 200 } = {}): Promise<OtlpReceiver> {
  const requests: OtlpReceiver['requests'] = [];
  const server = createServer(async (request, response) => {
    // Who hung up half-way has sent nothing.
    const raw = await bodyOf(request).catch(() => null);
    if (raw === null) return;
    requests.push({ path: request.url ?? '', headers: request.headers, raw });
    response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const spans = () =>
    requests
      .flatMap(({ raw }) => (JSON.parse(raw) as OtlpBody).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
      .map((span) => ({
        ...span,
        attributes: Object.fromEntries(
          span.attributes.map(({ key, value }) => [key, Object.values(value)[0]]),
        ),
      }));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    spans,
    nesting() {
      const found = spans();
      return found.map(({ name, parentSpanId, traceId }) => {
        const parent = found.find((span) => span.spanId === parentSpanId && span.traceId === traceId);
        return `${parent?.name ?? ''} > ${name}`;
      });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
