import pino, { type DestinationStream, type Logger } from 'pino';
import { redactLine } from './redact-line.ts';

interface Settings {
  level: string;
  secrets: readonly { value: string }[];
}

/**
 * The server's log, as JSON lines. It contains no secret of the server, and nothing but name, message, code
 * and stack of an error.
 */
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
 * Libraries attach request and command data to their errors: headers, bodies, arguments. That is content, so
 * only name, message, code and stack are logged, also for the cause.
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
