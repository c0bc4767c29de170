import pino, { type DestinationStream, type Logger } from 'pino';
import { redactLine } from './redact-line.ts';

interface Settings {
  level: string;
  secrets: readonly { value: string }[];
}

/** The server's log: JSON lines, in which no secret of the server stands, and of errors nothing but what they say. */
export const createLogger = ({ level, secrets }: Settings, to?: DestinationStream): Logger =>
  pino(
    {
      level,
      serializers: { err: serializeError },
      hooks: { streamWrite: (line) => redactLine(line, secrets) },
    },
    ...(to ? [to] : []),
  );

const maxCauses = 5;

/**
 * Libraries hang on their errors what they were about: a request with its headers and body, a command with its arguments. That
 * is content: only name, message, code and where it was are told, and the same of what caused it.
 */
export function serializeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...(error.cause === undefined || depth >= maxCauses
      ? {}
      : { cause: serializeError(error.cause, depth + 1) }),
  };
}
