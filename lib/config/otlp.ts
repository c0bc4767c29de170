import { z } from 'zod';
import { ConfigError } from './config-error.ts';

/** Where traces are sent by OTLP over HTTP, as JSON. */
export interface OtlpSettings {
  url: string;
  headers: Record<string, string>;
  serviceName: string;
}

const address = z.url({ protocol: /^https?$/ }).optional();

/** Standard names: https://opentelemetry.io/docs/specs/otel/protocol/exporter/ */
export const otlpVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_HEADERS: z.string().trim().min(1).optional(),
  OTEL_SERVICE_NAME: z.string().trim().min(1).default('vitrine'),
};

/** @throws ConfigError */
export function readOtlp(values: z.infer<z.ZodObject<typeof otlpVariables>>): OtlpSettings | null {
  const base = values.OTEL_EXPORTER_OTLP_ENDPOINT;
  const url = values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base.replace(/\/+$/, '')}/v1/traces`);
  if (url === undefined) {
    if (values.OTEL_EXPORTER_OTLP_HEADERS === undefined) return null;
    throw new ConfigError(
      'OTEL_EXPORTER_OTLP_HEADERS needs an address. Set OTEL_EXPORTER_OTLP_ENDPOINT, or unset it.',
    );
  }
  const headers = readOtlpHeaders(values.OTEL_EXPORTER_OTLP_HEADERS ?? '');
  if (headers === null) {
    throw new ConfigError(
      'OTEL_EXPORTER_OTLP_HEADERS is not valid. Write name=value,name=value, percent-encoded.',
    );
  }
  return { url, headers, serviceName: values.OTEL_SERVICE_NAME };
}

/** Parses `name=value` pairs with percent-encoded values; `null`: the text is not such a list. */
export function readOtlpHeaders(text: string): Record<string, string> | null {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  try {
    const headers = pairs.map((pair): [string, string] => {
      const [, name = '', value = ''] = /^\s*([\w.!#$&*+^|~-]+)\s*=(.*)$/.exec(pair) ?? [];
      if (name === '') throw new Error('no pair');
      return [name, decodeURIComponent(value.trim())];
    });
    return Object.fromEntries(headers);
  } catch {
    // Not a `name=value` pair, or not valid percent-encoding.
    return null;
  }
}
