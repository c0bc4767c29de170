import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { errorMessage } from '../core/errors.ts';
import type { LineProgram } from '../workspace/line-program.ts';

/** A server that runs as a program, spoken to by lines. Its last words are there after its end. */
export interface LineTransport extends Transport {
  /** The client knows by these two that it speaks to a program: silence on its first question means an older revision. */
  readonly stderr: null;
  readonly pid: number | null;
  /** @param since a count of `errorLines` */
  lastLines(since?: number): string[];
  /** How many lines it has printed to its standard error. */
  errorLines(): number;
  /** Whether something that was hidden from the program was replaced since it started. */
  hasLostCover(): Promise<boolean>;
  /** How the program ended; `null`: it runs, or was never started. */
  ended(): string | null;
}

/** Starts the program, in the sandbox or outside of it. @throws if it cannot be started */
export type StartLines = (onLine: (line: string) => void, signal: AbortSignal) => Promise<LineProgram>;

/**
 * The standard transport of MCP over a program's input and output. The SDK's own reads each chunk into one growing
 * buffer and looks through all of it again, at the square of a message's size.
 */
export function createLineTransport(startProgram: StartLines): LineTransport {
  let program: LineProgram | null = null;
  let ended: string | null = null;
  let last: LineProgram | null = null;
  const closing = new AbortController();
  const transport: LineTransport = {
    stderr: null,
    get pid() {
      return program?.pid ?? null;
    },
    async start() {
      ended = null;
      const started = await startProgram((line) => receive(line), closing.signal);
      if (closing.signal.aborted) {
        started.stop();
        throw new Error('It was closed while it started');
      }
      program = started;
      last = started;
      void started.end.then((how) => {
        if (program !== started) return;
        program = null;
        ended = how;
        transport.onclose?.();
      });
    },
    async send(message) {
      if (program === null) throw new Error('The server has ended');
      await program.write(JSON.stringify(message));
    },
    async close() {
      closing.abort();
      const open = program;
      program = null;
      if (open === null) return;
      open.stop();
      const how = await open.end;
      // It was failing by itself: closing came between its exit and the news of it.
      if (/^exit [1-9]/.test(how)) ended = how;
      transport.onclose?.();
    },
    lastLines: (since = 0) => last?.lastLines(since) ?? [],
    errorLines: () => last?.errorLines() ?? 0,
    hasLostCover: async () => (await program?.hasLostCover()) === true,
    ended: () => ended,
  };
  const receive = (line: string): void => {
    if (line.trim() === '') return;
    try {
      transport.onmessage?.(JSON.parse(line) as JSONRPCMessage);
    } catch (error) {
      // Some programs print other things too.
      transport.onerror?.(new Error(`a line that is no message: ${errorMessage(error)}`));
    }
  };
  return transport;
}
