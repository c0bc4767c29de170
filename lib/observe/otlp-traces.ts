import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import type { ActivityKind, BeginOf } from '../core/vocabulary/activity.ts';
import type { Ids, Span } from './observer.ts';
import { type Attributes, endWords, spanWords } from './span-words.ts';
import type { TraceSender, TraceSettings } from './trace-sender.ts';

const exportMs = 5_000;
const closeMs = 2_000;

/**
 * Exports spans by OTLP over HTTP, in batches in the background; when the receiver is unavailable, spans are
 * dropped. No provider is registered globally, so that no other spans (Next's contain addresses) are sent
 * along.
 */
export function openOtlp(
  { url, headers, serviceName }: TraceSettings,
  onFailure: (error: unknown) => void,
): TraceSender {
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: exportMs });
  const processor = new BatchSpanProcessor({
    exporter: logFirstFailure(exporter, onFailure),
    exportTimeoutMillis: exportMs,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('vitrine');

  function begin<K extends ActivityKind>(within: Context, kind: K, begun: BeginOf[K], ids: Ids): Span {
    const { name, isClient, attributes } = spanWords(kind, begun, ids);
    const options = { kind: isClient ? SpanKind.CLIENT : SpanKind.INTERNAL, attributes: known(attributes) };
    const span = tracer.startSpan(name, options, within);
    const inside = trace.setSpan(within, span);
    return {
      begin: (childKind, child, childIds) => begin(inside, childKind, child, childIds),
      end(activity) {
        const end = endWords(activity);
        span.setAttributes(known(end.attributes));
        if (end.isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  return {
    begin: (kind, begun, ids) => begin(ROOT_CONTEXT, kind, begun, ids),
    async close() {
      // Failures to send have already been logged.
      const closed = provider.shutdown().catch(() => {});
      const late = new Promise((resolve) => setTimeout(resolve, closeMs).unref());
      await Promise.race([closed, late]);
    },
  };
}

const known = (attributes: Attributes): Record<string, string | number | boolean> =>
  Object.fromEntries(
    Object.entries(attributes).filter(
      (entry): entry is [string, string | number | boolean] => entry[1] !== null,
    ),
  );

/** Logs a receiver's failure once, however long it is unavailable. */
function logFirstFailure(exporter: SpanExporter, onFailure: (error: unknown) => void): SpanExporter {
  let isFailing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const hasFailed = result.error !== undefined;
        if (hasFailed && !isFailing) onFailure(result.error);
        isFailing = hasFailed;
        done(result);
      }),
    forceFlush: async () => await exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}
