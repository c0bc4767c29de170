import type { Summarizer } from '../summarizer.ts';
import { accessLog } from './access-log.ts';
import { appLog } from './app-log.ts';
import { backtraces } from './backtraces.ts';
import { commandErrors } from './command-errors.ts';
import { httpExchange } from './http-exchange.ts';
import { stackTrace } from './stack-trace.ts';
import { threadDump } from './thread-dump.ts';

/** Summarizers are tried in this order. */
export const logs: readonly Summarizer[] = [
  threadDump,
  backtraces,
  ...accessLog,
  ...appLog,
  httpExchange,
  stackTrace,
  commandErrors,
];
